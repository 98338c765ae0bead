import './errorCard.css';
import { Button } from '@blueprintjs/core';
import { Icon } from './Icon.tsx';
import { usePlace } from './place.ts';
import { useTranslation } from './translation.ts';

interface ErrorCardProps {
  readonly titleKey: string;
  readonly message: string;
  readonly onRetry?: () => void;
  /** The operation that failed. */
  readonly call?: string | undefined;
  /** It stands for a whole page, which needs a heading. */
  readonly isPage?: boolean;
}

/** Says in place what failed and where that is written, and offers to try again. */
export function ErrorCard({ titleKey, message, onRetry, call, isPage = false }: ErrorCardProps) {
  const { t } = useTranslation();
  const place = usePlace();
  return (
    <div className="error-card" role="alert">
      <Icon name="error" className="error-card-icon" />
      <div className="error-card-text">
        {isPage ? (
          <h1 className="error-card-title" tabIndex={-1}>
            {t(titleKey)}
          </h1>
        ) : (
          <p className="error-card-title">{t(titleKey)}</p>
        )}
        <p className="error-card-message">{message}</p>
        {place && (
          <p className="error-card-place">
            {[place.part, call, place.at].filter(Boolean).join(' · ')}
          </p>
        )}
      </div>
      {onRetry && <Button onClick={onRetry}>{t('ui:retry')}</Button>}
    </div>
  );
}

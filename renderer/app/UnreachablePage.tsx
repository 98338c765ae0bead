import { Button } from '@blueprintjs/core';
import { useErrorText } from '../core/errorText.ts';
import { useTranslation } from '../core/translation.ts';
import { Brand } from './shell/Brand.tsx';

interface UnreachablePageProps {
  readonly error: Error;
  readonly isTrying: boolean;
  readonly onRetry: () => void;
}

/** The portal could not start, mostly because its API is away. */
export function UnreachablePage({ error, isTrying, onRetry }: UnreachablePageProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (
    <main className="message-page">
      <Brand />
      <h1>{t('ui:unreachable.title')}</h1>
      <p role="alert">{errorText(error)}</p>
      <p>{t('ui:unreachable.description')}</p>
      <Button intent="primary" loading={isTrying} onClick={onRetry}>
        {t('ui:retry')}
      </Button>
    </main>
  );
}

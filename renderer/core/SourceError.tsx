import { isEmptyPeriod } from './callError.ts';
import { ErrorCard } from './ErrorCard.tsx';
import { useErrorText } from './errorText.ts';
import { Icon } from './Icon.tsx';

interface SourceErrorProps {
  readonly error: Error;
  readonly onRetry: () => void;
  /** It stands for a whole page. */
  readonly isPage?: boolean;
}

/** The place of a node whose source failed, or has nothing in the period. */
export function SourceError({ error, onRetry, isPage = false }: SourceErrorProps) {
  const errorText = useErrorText();
  if (isEmptyPeriod(error)) {
    return (
      <div className="empty-state" role="status">
        <Icon name="calendar" size={32} className="empty-state-icon" />
        <p className="empty-state-title">{errorText(error)}</p>
      </div>
    );
  }
  return (
    <ErrorCard
      titleKey="ui:source.failed"
      message={errorText(error)}
      onRetry={onRetry}
      isPage={isPage}
    />
  );
}

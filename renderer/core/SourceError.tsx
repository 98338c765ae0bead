import { CallError, isEmptyPeriod } from './callError.ts';
import { EmptyState } from './EmptyState.tsx';
import { ErrorCard } from './ErrorCard.tsx';
import { useErrorText } from './errorText.ts';

interface SourceErrorProps {
  readonly error: Error;
  readonly onRetry: () => void;
  /** It stands for a whole page. */
  readonly isPage?: boolean;
}

/** The place of a node whose source failed, or has nothing in the period. */
export function SourceError({ error, onRetry, isPage = false }: SourceErrorProps) {
  const errorText = useErrorText();
  if (isEmptyPeriod(error)) return <EmptyState title={`errors:${error.textKey}`} icon="calendar" />;
  return (
    <ErrorCard
      titleKey="ui:source.failed"
      message={errorText(error)}
      onRetry={onRetry}
      call={error instanceof CallError ? error.place?.call : undefined}
      isPage={isPage}
    />
  );
}

import { ErrorCard } from './ErrorCard.tsx';
import { useErrorText } from './errorText.ts';

interface SourceErrorProps {
  readonly error: Error;
  readonly onRetry: () => void;
  /** It stands for a whole page. */
  readonly isPage?: boolean;
}

/** The place of a node whose source failed. */
export function SourceError({ error, onRetry, isPage = false }: SourceErrorProps) {
  const errorText = useErrorText();
  return (
    <ErrorCard
      titleKey="ui:source.failed"
      message={errorText(error)}
      onRetry={onRetry}
      isPage={isPage}
    />
  );
}

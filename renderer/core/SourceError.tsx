import { ErrorCard } from './ErrorCard.tsx';
import { useErrorText } from './errorText.ts';

interface SourceErrorProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

/** The place of a node whose source failed. */
export function SourceError({ error, onRetry }: SourceErrorProps) {
  const errorText = useErrorText();
  return <ErrorCard titleKey="ui:source.failed" message={errorText(error)} onRetry={onRetry} />;
}

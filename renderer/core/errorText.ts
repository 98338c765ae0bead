import { useCallback } from 'react';
import { CallError } from './callError.ts';
import { useTranslation } from './translation.ts';

/** What the reader is told of a failure: codes are translated, the server's messages not shown. */
export function useErrorText(): (error: unknown) => string {
  const { t } = useTranslation();
  return useCallback(
    (error) =>
      error instanceof CallError
        ? t([`errors:${error.textKey}`, 'errors:GENERIC'], { message: error.message })
        : t('errors:GENERIC'),
    [t],
  );
}

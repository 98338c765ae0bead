import { OverlayToaster, Toast } from '@blueprintjs/core';
import { useState } from 'react';
import { ApiError } from '../../core/callError.ts';
import { useErrorText } from '../../core/errorText.ts';
import { useTranslation } from '../../core/translation.ts';
import { ErrorDetailsDialog } from './ErrorDetailsDialog.tsx';
import type { Failure, Failures } from './failures.ts';

const toastMilliseconds = 5000;

interface FailureToasterProps {
  readonly failures: Failures;
  readonly current: readonly Failure[];
}

/** One toast for each failure, with a way to its details (specification §8). */
export default function FailureToaster({ failures, current }: FailureToasterProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [detailed, setDetailed] = useState<Failure>();
  return (
    <>
      <OverlayToaster position="bottom-right">
        {current.map((failure) => (
          <Toast
            key={failure.id}
            intent="danger"
            timeout={toastMilliseconds}
            message={
              <>
                <strong>{t('errors:GENERIC')}</strong>
                <br />
                {failure.of === 'download' && failure.error instanceof ApiError
                  ? failure.error.message
                  : errorText(failure.error)}
              </>
            }
            action={{ text: t('ui:details.open'), onClick: () => setDetailed(failure) }}
            onDismiss={() => failures.dismiss(failure.id)}
          />
        ))}
      </OverlayToaster>
      {detailed && (
        <ErrorDetailsDialog error={detailed.error} onClose={() => setDetailed(undefined)} />
      )}
    </>
  );
}

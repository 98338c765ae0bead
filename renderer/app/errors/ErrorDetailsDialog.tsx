import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { useState } from 'react';
import { CallError, type ErrorDetails, type ErrorPlace } from '../../core/callError.ts';
import { formatDateTime } from '../../core/format.ts';
import { Icon } from '../../core/Icon.tsx';
import { useTranslation } from '../../core/translation.ts';

interface ErrorDetailsDialogProps {
  readonly error: unknown;
  readonly onClose: () => void;
}

/** Type, message, code, timestamp, field and place of a failure, ready to be copied for support. */
export function ErrorDetailsDialog({ error, onClose }: ErrorDetailsDialogProps) {
  const { t } = useTranslation();
  const [isCopied, setIsCopied] = useState(false);
  const details = readDetails(error);
  const lines = (['type', 'message', 'code', 'timestamp', 'field', 'call', 'part', 'at'] as const)
    .filter((name) => details[name] !== undefined)
    .map((name) => ({
      name,
      label: t(`ui:details.${name}`),
      value: name === 'timestamp' ? formatDateTime(details.timestamp ?? '') : String(details[name]),
    }));

  async function copy() {
    await navigator.clipboard.writeText(
      lines.map(({ label, value }) => `${label}: ${value}`).join('\n'),
    );
    setIsCopied(true);
  }

  return (
    <Dialog
      isOpen
      title={t('ui:details.title')}
      onClose={onClose}
      isCloseButtonShown={false}
      className="error-details"
    >
      <DialogBody>
        <dl>
          {lines.map(({ name, label, value }) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button icon={<Icon name="clipboard-copy" />} onClick={copy}>
              {t(isCopied ? 'ui:details.copied' : 'ui:details.copy')}
            </Button>
            <Button intent="primary" onClick={onClose}>
              {t('ui:close')}
            </Button>
          </>
        }
      />
    </Dialog>
  );
}

function readDetails(error: unknown): ErrorDetails & Partial<ErrorPlace> {
  if (error instanceof CallError) return { ...error.details, ...error.place };
  return { type: 'Api', message: error instanceof Error ? error.message : String(error) };
}

import { useTranslation } from 'react-i18next';
import { Icon } from '../../core/Icon.tsx';
import { useRunAction } from '../../core/runAction.ts';

/** Copies a cell's value; a toast says so for three seconds. */
export function CopyButton({ value }: { value: string }) {
  const { t } = useTranslation();
  const run = useRunAction();
  const label = t('ui:table.copy', { value });
  return (
    <button
      type="button"
      className="copy-button icon-button"
      aria-label={label}
      title={label}
      onClick={() => void run({ do: 'copy', value })}
    >
      <Icon name="clipboard-copy" size={14} />
    </button>
  );
}

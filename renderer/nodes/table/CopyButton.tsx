import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../core/Icon.tsx';

interface CopyButtonProps {
  readonly value: unknown;
  readonly onCopy: (value: unknown) => void;
}

/** Copies a cell's value. Remembered: new figures beside it leave it alone. */
export const CopyButton = memo(function CopyButton({ value, onCopy }: CopyButtonProps) {
  const { t } = useTranslation();
  const label = t('ui:table.copy', { value });
  return (
    <button
      type="button"
      className="copy-button icon-button"
      aria-label={label}
      title={label}
      onClick={() => onCopy(value)}
    >
      <Icon name="clipboard-copy" size={14} />
    </button>
  );
});

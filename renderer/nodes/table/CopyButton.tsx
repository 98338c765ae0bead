import { memo } from 'react';
import { Icon } from '../../core/Icon.tsx';
import type { CellTools } from './drawCell.tsx';

interface CopyButtonProps {
  readonly value: unknown;
  readonly onCopy: CellTools['copy'];
  readonly t: CellTools['t'];
}

/** Copies a cell's value. Remembered: new figures beside it leave it alone. */
export const CopyButton = memo(function CopyButton({ value, onCopy, t }: CopyButtonProps) {
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

import { memo } from 'react';
import { Icon } from '../../core/Icon.tsx';
import type { CellTools } from './drawCell.tsx';

interface CopyButtonProps {
  readonly value: unknown;
  readonly onCopy: CellTools['copy'];
  /** What it does, in words. */
  readonly label: string;
}

/** Copies a cell's value. Remembered: new figures beside it leave it alone. */
export const CopyButton = memo(function CopyButton({ value, onCopy, label }: CopyButtonProps) {
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

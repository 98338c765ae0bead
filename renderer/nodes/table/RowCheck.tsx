import { Checkbox } from '@blueprintjs/core';
import { memo } from 'react';
import type { Selection } from './useSelection.ts';

interface RowCheckProps {
  /** The row's key. */
  readonly row: string;
  /** What ticking it does, in words. */
  readonly label: string;
  readonly isChecked: boolean;
  readonly onTick: Selection['toggle'];
  readonly className?: string;
}

/** Ticks a row. Remembered: new figures in a row leave it alone. */
export const RowCheck = memo(function RowCheck(props: RowCheckProps) {
  const { row, label, isChecked, onTick, className } = props;
  return (
    <Checkbox
      {...(className && { className })}
      aria-label={label}
      checked={isChecked}
      onChange={({ nativeEvent }) => onTick(row, Boolean((nativeEvent as MouseEvent).shiftKey))}
    />
  );
});

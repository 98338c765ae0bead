import { Checkbox } from '@blueprintjs/core';
import { memo } from 'react';
import type { Translate } from '../../core/text.ts';
import type { Selection } from './useSelection.ts';

interface RowCheckProps {
  /** The row's key. */
  readonly row: string;
  /** What a person calls it by. */
  readonly name: string;
  readonly isChecked: boolean;
  readonly onTick: Selection['toggle'];
  readonly t: Translate;
  readonly className?: string;
}

/** Ticks a row. Remembered: new figures in a row leave it alone. */
export const RowCheck = memo(function RowCheck(props: RowCheckProps) {
  const { row, name, isChecked, onTick, t, className } = props;
  return (
    <Checkbox
      {...(className && { className })}
      aria-label={t('ui:table.select', { row: name })}
      checked={isChecked}
      onChange={({ nativeEvent }) => onTick(row, Boolean((nativeEvent as MouseEvent).shiftKey))}
    />
  );
});

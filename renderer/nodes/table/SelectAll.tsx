import { Checkbox } from '@blueprintjs/core';
import { useTranslation } from '../../core/translation.ts';
import type { Selection } from './useSelection.ts';

interface SelectAllProps {
  readonly selection: Selection;
  readonly rows: readonly unknown[];
  /** Elsewhere than in a table's head the box needs words beside it. */
  readonly hasWords?: boolean;
}

/** Ticks all rows that are shown, or none. */
export function SelectAll({ selection, rows, hasWords = false }: SelectAllProps) {
  const { t } = useTranslation();
  const selectedHere = rows.filter(selection.isSelected).length;
  const words = t('ui:table.selectAll');
  return (
    <Checkbox
      {...(hasWords ? { label: words } : { 'aria-label': words })}
      disabled={rows.length === 0}
      checked={selectedHere > 0 && selectedHere === rows.length}
      indeterminate={selectedHere > 0 && selectedHere < rows.length}
      onChange={() => selection.toggleAll(rows)}
    />
  );
}

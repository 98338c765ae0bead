import { useCallback, useRef, useState } from 'react';
import { readField } from '../../core/bindings.ts';

export interface Selection {
  /** The selected rows by key; they stay selected on other pages. */
  readonly selected: ReadonlyMap<string, unknown>;
  readonly isSelected: (row: unknown) => boolean;
  /** Ticks or unticks a row; with `isRange`, all from the one before as well. */
  readonly toggle: (row: unknown, rows: readonly unknown[], isRange: boolean) => void;
  /** All of these rows, or none of them when all are selected. */
  readonly toggleAll: (rows: readonly unknown[]) => void;
  readonly clear: () => void;
  /** More were wanted than may be selected. */
  readonly isOverLimit: boolean;
}

export function useSelection(rowKey: string, limit: number | undefined): Selection {
  const [selected, setSelected] = useState<ReadonlyMap<string, unknown>>(new Map());
  const [isOverLimit, setIsOverLimit] = useState(false);
  const last = useRef<string>(undefined);
  const keyOf = useCallback((row: unknown) => String(readField(row, rowKey)), [rowKey]);

  function change(rows: readonly unknown[], isAdded: boolean) {
    const next = new Map(selected);
    let refused = false;
    for (const row of rows) {
      const key = keyOf(row);
      if (!isAdded) next.delete(key);
      else if (next.has(key) || limit === undefined || next.size < limit) next.set(key, row);
      else refused = true;
    }
    setSelected(next);
    setIsOverLimit(refused);
  }

  return {
    selected,
    isOverLimit,
    isSelected: (row) => selected.has(keyOf(row)),
    toggle(row, rows, isRange) {
      const isAdded = !selected.has(keyOf(row));
      const [from, to] = [
        rows.findIndex((one) => keyOf(one) === last.current),
        rows.findIndex((one) => keyOf(one) === keyOf(row)),
      ];
      const isWhole = isRange && from >= 0;
      change(isWhole ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [row], isAdded);
      last.current = keyOf(row);
    },
    toggleAll: (rows) => change(rows, !rows.every((row) => selected.has(keyOf(row)))),
    clear() {
      setSelected(new Map());
      setIsOverLimit(false);
    },
  };
}

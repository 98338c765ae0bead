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

interface SelectionState {
  readonly selected: ReadonlyMap<string, unknown>;
  readonly isOverLimit: boolean;
}

const nothing: SelectionState = { selected: new Map(), isOverLimit: false };

export function useSelection(rowKey: string, limit: number | undefined): Selection {
  const [{ selected, isOverLimit }, setState] = useState(nothing);
  const last = useRef<string>(undefined);
  const keyOf = useCallback((row: unknown) => String(readField(row, rowKey)), [rowKey]);

  const change = useCallback(
    (rows: readonly unknown[], isAdding: (selected: SelectionState['selected']) => boolean) =>
      setState((before) => {
        const isAdded = isAdding(before.selected);
        const next = new Map(before.selected);
        let refused = false;
        for (const row of rows) {
          const key = keyOf(row);
          if (!isAdded) next.delete(key);
          else if (next.has(key) || limit === undefined || next.size < limit) next.set(key, row);
          else refused = true;
        }
        return { selected: next, isOverLimit: refused };
      }),
    [keyOf, limit],
  );
  // The same function always, for rows that are drawn anew only when something of theirs changed.
  const toggle = useCallback<Selection['toggle']>(
    (row, rows, isRange) => {
      const [from, to] = [
        rows.findIndex((one) => keyOf(one) === last.current),
        rows.findIndex((one) => keyOf(one) === keyOf(row)),
      ];
      const isWhole = isRange && from >= 0;
      const meant = isWhole ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [row];
      change(meant, (before) => !before.has(keyOf(row)));
      last.current = keyOf(row);
    },
    [change, keyOf],
  );

  return {
    selected,
    isOverLimit,
    isSelected: (row) => selected.has(keyOf(row)),
    toggle,
    toggleAll: (rows) => change(rows, (before) => !rows.every((row) => before.has(keyOf(row)))),
    clear: () => setState(nothing),
  };
}

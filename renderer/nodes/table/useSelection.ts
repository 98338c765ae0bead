import { useCallback, useEffect, useRef, useState } from 'react';
import { readField } from '../../core/bindings.ts';

export interface Selection {
  /** The selected rows by key; they stay selected on other pages. */
  readonly selected: ReadonlyMap<string, unknown>;
  readonly isSelected: (row: unknown) => boolean;
  /** Ticks or unticks a row by its key; with `isRange`, all from the one before as well. */
  readonly toggle: (key: string, isRange: boolean) => void;
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

interface SelectionOptions {
  readonly rowKey: string;
  readonly limit: number | undefined;
  /** Those that are shown, in their order. */
  readonly rows: readonly unknown[];
}

export function useSelection({ rowKey, limit, rows: shown }: SelectionOptions): Selection {
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
  const rows = useRef(shown);
  useEffect(() => {
    rows.current = shown;
  });
  // The same function always, for ticks that are drawn anew only when they change.
  const toggle = useCallback<Selection['toggle']>(
    (key, isRange) => {
      const placeOf = (wanted: string | undefined) =>
        rows.current.findIndex((one) => keyOf(one) === wanted);
      const at = placeOf(key);
      const before = isRange ? placeOf(last.current) : -1;
      const from = before < 0 ? at : before;
      const meant = rows.current.slice(Math.min(from, at), Math.max(from, at) + 1);
      change(meant, (selected) => !selected.has(key));
      last.current = key;
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

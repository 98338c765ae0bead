import { useMemo, useState } from 'react';
import { useSession } from '../../core/session.ts';
import { readStored, writeStored } from '../../core/storage.ts';
import type { TableColumn } from './tableColumns.ts';

/** What a reader made of a table's columns: those not named are where the manifest has them. */
interface StoredLayout {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}

export interface ColumnLayout {
  /** All columns in the reader's order. */
  readonly columns: readonly TableColumn[];
  readonly hidden: ReadonlySet<string>;
  readonly toggle: (id: string) => void;
  /** By one place, up or down. */
  readonly move: (id: string, by: -1 | 1) => void;
  readonly reset: () => void;
}

/** Which columns a table shows and in what order, remembered per user and table. */
export function useColumnLayout(table: string, given: readonly TableColumn[]): ColumnLayout {
  const user = useSession()?.userId ?? 'visitor';
  const key = `meterhouse.table.${user}.${table}`;
  const initial = {
    order: [],
    hidden: given.filter(({ hidden }) => hidden).map(({ id }) => id),
  };
  const [layout, setLayout] = useState<StoredLayout>(() => readLayout(key) ?? initial);

  function change(next: StoredLayout) {
    setLayout(next);
    writeStored(key, JSON.stringify(next));
  }

  const columns = useMemo(() => arrange(given, layout.order), [given, layout.order]);
  const hidden = useMemo(() => new Set(layout.hidden), [layout.hidden]);
  const ids = columns.map(({ id }) => id);
  return {
    columns,
    hidden,
    toggle(id) {
      const { order } = layout;
      const without = layout.hidden.filter((one) => one !== id);
      change({ order, hidden: hidden.has(id) ? without : [...without, id] });
    },
    move(id, by) {
      const from = ids.indexOf(id);
      const to = from + by;
      if (to < 0 || to >= ids.length) return;
      const order = ids.filter((one) => one !== id);
      order.splice(to, 0, id);
      change({ ...layout, order });
    },
    reset: () => change(initial),
  };
}

/** Columns that the order names come in it; a new one keeps its place from the manifest. */
export function arrange(
  columns: readonly TableColumn[],
  order: readonly string[],
): readonly TableColumn[] {
  const known = order.filter((id) => columns.some((column) => column.id === id));
  const placed = known.map((id) => columns.find((column) => column.id === id) as TableColumn);
  const arranged = [...placed];
  for (const [at, column] of columns.entries()) {
    if (!known.includes(column.id)) arranged.splice(at, 0, column);
  }
  return arranged;
}

function readLayout(key: string): StoredLayout | undefined {
  const text = readStored(key);
  if (text === undefined) return undefined;
  try {
    const { order, hidden } = JSON.parse(text) as Partial<StoredLayout>;
    const areLists = Array.isArray(order) && Array.isArray(hidden);
    return areLists ? { order: order.map(String), hidden: hidden.map(String) } : undefined;
  } catch {
    return undefined;
  }
}

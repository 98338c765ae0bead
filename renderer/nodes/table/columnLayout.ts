import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type MouseEvent, type TouchEvent, useEffect, useMemo } from 'react';
import type { NodeProps } from '../../core/node.ts';
import { useSession } from '../../core/session.ts';
import { readStored, writeStored } from '../../core/storage.ts';
import type { TableColumn } from './tableColumns.ts';

/** What a reader made of a table's columns: those not named are as the manifest has them. */
export interface StoredLayout {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** Pixels by column. */
  readonly widths: Readonly<Record<string, number>>;
}

export interface ColumnLayout {
  /** All columns in the reader's order. */
  readonly columns: readonly TableColumn[];
  readonly hidden: ReadonlySet<string>;
  /** Pixels of those columns that the reader made wider or narrower. */
  readonly widths: Readonly<Record<string, number>>;
  readonly toggle: (id: string) => void;
  /** By one place, up or down. */
  readonly move: (id: string, by: -1 | 1) => void;
  /** Follows a pointer that has gone down on a column's edge; `width` is what the column takes now. */
  readonly drag: (id: string, width: number, event: MouseEvent | TouchEvent) => void;
  /** By so many pixels from what it takes now. */
  readonly resize: (id: string, width: number) => void;
  readonly reset: () => void;
  readonly stored: StoredLayout;
  readonly restore: (layout: StoredLayout) => void;
}

// The table's own rows are drawn from what the server or clientRows.ts answers: of TanStack's
// features it takes what is done with columns.
const features = tableFeatures({
  columnOrderingFeature,
  columnVisibilityFeature,
  columnSizingFeature,
  columnResizingFeature,
});
const noRows: readonly object[] = [];
const widthLimits = { minSize: 56, maxSize: 800 };

/** Where what a reader made of a table is remembered: per user, in this browser. */
export function useStorageKey({ id, source }: NodeProps<'table'>['node']): string {
  return `meterhouse.table.${useSession()?.userId ?? 'visitor'}.${source.call}.${id}`;
}

/** Which columns a table shows, in what order and how wide, remembered per user and table. */
export function useColumnLayout(node: NodeProps<'table'>['node']): ColumnLayout {
  const { columns: given } = node;
  const key = useStorageKey(node);
  const usual = useMemo<StoredLayout>(
    () => ({
      order: [],
      hidden: given.filter(({ hidden }) => hidden).map((column) => column.id),
      widths: {},
    }),
    [given],
  );
  const definitions = useMemo(() => given.map((column) => ({ id: column.id })), [given]);
  const table = useTable({
    features,
    columns: definitions,
    data: noRows,
    defaultColumn: widthLimits,
    columnResizeMode: 'onChange',
    // Read once, at the beginning.
    initialState: useMemo(() => toState(readLayout(key) ?? usual), [key, usual]),
  });
  const { columnOrder, columnVisibility, columnSizing } = table.state;
  const stored = useMemo(
    () => ({
      order: columnOrder,
      hidden: Object.keys(columnVisibility).filter((one) => columnVisibility[one] === false),
      widths: columnSizing,
    }),
    [columnOrder, columnVisibility, columnSizing],
  );
  useEffect(() => {
    const isUsual = JSON.stringify(stored) === JSON.stringify(usual);
    writeStored(key, isUsual ? undefined : JSON.stringify(stored));
  }, [key, stored, usual]);

  const columns = useMemo(() => arrange(given, columnOrder), [given, columnOrder]);
  const hidden = useMemo(() => new Set(stored.hidden), [stored.hidden]);
  const restore = (layout: StoredLayout) => {
    const {
      columnOrder: order,
      columnVisibility: visibility,
      columnSizing: sizing,
    } = toState(layout);
    table.setColumnOrder(order);
    table.setColumnVisibility(visibility);
    table.setColumnSizing(sizing);
  };
  const resize = (column: string, width: number) => {
    const { minSize, maxSize } = widthLimits;
    const size = Math.round(Math.min(maxSize, Math.max(minSize, width)));
    table.setColumnSizing((sizing) => ({ ...sizing, [column]: size }));
  };
  return {
    columns,
    hidden,
    widths: columnSizing,
    toggle: (column) => table.getColumn(column)?.toggleVisibility(),
    move(column, by) {
      const ids = columns.map((one) => one.id);
      const to = ids.indexOf(column) + by;
      if (to < 0 || to >= ids.length) return;
      const order = ids.filter((one) => one !== column);
      order.splice(to, 0, column);
      table.setColumnOrder(order);
    },
    drag(column, width, event) {
      // From what the browser gave it, for only sized columns have a size of their own.
      resize(column, width);
      const header = table.getFlatHeaders().find((one) => one.column.id === column);
      header?.getResizeHandler()(event);
    },
    resize,
    reset: () => restore(usual),
    stored,
    restore,
  };
}

function toState({ order, hidden, widths }: StoredLayout) {
  return {
    columnOrder: [...order],
    columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])),
    columnSizing: { ...widths },
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
    return parseLayout(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** A layout out of a browser's storage, which anything may have written; undefined if it is none. */
export function parseLayout(value: unknown): StoredLayout | undefined {
  const { order, hidden, widths = {} } = (value ?? {}) as Partial<StoredLayout>;
  if (!Array.isArray(order) || !Array.isArray(hidden) || typeof widths !== 'object')
    return undefined;
  const sizes = Object.entries(widths).filter(([, width]) => typeof width === 'number');
  return {
    order: order.map(String),
    hidden: hidden.map(String),
    widths: Object.fromEntries(sizes),
  };
}

import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useEffect, useMemo } from 'react';
import type { NodeProps } from '../../core/node.ts';
import { readStored, writeStored } from '../../core/storage.ts';
import {
  arrange,
  type ColumnArranging,
  type ColumnLayout,
  parseLayout,
  type StoredLayout,
  useStorageKey,
} from './columnLayout.ts';

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
  const setWidths = (widths: ColumnLayout['widths']) => {
    const { minSize, maxSize } = widthLimits;
    const within = (width: number) => Math.round(Math.min(maxSize, Math.max(minSize, width)));
    table.setColumnSizing(
      Object.fromEntries(Object.entries(widths).map(([one, width]) => [one, within(width)])),
    );
  };
  const arranging: ColumnArranging = {
    toggle: (column) => table.getColumn(column)?.toggleVisibility(),
    move(column, by) {
      const ids = columns.map((one) => one.id);
      const to = ids.indexOf(column) + by;
      if (to < 0 || to >= ids.length) return;
      const order = ids.filter((one) => one !== column);
      order.splice(to, 0, column);
      table.setColumnOrder(order);
    },
    drag(column, widths, event) {
      // From what the browser gave it, for only sized columns have a size of their own.
      setWidths(widths);
      const header = table.getFlatHeaders().find((one) => one.column.id === column);
      header?.getResizeHandler()(event);
    },
    resize: (column, widths, by) => setWidths({ ...widths, [column]: (widths[column] ?? 0) + by }),
    reset: () => restore(usual),
    stored,
    restore,
  };
  return { columns, hidden, widths: columnSizing, arrange: arranging };
}

function toState({ order, hidden, widths }: StoredLayout) {
  return {
    columnOrder: [...order],
    columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])),
    columnSizing: { ...widths },
  };
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

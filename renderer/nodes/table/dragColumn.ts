import {
  columnResizingFeature,
  columnSizingFeature,
  constructTable,
  tableFeatures,
} from '@tanstack/react-table';
import { storeReactivityBindings } from '@tanstack/table-core/store-reactivity-bindings';
import type { MouseEvent, TouchEvent } from 'react';
import type { ColumnLayout } from './columnLayout.ts';

/**
 * Follows a pointer that has gone down on the edge of column `id` until it is lifted, and tells the
 * widths (pixels) at each of its steps.
 */
export function dragColumn(
  id: string,
  widths: ColumnLayout['widths'],
  event: MouseEvent | TouchEvent,
  onWidths: (widths: ColumnLayout['widths']) => void,
): void {
  const table = constructTable({
    features: tableFeatures({
      coreReactivityFeature: storeReactivityBindings(),
      columnSizingFeature,
      columnResizingFeature,
    }),
    columns: Object.keys(widths).map((column) => ({ id: column })),
    data: [] as object[],
    columnResizeMode: 'onChange',
    initialState: { columnSizing: { ...widths } },
  });
  table.store.subscribe(({ columnSizing }) => onWidths(columnSizing));
  const header = table.getFlatHeaders().find(({ column }) => column.id === id);
  header?.getResizeHandler()(event);
}

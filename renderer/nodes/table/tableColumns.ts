import { readField } from '../../core/bindings.ts';
import type { NodeProps } from '../../core/node.ts';

export type TableColumn = NodeProps<'table'>['node']['columns'][number];

const numeric: ReadonlySet<string> = new Set(['integer', 'quantity', 'percent']);

/** Figures stand at the end, so that their digits line up. */
export function alignOf(column: TableColumn): 'start' | 'end' {
  return column.align ?? (numeric.has(column.format?.as ?? 'text') ? 'end' : 'start');
}

/** The columns worth showing: those marked `hideWhenEmpty` need a value on this page, or a filter. */
export function visibleColumns(
  columns: readonly TableColumn[],
  rows: readonly unknown[],
  filtered: readonly string[],
): readonly TableColumn[] {
  return columns.filter(
    (column) =>
      !column.hideWhenEmpty ||
      filtered.includes(column.id) ||
      rows.some((row) => {
        const value = readField(row, column.field);
        return value !== null && value !== undefined && value !== '';
      }),
  );
}

/** The column that carries the row's link: the one marked, else the first. */
export function primaryColumn(columns: readonly TableColumn[]): TableColumn | undefined {
  return columns.find((column) => column.primary) ?? columns[0];
}

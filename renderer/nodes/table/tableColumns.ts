import { readField } from '../../core/bindings.ts';
import type { NodeProps } from '../../core/node.ts';

export type TableColumn = NodeProps<'table'>['node']['columns'][number];

const numeric: ReadonlySet<string> = new Set(['integer', 'quantity', 'percent']);

/** Figures stand at the end, so that their digits line up. */
export function alignOf(column: TableColumn): 'start' | 'end' {
  return column.align ?? (numeric.has(column.format?.as ?? 'text') ? 'end' : 'start');
}

const words: ReadonlySet<string> = new Set(['text', 'enumeration', 'link', 'coverage']);

/** Whether a column's values may be cut off where there is no room for them: figures and days never are. */
export function isWords({ copy, format }: TableColumn): boolean {
  return !copy && words.has(format?.as ?? 'text');
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

/** The column whose value stands over rows, and those that stand in them. */
export function splitGroup(columns: readonly TableColumn[]) {
  const group = columns.find(({ groups }) => groups);
  return { group, columns: columns.filter((column) => column !== group) };
}

/** Whether a row begins those that follow one another with the same value of a column. */
export function beginsGroup(
  group: TableColumn | undefined,
  rows: readonly unknown[],
  at: number,
): group is TableColumn {
  if (!group) return false;
  return at === 0 || readField(rows[at], group.field) !== readField(rows[at - 1], group.field);
}

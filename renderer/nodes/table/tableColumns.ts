import { readField } from '../../core/bindings.ts';
import type { NodeProps } from '../../core/node.ts';
import type { ColumnFilter } from './clientRows.ts';

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

/** A column, and those whose values stand in its cells, under its own. */
export interface PlacedColumn {
  readonly column: TableColumn;
  readonly under: readonly TableColumn[];
}

/** Where columns stand. One whose column doesn't show stands by itself. */
export function placeColumns(columns: readonly TableColumn[]): readonly PlacedColumn[] {
  const isPlaced = ({ under }: TableColumn) =>
    under !== undefined && columns.some(({ id }) => id === under);
  return columns
    .filter((column) => !isPlaced(column))
    .map((column) => ({ column, under: columns.filter(({ under }) => under === column.id) }));
}

/** The column whose choices are the table's tabs. */
export function tabsColumn({ tabs, columns }: NodeProps<'table'>['node']) {
  return tabs && columns.find(({ id }) => id === tabs.column);
}

/** The value of the tab that is chosen; undefined while none or several are. */
export function chosenTab(
  node: NodeProps<'table'>['node'],
  filters: Readonly<Record<string, ColumnFilter>>,
): string | undefined {
  const filter = node.tabs && filters[node.tabs.column];
  return filter?.kind === 'choice' && filter.values.length === 1 ? filter.values[0] : undefined;
}

/** The colour of a row's edge; undefined: it has none. */
export function edgeOf(columns: readonly TableColumn[], row: unknown): string | undefined {
  const column = columns.find(({ edge }) => edge);
  if (!column) return undefined;
  const value = String(readField(row, column.field));
  const { format } = column;
  const intent = format?.as === 'badge' ? format.intents[value] : severityIntents[value];
  return intent === undefined || intent === 'none' ? undefined : `edge-${intent}`;
}

const severityIntents: Readonly<Record<string, string>> = { '5': 'warning', '10': 'danger' };

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

import { readField } from '../../core/bindings.ts';
import { readWeights } from './sortWeights.ts';
import type { TableColumn } from './tableColumns.ts';

type Rows = readonly unknown[];

/** Rows by a column, missing values last whichever the direction; equal ones as they came. */
export function sortRows(
  rows: Rows,
  column: TableColumn | undefined,
  isDescending: boolean,
  locale: string,
): Rows {
  if (!column) return rows;
  const weights = readWeights(rows, column.field, locale);
  const order = Uint32Array.from(rows.keys());
  const sign = isDescending ? -1 : 1;
  order.sort((a, b) => {
    const difference = (weights[a] as number) - (weights[b] as number);
    // Not a number when either is missing, and then the other goes first.
    if (Number.isNaN(difference)) {
      return Number(Number.isNaN(weights[a])) - Number(Number.isNaN(weights[b]));
    }
    return sign * difference;
  });
  return Array.from(order, (at) => rows[at]);
}

/** Sorted rows with those of a group together, in the order in which the groups first came. */
export function keepGroups(rows: Rows, group: TableColumn | undefined, all: Rows): Rows {
  if (!group) return rows;
  const places = new Map<unknown, number>();
  for (const row of all) {
    const value = readField(row, group.field);
    if (!places.has(value)) places.set(value, places.size);
  }
  const placeOf = (row: unknown) => places.get(readField(row, group.field)) ?? places.size;
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** What one column's filter asks for. */
export type ColumnFilter =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'range'; readonly from?: string | undefined; readonly to?: string | undefined }
  | { readonly kind: 'choice'; readonly values: readonly string[] };

/** Rows in which each word of `search` is found somewhere, and which pass every column's filter. */
export function filterRows(
  rows: Rows,
  columns: readonly TableColumn[],
  search: string,
  filters: Readonly<Record<string, ColumnFilter>>,
): Rows {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const tests = columns.flatMap((column) => {
    const filter = filters[column.id];
    return filter ? [{ field: column.field, passes: compileFilter(filter) }] : [];
  });
  if (words.length === 0 && tests.length === 0) return rows;
  return rows.filter((row) => {
    if (!tests.every(({ field, passes }) => passes(readField(row, field)))) return false;
    if (words.length === 0) return true;
    const text = columns.map(({ field }) => asText(readField(row, field))).join('\u0000');
    const searched = text.toLocaleLowerCase();
    return words.every((word) => searched.includes(word));
  });
}

function compileFilter(filter: ColumnFilter): (value: unknown) => boolean {
  if (filter.kind === 'choice') {
    const wanted = new Set(filter.values);
    return (value) => wanted.has(asText(value));
  }
  if (filter.kind === 'text') {
    const text = filter.text.trim().toLocaleLowerCase();
    return (value) => asText(value).toLocaleLowerCase().includes(text);
  }
  const { from, to } = filter;
  return (value) => {
    if (value === undefined || value === null || value === '') return false;
    return (!from || isAtLeast(value, from)) && (!to || isAtLeast(to, value));
  };
}

/** Numbers by size, days by their order as texts. */
function isAtLeast(value: unknown, bound: unknown): boolean {
  const [one, other] = [Number(value), Number(bound)];
  const areNumbers = !Number.isNaN(one) && !Number.isNaN(other);
  return areNumbers ? one >= other : String(value).slice(0, 10) >= String(bound).slice(0, 10);
}

function asText(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}

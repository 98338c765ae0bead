import { type QueryValues, useQueryState } from '../../core/bindings.ts';
import type { NodeProps } from '../../core/node.ts';
import type { ColumnFilter } from './clientRows.ts';

type Table = NodeProps<'table'>['node'];

export interface TableState {
  /** From 0. */
  readonly page: number;
  readonly size: number;
  /** `field`, `-field` for descending, or undefined. */
  readonly sort: string | undefined;
  readonly search: string;
  readonly setPage: (page: number, options?: { replace?: boolean }) => void;
  readonly setSize: (size: number) => void;
  readonly setSort: (sort: string | undefined) => void;
  readonly setSearch: (search: string) => void;
  /** By column. */
  readonly filters: Readonly<Record<string, ColumnFilter>>;
  readonly setFilter: (column: string, filter: ColumnFilter | undefined) => void;
  /** No filter is in effect but those that columns begin with. */
  readonly hasBegunFilters: boolean;
  /** Search and all filters, at once. */
  readonly clearWishes: () => void;
  /** All of it but the page, as the address has it, without the node's id. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Puts such parameters in place of those now. */
  readonly restore: (parameters: Readonly<Record<string, string>>) => void;
}

/**
 * Where a table is, kept in the address so that every state is a deep link. Each parameter carries
 * the node's id, as a screen may have several tables; pages count from 1 there.
 */
export function useTableState(
  node: Pick<Table, 'id' | 'pageSizes' | 'columns' | 'paging'>,
): TableState {
  const [query, setQuery] = useQueryState();
  const name = (part: string) => `${node.id}.${part}`;

  const size = Number(query[name('size')]);
  const page = Number(query[name('page')]);
  const sort = query[name('sort')];
  const firstSize = node.pageSizes[0] ?? 25;
  const own = Object.keys(query).filter((one) => one.startsWith(name('')));
  const parameters = Object.fromEntries(
    own
      .filter((one) => one !== name('page') && query[one] !== undefined)
      .map((one) => [one.slice(name('').length), String(query[one])]),
  );
  const filters = readFilters(node, query, name);
  const filterOf = (column: string) => name(`filter.${column}`);
  return {
    page: Number.isInteger(page) && page > 1 ? page - 1 : 0,
    size: node.pageSizes.includes(size) ? size : firstSize,
    sort: typeof sort === 'string' && isSortable(node, sort) ? sort : undefined,
    search: String(query[name('search')] ?? ''),
    setPage: (next, options) =>
      setQuery({ [name('page')]: next === 0 ? undefined : next + 1 }, options),
    setSize: (next) =>
      setQuery({
        [name('size')]: next === firstSize ? undefined : next,
        [name('page')]: undefined,
      }),
    setSort: (next) => setQuery({ [name('sort')]: next, [name('page')]: undefined }),
    setSearch: (next) =>
      setQuery(
        { [name('search')]: next || undefined, [name('page')]: undefined },
        // Each typed letter as a step back would bury the page before.
        { replace: true },
      ),
    filters,
    hasBegunFilters: Object.keys(filters).every(
      (id) => chosenOf(node, id) !== undefined && query[filterOf(id)] === undefined,
    ),
    setFilter: (column, filter) => {
      const written = filter && writeFilter(filter);
      const defaults = chosenOf(node, column);
      const isBegun = written === defaults;
      setQuery(
        {
          // An empty one says in the address that what it would begin with was taken away.
          [filterOf(column)]: isBegun ? undefined : (written ?? (defaults && '')),
          [name('page')]: undefined,
        },
        { replace: true },
      );
    },
    clearWishes: () => {
      const activeFilters = own.filter((one) =>
        /^(search|filter\.)/.test(one.slice(name('').length)),
      );
      const defaults = node.columns
        .filter(({ chosen }) => chosen)
        .map(({ id }) => [filterOf(id), '']);
      const none = [...activeFilters, name('page')].map((one) => [one, undefined]);
      setQuery(Object.fromEntries([...none, ...defaults]), { replace: true });
    },
    parameters,
    restore: (next) => {
      const none = Object.fromEntries(own.map((one) => [one, undefined]));
      const wanted = Object.entries(next).map(([part, value]) => [name(part), value]);
      setQuery({ ...none, ...Object.fromEntries(wanted) });
    },
  };
}

/** What the address calls a column's order: the browser sorts by any, a server by what it offers. */
export function sortNameOf(
  column: Table['columns'][number],
  paging: Table['paging'],
): string | undefined {
  return paging === 'client' ? column.id : column.sort;
}

function isSortable({ columns, paging }: Pick<Table, 'columns' | 'paging'>, sort: string): boolean {
  return columns.some((column) => sortNameOf(column, paging) === fieldOf(sort));
}

function readFilters(
  { columns }: Pick<Table, 'columns'>,
  query: QueryValues,
  name: (part: string) => string,
): Record<string, ColumnFilter> {
  const entries = columns.flatMap(({ id, filter, chosen }) => {
    const text = query[name(`filter.${id}`)] ?? chosen?.join('|') ?? '';
    const read = filter && text !== '' && readFilter(filter, String(text));
    return read ? [[id, read] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** What a column's filter begins with, as the address would have it. */
function chosenOf({ columns }: Pick<Table, 'columns'>, column: string): string | undefined {
  return columns.find(({ id }) => id === column)?.chosen?.join('|');
}

/** `text`, `from..to`, or choices with `|` between them. */
function readFilter(
  kind: NonNullable<Table['columns'][number]['filter']>,
  text: string,
): ColumnFilter | undefined {
  if (kind === 'text') return { kind: 'text', text };
  if (kind === 'choice') return { kind: 'choice', values: text.split('|').filter(Boolean) };
  const [from = '', to = ''] = text.split('..');
  return { kind: 'range', from, to };
}

/** As the address and a call's `filter` parameter have it; undefined when it asks for nothing. */
export function writeFilter(filter: ColumnFilter): string | undefined {
  if (filter.kind === 'text') return filter.text.trim() === '' ? undefined : filter.text;
  if (filter.kind === 'choice') return filter.values.join('|') || undefined;
  const { from = '', to = '' } = filter;
  return from || to ? `${from}..${to}` : undefined;
}

function fieldOf(sort: string): string {
  return sort.replace(/^-/, '');
}

export type SortDirection = 'ascending' | 'descending' | 'none';

/** How a column is sorted now. */
export function directionOf(column: string, sort: string | undefined): SortDirection {
  if (sort === undefined || fieldOf(sort) !== column) return 'none';
  return sort.startsWith('-') ? 'descending' : 'ascending';
}

/** The next step of unset → ascending → descending → unset. */
export function nextSort(column: string, sort: string | undefined): string | undefined {
  const direction = directionOf(column, sort);
  if (direction === 'none') return column;
  return direction === 'ascending' ? `-${column}` : undefined;
}

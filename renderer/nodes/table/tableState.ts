import { useQueryState } from '../../core/bindings.ts';
import type { NodeProps } from '../../core/node.ts';

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
}

/**
 * Where a table is, kept in the address so that every state is a deep link. Each parameter carries
 * the node's id, as a screen may have several tables; pages count from 1 there.
 */
export function useTableState(node: Pick<Table, 'id' | 'pageSizes' | 'columns'>): TableState {
  const [query, setQuery] = useQueryState();
  const name = (part: string) => `${node.id}.${part}`;

  const size = Number(query[name('size')]);
  const page = Number(query[name('page')]);
  const sort = query[name('sort')];
  const firstSize = node.pageSizes[0] ?? 25;
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
  };
}

function isSortable({ columns }: Pick<Table, 'columns'>, sort: string): boolean {
  return columns.some((column) => column.sort !== undefined && column.sort === fieldOf(sort));
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

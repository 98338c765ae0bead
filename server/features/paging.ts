import { type Ascending, type FilterKind, splitFilter } from '../../schemas/api/operation.ts';

/**
 * `ORDER BY` from a sort parameter, `-` for descending, nulls last: `columns` has the SQL of each
 * field that the operation sorts by, and a field that is forgotten doesn't compile.
 */
export function orderBy<Sort extends string>(
  sort: Sort | undefined,
  columns: Readonly<Record<Ascending<Sort>, string>>,
  otherwise: string,
): string {
  if (sort === undefined) return `ORDER BY ${otherwise}`;
  const column = columns[sort.replace(/^-/, '') as Ascending<Sort>];
  return `ORDER BY ${column} ${sort.startsWith('-') ? 'DESC' : 'ASC'} NULLS LAST, ${otherwise}`;
}

/** A LIKE pattern that finds the text anywhere; its own wildcards are taken as they stand. */
export function containing(search: string | undefined): string {
  return `%${(search ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/**
 * What a list's filters demand, as `AND …`, or nothing: `kinds` are those of its operation, `columns`
 * has the SQL of each field. Values become parameters, appended to `parameters`. A day's end lasts all
 * day.
 */
export function filterWhere<Field extends string>(
  filters: readonly string[] | undefined,
  kinds: Readonly<Record<Field, FilterKind>>,
  columns: Readonly<Record<NoInfer<Field>, string>>,
  parameters: unknown[],
): string {
  const bind = (value: unknown) => `$${parameters.push(value)}`;
  const conditions = (filters ?? []).flatMap((filter) => {
    const { field, value } = splitFilter(filter);
    const [sql, kind] = [columns[field as Field], kinds[field as Field]];
    if (kind === 'text') return [`${sql} ILIKE ${bind(containing(value.trim()))}`];
    if (kind === 'choice') return [`${sql}::text = ANY (${bind(value.split('|'))})`];
    const type = kind === 'date' ? 'date' : 'numeric';
    const [from, to] = value.split('..');
    return [
      ...(from ? [`${sql}::${type} >= ${bind(from)}::${type}`] : []),
      ...(to ? [`${sql}::${type} <= ${bind(to)}::${type}`] : []),
    ];
  });
  return conditions.map((condition) => `AND ${condition}`).join(' ');
}

/**
 * Cuts a page's rows, each of which carries the whole count as `total`. A page behind the last one
 * has no row to carry it, and only then is it counted apart.
 */
export async function toPage<Row extends { total: number }>(
  rows: readonly Row[],
  { page, size }: { page: number; size: number },
  countAll: () => Promise<number>,
) {
  return {
    content: rows.map(({ total: _, ...row }) => row),
    page,
    size,
    total: rows[0]?.total ?? (page === 0 ? 0 : await countAll()),
  };
}

/** A page of what `list` answers, whose first row carries the count of what lies behind the last one. */
export async function pageBy<
  Row extends { total: number },
  Query extends { page: number; size: number },
>(list: (query: Query) => Promise<readonly Row[]>, query: Query) {
  const countAll = async () => (await list({ ...query, page: 0, size: 1 }))[0]?.total ?? 0;
  return toPage(await list(query), query, countAll);
}

/** A short list as a page of its own. */
export function wholePage<Row>(content: readonly Row[]) {
  const { length } = content;
  return { content: [...content], page: 0, size: Math.max(length, 1), total: length };
}

import { type FilterKind, splitFilter } from '../../schemas/api/operation.ts';

/** `ORDER BY` from a sort parameter: a closed list of columns, `-` for descending, nulls last. */
export function orderBy(
  sort: string | undefined,
  columns: Readonly<Record<string, string>>,
  otherwise: string,
): string {
  const column = columns[sort?.replace(/^-/, '') ?? ''];
  if (!column) return `ORDER BY ${otherwise}`;
  return `ORDER BY ${column} ${sort?.startsWith('-') ? 'DESC' : 'ASC'} NULLS LAST, ${otherwise}`;
}

/** A LIKE pattern that finds the text anywhere; its own wildcards are taken as they stand. */
export function containing(search: string | undefined): string {
  return `%${(search ?? '').replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/**
 * What a list's filters demand, as `AND …`, or nothing: `columns` has the SQL of each field that the
 * operation names. Values become parameters, appended to `parameters`. A day's end lasts all day.
 */
export function filterWhere(
  filters: readonly string[] | undefined,
  columns: Readonly<Record<string, { readonly sql: string; readonly kind: FilterKind }>>,
  parameters: unknown[],
): string {
  const bind = (value: unknown) => `$${parameters.push(value)}`;
  const conditions = (filters ?? []).flatMap((filter) => {
    const { field, value } = splitFilter(filter);
    const column = columns[field];
    if (!column) throw new Error(`The list has no column for the filter ${field}.`);
    const { sql, kind } = column;
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

/** A short list as a page of its own. */
export function wholePage<Row>(content: readonly Row[]) {
  const { length } = content;
  return { content: [...content], page: 0, size: Math.max(length, 1), total: length };
}

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

import pg, { type PoolClient } from 'pg';
import { z } from 'zod';

/** A table as its rows are written down, whatever engine holds it: `catalog.repository.ts` finds them. */
export interface TableShape {
  readonly schema: string;
  readonly name: string;
  /** Those that are stored; `type` as SQL says it, such as `timestamp with time zone`. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** One of the pool's, with whatever transaction it is in. */
export type Connection = PoolClient;

const { escapeIdentifier } = pg;
const linesSchema = z.array(z.object({ line: z.string() }));
const pieceBytes = 4 * 1024 * 1024;
const mostRows = 20_000;
const nameOf = ({ schema, name }: TableShape) =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;

/**
 * For the rest of a transaction, every value's text is one that casts back to the very same value,
 * however the server is set up.
 */
export async function writeValuesExactly(client: Connection): Promise<void> {
  await client.query(
    `SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'iso_8601'; SET LOCAL timezone = 'UTC';
    SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1`,
  );
}

/**
 * A table's rows inside a transaction, in pieces of some 4 MB: a line a row, which is a JSON array of
 * its columns' texts. (COPY would be shorter, and can't be streamed into the embedded engine.)
 */
export async function* readRows(client: Connection, table: TableShape): AsyncGenerator<string[]> {
  const texts = table.columns.map(({ name }) => `${escapeIdentifier(name)}::text`).join(', ');
  await client.query(
    `DECLARE rows NO SCROLL CURSOR FOR SELECT array_to_json(ARRAY[${texts}])::text AS line FROM ${nameOf(table)}`,
  );
  let piece: string[] = [];
  let bytes = 0;
  for (let count = 100; ; ) {
    const result = await client.query(`FETCH ${count} FROM rows`);
    const rows = linesSchema.parse(result.rows);
    if (rows.length === 0) break;
    const fetched = rows.reduce((sum, { line }) => sum + line.length, 0);
    piece.push(...rows.map(({ line }) => line));
    bytes += fetched;
    // As many as a piece holds, by the rows so far: some are a few digits, others half a megabyte.
    count = Math.max(1, Math.min(mostRows, Math.floor((pieceBytes * rows.length) / fetched)));
    if (bytes < pieceBytes / 2) continue;
    yield piece;
    piece = [];
    bytes = 0;
  }
  await client.query('CLOSE rows');
  if (piece.length > 0) yield piece;
}

/** Puts such lines into a table; answers how many. */
export async function writeRows(
  client: Connection,
  table: TableShape,
  lines: readonly string[],
): Promise<number> {
  const names = table.columns.map(({ name }) => escapeIdentifier(name)).join(', ');
  const values = table.columns.map(({ type }, at) => `(line->>${at})::${type}`).join(', ');
  const { rowCount } = await client.query(
    `INSERT INTO ${nameOf(table)} (${names}) OVERRIDING SYSTEM VALUE
     SELECT ${values} FROM jsonb_array_elements($1::jsonb) AS given (line)`,
    [`[${lines.join(',')}]`],
  );
  return rowCount ?? 0;
}

/** Empties a table that isn't empty: of some, rows are only ever added, and they refuse even this. */
export async function emptyTable(client: Connection, table: TableShape): Promise<void> {
  if (await hasRows(client, table)) await client.query(`DELETE FROM ${nameOf(table)}`);
}

export async function hasRows(client: Connection, table: TableShape): Promise<boolean> {
  const { rows } = await client.query(`SELECT FROM ${nameOf(table)} LIMIT 1`);
  return rows.length > 0;
}

import type { Transaction } from '../../database/open.ts';
import { commandOfKeys, statement } from '../../database/statement.ts';
import { type ChunkKey, type ChunkRow, nullsOf, zerosOf } from './chunks.ts';
import { boundsOf, keyColumns } from './rollups.repository.ts';
import { keyNames, rollupColumns, storedLists, withLists } from './storedRow.ts';

/**
 * A few buckets of rollup rows that are there: what comes day by day changes two of a row's thirty,
 * and the others needn't travel.
 */

/** From a bucket up to another one, which isn't included. */
export interface Slice {
  readonly key: ChunkKey;
  readonly begin: number;
  readonly end: number;
}

const counted = ['volumes', 'measured', 'received'] as const;
const sparse = {
  minimum: 'NULL::bigint',
  maximum: 'NULL::bigint',
  interpolated: '0::smallint',
  estimated: '0::smallint',
  missing: '0::smallint',
  bridged: '0::bigint',
  interpolated_time: '0::bigint',
  unknown_time: '0::bigint',
  absent_time: '0::bigint',
} as const;
const lists = [...counted, ...Object.keys(sparse)];

const selectSlices = statement(
  { place: 'integer', ...storedLists },
  `SELECT place::integer, ${lists.map((name) => `${name}[a:b]`).join(', ')}
   FROM unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::text[], $5::smallint[], $6::date[],
       $7::integer[], $8::integer[]) WITH ORDINALITY AS wanted (${keyNames.join(', ')}, a, b, place),
     LATERAL (SELECT ${lists.join(', ')} FROM rollup
       WHERE ${keyNames.map((name) => `rollup.${name} = wanted.${name}`).join(' AND ')}
         AND rollup.chunk BETWEEN $9::date AND $10::date
       LIMIT 1) AS found`,
);

/** The slices of rows that are there. */
export async function readSlices(tx: Transaction, wanted: readonly Slice[]): Promise<ChunkRow[]> {
  if (wanted.length === 0) return [];
  const keys = wanted.map(({ key }) => key);
  const rows = await tx.query(selectSlices, [
    ...keyColumns(keys),
    wanted.map(({ begin }) => begin + 1),
    wanted.map(({ end }) => end),
    ...boundsOf(keys),
  ]);
  return rows.map((row) => {
    const { key, begin } = wanted[row.place - 1] as Slice;
    return withLists(key, begin, row);
  });
}

/** A column with its slice changed; null again when it tells nothing throughout. */
function changedColumn([name, nothing]: [string, string]): string {
  const given = `excluded.${name}`;
  const none = `array_fill(${nothing}, ARRAY[cardinality(rollup.volumes)])`;
  const known = `coalesce(rollup.${name}, ${none})`;
  return `${name} = CASE WHEN ${given} IS NULL THEN rollup.${name} ELSE nullif(
     (${known})[:array_lower(${given}, 1) - 1] || ${given} || (${known})[array_upper(${given}, 1) + 1:],
     ${none}) END`;
}

const types: Readonly<Record<string, string>> = {
  measured: 'smallint[]',
  received: 'integer[]',
  interpolated: 'smallint[]',
  estimated: 'smallint[]',
  missing: 'smallint[]',
};

/** An array's bounds say which buckets are meant. By ON CONFLICT each row is found by its key. */
const write = commandOfKeys(
  `INSERT INTO rollup (${rollupColumns})
   SELECT ${keyNames.join(', ')}, ${rollupColumns
     .split(', ')
     .slice(keyNames.length)
     .map((name) => `${name}::${types[name] ?? 'bigint[]'}`)
     .join(', ')}
   FROM unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::text[], $5::smallint[], $6::date[],
     $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[],
     $15::text[], $16::text[], $17::text[], $18::text[]) AS given (${rollupColumns})
   ON CONFLICT (${keyNames.join(', ')}) DO UPDATE SET
     ${counted
       .map(
         (name) =>
           `${name}[array_lower(excluded.${name}, 1):array_upper(excluded.${name}, 1)] = excluded.${name}`,
       )
       .join(', ')},
     ${Object.entries(sparse).map(changedColumn).join(', ')}`,
);

/** Writes slices into rows that are there; the caller has read them. */
export async function writeSlices(tx: Transaction, rows: readonly ChunkRow[]): Promise<void> {
  if (rows.length === 0) return;
  const texts = (pick: (row: ChunkRow) => readonly (number | null)[] | null) =>
    `{${rows.map((row) => listOf(row, pick(row))).join()}}`;
  const changed = (pick: (row: ChunkRow) => readonly (number | null)[]) =>
    texts((row) => {
      const values = pick(row);
      const isAsBefore = values === zerosOf(values.length) || values === nullsOf(values.length);
      return isAsBefore ? null : values;
    });
  await tx.run(write, [
    ...keyColumns(rows).map((column) => `{${column.join()}}`),
    texts((row) => row.volumes),
    texts((row) => row.measured),
    texts((row) => row.received),
    changed((row) => row.minimum),
    changed((row) => row.maximum),
    changed((row) => row.interpolated),
    changed((row) => row.estimated),
    changed((row) => row.missing),
    changed((row) => row.bridged),
    changed((row) => row.interpolatedTime),
    changed((row) => row.unknownTime),
    changed((row) => row.absentTime),
  ]);
}

function listOf({ begin }: ChunkRow, values: readonly (number | null)[] | null): string {
  if (values === null) return 'NULL';
  const known = values.includes(null) ? values.map((value) => value ?? 'NULL') : values;
  return `"[${begin + 1}:${begin + values.length}]={${known.join()}}"`;
}

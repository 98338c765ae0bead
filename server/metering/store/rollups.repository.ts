import type { RollupTimeframe } from '../../../schemas/entities/consumption.ts';
import type { DeviceCategory } from '../../../schemas/entities/device.ts';
import type { Transaction } from '../../database/open.ts';
import { commandOfKeys, preparedStatement, statement } from '../../database/statement.ts';
import { type Chunk, chunksBetween } from '../buckets.ts';
import type { BucketValue } from '../consumption.ts';
import {
  bucketOf,
  type ChunkKey,
  type ChunkRow,
  emptyChunk,
  nullsOf,
  type SubjectKind,
  sparseColumns,
  subjectKinds,
  timeframeNumbers,
  zerosOf,
} from './chunks.ts';
import { rollupColumns, storedRollup, toChunkRow } from './storedRow.ts';

export interface RollupQuery {
  readonly propertyId: number;
  readonly subjectKind: SubjectKind;
  readonly subjectIds: readonly number[];
  readonly categories?: readonly DeviceCategory[];
  readonly timeframe: RollupTimeframe;
  readonly timeZone: string;
  /** Buckets that begin in [from, until), UTC ms. */
  readonly from: number;
  readonly until: number;
}

export interface RollupBucket extends BucketValue {
  readonly start: number;
  /** Milliseconds that its devices should have been watched: their number times its length. */
  readonly expectedTime: number;
}

/** How long a bucket's devices are watched when nothing of it is missing. */
export function expectedTimeOf(bucket: BucketValue, length: number): number {
  const { measured, interpolated, estimated, missing } = bucket;
  return (measured + interpolated + estimated + missing) * length;
}

export interface RollupSeries {
  readonly subjectId: number;
  readonly category: DeviceCategory;
  readonly buckets: RollupBucket[];
}

const selectSeries = preparedStatement(
  storedRollup,
  `SELECT ${rollupColumns} FROM rollup
   WHERE property_id = $1 AND subject_kind = $2 AND subject_id = ANY ($3::bigint[])
     AND timeframe = $4 AND chunk BETWEEN $5 AND $6
     AND ($7::text[] IS NULL OR category = ANY ($7::text[]))
   ORDER BY subject_id, category, chunk`,
);

/**
 * Consumption per subject and category. The cost follows the chunks shown, not the readings stored.
 * For a gauge `volume` is the sum of readings and `received` their count.
 */
export async function readRollups(tx: Transaction, query: RollupQuery): Promise<RollupSeries[]> {
  const { propertyId, subjectKind, subjectIds, categories, timeframe, timeZone, from, until } =
    query;
  if (until <= from || subjectIds.length === 0) return [];
  const chunks = chunksBetween(timeZone, timeframe, from, until - 1);
  const rows = await tx.query(selectSeries, [
    propertyId,
    subjectKinds[subjectKind],
    subjectIds,
    timeframeNumbers[timeframe],
    chunks[0]?.day,
    chunks.at(-1)?.day,
    categories ?? null,
  ]);
  return toSeries(rows.map(toChunkRow), chunks, query);
}

/** Packed rows as series whose buckets begin in [from, until). */
export function toSeries(
  rows: readonly ChunkRow[],
  chunks: readonly Chunk[],
  { from, until }: Pick<RollupQuery, 'from' | 'until'>,
): RollupSeries[] {
  const bySeries = Map.groupBy(rows, (row) => `${row.subjectId} ${row.category}`);
  return [...bySeries.values()].map((list) => {
    const [{ subjectId, category }] = list as [ChunkRow];
    const byChunk = new Map(list.map((row) => [row.chunk, row]));
    const buckets = chunks.flatMap(({ day, edges }) => {
      const row = byChunk.get(day) ?? emptyChunk(list[0] as ChunkRow, edges.length - 1);
      const within: RollupBucket[] = [];
      for (let index = 0; index < edges.length - 1; index++) {
        const start = edges[index] as number;
        if (start < from || start >= until) continue;
        const value = bucketOf(row, index);
        const expectedTime = expectedTimeOf(value, (edges[index + 1] as number) - start);
        // To spread it costs several times as much, and reports make millions.
        within.push(Object.assign(value, { start, expectedTime }));
      }
      return within;
    });
    return { subjectId, category, buckets };
  });
}

// Not prepared: a plan that is kept holds the partitions of all years.
const selectChunks = statement(
  storedRollup,
  `SELECT found.* FROM unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::text[], $5::smallint[],
       $6::date[]) AS wanted (property_id, subject_kind, subject_id, category, timeframe, chunk),
     LATERAL (SELECT ${rollupColumns} FROM rollup
       WHERE rollup.property_id = wanted.property_id AND rollup.subject_kind = wanted.subject_kind
         AND rollup.subject_id = wanted.subject_id AND rollup.category = wanted.category
         AND rollup.timeframe = wanted.timeframe AND rollup.chunk = wanted.chunk
         AND rollup.chunk BETWEEN $7::date AND $8::date
       LIMIT 1) AS found`,
);

/**
 * The stored rows of these keys; a key without a row is left out. Each is looked up by itself: of a
 * table that is being filled the planner knows nothing, and would read whole years to join them.
 */
export async function readChunks(tx: Transaction, keys: readonly ChunkKey[]): Promise<ChunkRow[]> {
  if (keys.length === 0) return [];
  const rows = await tx.query(selectChunks, [...keyColumns(keys), ...boundsOf(keys)]);
  return rows.map(toChunkRow);
}

/** The first and last chunk: partitions beyond them needn't even be planned for. */
export function boundsOf(keys: readonly ChunkKey[]): [string, string] {
  let [first, last] = ['9999-12-31', '0001-01-01'];
  for (const { chunk } of keys) {
    if (chunk < first) first = chunk;
    if (chunk > last) last = chunk;
  }
  return [first, last];
}

/** Takes rows away that say nothing any more. */
export async function deleteChunks(tx: Transaction, keys: readonly ChunkKey[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.run(
    `DELETE FROM rollup USING unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::text[],
       $5::smallint[], $6::date[])
       AS given (property_id, subject_kind, subject_id, category, timeframe, chunk)
     WHERE rollup.property_id = given.property_id AND rollup.subject_kind = given.subject_kind
       AND rollup.subject_id = given.subject_id AND rollup.category = given.category
       AND rollup.timeframe = given.timeframe AND rollup.chunk = given.chunk
       AND rollup.chunk BETWEEN $7::date AND $8::date`,
    [...keyColumns(keys), ...boundsOf(keys)],
  );
}

const selectMembers = statement(
  storedRollup,
  `SELECT ${rollupColumns} FROM rollup
   WHERE property_id = $1 AND subject_kind = ${subjectKinds.device} AND category = $2
     AND timeframe = $3 AND chunk = $4 AND subject_id IN (SELECT id FROM device
       WHERE property_id = $1 AND NOT is_main AND ($5::bigint IS NULL OR tenant_id = $5))`,
);

/** The rows of all devices that count in a tenant's or property's row. */
export async function readMembers(tx: Transaction, group: ChunkKey): Promise<ChunkRow[]> {
  const tenantId = group.subjectKind === subjectKinds.tenant ? group.subjectId : null;
  const { propertyId, category, timeframe, chunk } = group;
  const rows = await tx.query(selectMembers, [propertyId, category, timeframe, chunk, tenantId]);
  return rows.map(toChunkRow);
}

const selectDeviceChunks = statement(
  storedRollup,
  `SELECT ${rollupColumns} FROM rollup
   WHERE property_id = $1 AND subject_kind = ${subjectKinds.device} AND subject_id = ANY ($2)`,
);

/** All rows of some devices of a property. */
export async function readDeviceChunks(
  tx: Transaction,
  propertyId: number,
  deviceIds: readonly number[],
): Promise<ChunkRow[]> {
  const rows = await tx.query(selectDeviceChunks, [propertyId, deviceIds]);
  return rows.map(toChunkRow);
}

/** Rows as the columns of a statement: to be made ready while the database does something else. */
export type PackedChunks = readonly string[];

export function packChunks(rows: readonly ChunkRow[]): PackedChunks {
  // The driver would look for something to escape in each element.
  const texts = (pick: (row: ChunkRow) => readonly (number | null)[] | null) =>
    `{${rows.map((row) => list(pick(row))).join()}}`;
  return [
    ...keyColumns(rows).map((column) => `{${column.join()}}`),
    texts((row) => row.volumes),
    texts((row) => row.measured),
    texts((row) => row.received),
    texts((row) => knownRange(row.minimum)),
    texts((row) => knownRange(row.maximum)),
    ...sparseColumns.map((column) => texts((row) => unlessZero(row[column]))),
  ];
}

function list(values: readonly (number | null)[] | null): string {
  if (values === null) return 'NULL';
  const known = values.includes(null) ? values.map((value) => value ?? 'NULL') : values;
  return `"{${known.join()}}"`;
}

function knownRange(values: readonly (number | null)[]): readonly (number | null)[] | null {
  const isUnknown = values === nullsOf(values.length) || values.every((value) => value === null);
  return isUnknown ? null : values;
}

function unlessZero(values: readonly number[]): readonly number[] | null {
  const isZero = values === zerosOf(values.length) || values.every((value) => value === 0);
  return isZero ? null : values;
}

const writeWhole = commandOfKeys(
  `INSERT INTO rollup (${rollupColumns})
   SELECT property_id, subject_kind, subject_id, category, timeframe, chunk, volumes::bigint[],
     measured::smallint[], received::integer[], minimum::bigint[], maximum::bigint[],
     interpolated::smallint[], estimated::smallint[], missing::smallint[], bridged::bigint[],
     interpolated_time::bigint[], unknown_time::bigint[], absent_time::bigint[]
   FROM unnest($1::bigint[], $2::smallint[], $3::bigint[], $4::text[], $5::smallint[], $6::date[],
     $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[],
     $15::text[], $16::text[], $17::text[], $18::text[])
     AS given (${rollupColumns})
   ON CONFLICT (property_id, subject_kind, subject_id, category, timeframe, chunk) DO UPDATE SET
     volumes = excluded.volumes, measured = excluded.measured, received = excluded.received,
     minimum = excluded.minimum, maximum = excluded.maximum,
     interpolated = excluded.interpolated, estimated = excluded.estimated,
     missing = excluded.missing, bridged = excluded.bridged,
     interpolated_time = excluded.interpolated_time, unknown_time = excluded.unknown_time,
     absent_time = excluded.absent_time`,
);

/** Writes rows whole, over those that are there. */
export async function writeChunks(tx: Transaction, packed: PackedChunks): Promise<void> {
  if (packed[0] === '{}') return;
  await tx.run(writeWhole, packed);
}

/** `keyNames` of some rows. */
export function keyColumns(keys: readonly ChunkKey[]) {
  return [
    keys.map((key) => key.propertyId),
    keys.map((key) => key.subjectKind),
    keys.map((key) => key.subjectId),
    keys.map((key) => key.category),
    keys.map((key) => key.timeframe),
    keys.map((key) => key.chunk),
  ];
}

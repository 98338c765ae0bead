import { type DeviceCategory, deviceCategorySchema } from '../../../schemas/entities/device.ts';
import { type Country, countrySchema } from '../../../schemas/entities/market.ts';
import { epochMilliseconds as ms } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, type RowOf, statement } from '../../database/statement.ts';
import { type Chunk, chunksBetween } from '../../metering/buckets.ts';
import { subjectKinds, timeframeNumbers } from '../../metering/store/chunks.ts';
import type { DueDevice } from '../../metering/store/due.repository.ts';
import type { WatchedBucket } from '../rules.ts';
import { toWatched } from '../watch.ts';

/** A device that is looked at for warnings. */
export interface WatchedDevice extends DueDevice {
  readonly category: DeviceCategory;
  readonly isMain: boolean;
  /** Null: the building's. */
  readonly tenantId: number | null;
  readonly timeZone: string;
  readonly country: Country;
  /** UTC ms of its oldest and its newest reading; null without any. */
  readonly firstAt: number | null;
  readonly lastAt: number | null;
}

const watchedDevices = statement(
  {
    propertyId: 'bigint',
    deviceId: 'bigint',
    since: 'bigint',
    category: narrow('text', deviceCategorySchema),
    isMain: 'boolean',
    tenantId: 'bigint | null',
    timeZone: 'text',
    country: narrow('text', countrySchema),
    firstAt: 'bigint | null',
    lastAt: 'bigint | null',
  },
  `SELECT device.property_id AS "propertyId", device.id AS "deviceId", since, category,
     is_main AS "isMain", tenant_id AS "tenantId",
     time_zone AS "timeZone", country, ${ms('coalesce(first_at, last_at)')} AS "firstAt",
     ${ms('last_at')} AS "lastAt"
   FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS due (property_id, id, since)
   JOIN device USING (property_id, id) JOIN property ON property.id = property_id
   LEFT JOIN device_state state ON state.property_id = device.property_id
     AND state.device_id = device.id
   ORDER BY device.property_id, device.id`,
);

export function findWatched(tx: Transaction, due: readonly DueDevice[]): Promise<WatchedDevice[]> {
  return tx.query(watchedDevices, [
    due.map(({ propertyId }) => propertyId),
    due.map(({ deviceId }) => deviceId),
    due.map(({ since }) => since),
  ]);
}

/** The buckets that are wanted of a device: those that begin in [from, its newest reading]. */
export interface WantedBuckets {
  readonly device: WatchedDevice;
  readonly timeframe: 'HOURLY' | 'DAILY';
  readonly from: number;
  /** Those alone that begin before. */
  readonly until?: number;
}

const stored = {
  deviceId: 'bigint',
  timeframe: 'smallint',
  chunk: 'date',
  volumes: '(bigint | null)[]',
  measured: 'smallint[]',
  received: 'integer[]',
  minimum: '(bigint | null)[] | null',
  maximum: '(bigint | null)[] | null',
  absent: 'bigint[] | null',
} as const;

const wantedChunks = statement(
  stored,
  `SELECT subject_id AS "deviceId", timeframe, chunk, volumes, measured, received, minimum, maximum,
     absent_time AS absent
   FROM unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::date[], $5::date[], $6::text[])
     AS wanted (property_id, subject_id, timeframe, first, last, category)
   JOIN rollup USING (property_id, subject_id, timeframe, category)
   WHERE subject_kind = ${subjectKinds.device} AND chunk BETWEEN first AND last
   ORDER BY subject_id, timeframe, chunk`,
);

/**
 * Buckets of many devices in one query, by device and timeframe (`keyOf`). The cost follows the time
 * that is looked at, not what is stored.
 */
export async function readBuckets(
  tx: Transaction,
  wanted: readonly WantedBuckets[],
): Promise<Map<string, WatchedBucket[]>> {
  const own = wanted.flatMap((one) => {
    const { timeZone, lastAt } = one.device;
    if (lastAt === null || lastAt < one.from) return [];
    const last = Math.min(lastAt, (one.until ?? Infinity) - 1);
    return [{ ...one, chunks: chunksBetween(timeZone, one.timeframe, one.from, last) }];
  });
  if (own.length === 0) return new Map();
  const rows = await tx.query(wantedChunks, [
    own.map(({ device }) => device.propertyId),
    own.map(({ device }) => device.deviceId),
    own.map(({ timeframe }) => timeframeNumbers[timeframe]),
    own.map((one) => one.chunks[0]?.day),
    own.map((one) => one.chunks.at(-1)?.day),
    own.map(({ device }) => device.category),
  ]);
  const byKey = Map.groupBy(rows, ({ deviceId, timeframe }) => `${deviceId}/${timeframe}`);
  return new Map(
    own.map((one) => {
      const list = byKey.get(`${one.device.deviceId}/${timeframeNumbers[one.timeframe]}`) ?? [];
      const byDay = new Map(list.map((row) => [row.chunk, row]));
      const buckets = one.chunks.flatMap((chunk) => bucketsOf(chunk, byDay.get(chunk.day), one));
      return [keyOf(one.device.deviceId, one.timeframe), buckets];
    }),
  );
}

export function keyOf(deviceId: number, timeframe: 'HOURLY' | 'DAILY'): string {
  return `${deviceId}/${timeframe}`;
}

function bucketsOf(
  { edges }: Chunk,
  row: RowOf<typeof stored> | undefined,
  { from, until = Infinity }: Pick<WantedBuckets, 'from' | 'until'>,
): WatchedBucket[] {
  const buckets: WatchedBucket[] = [];
  for (let index = 0; index < edges.length - 1; index++) {
    const [start, end] = [edges[index] as number, edges[index + 1] as number];
    if (start < from || start >= until) continue;
    buckets.push(
      toWatched(
        {
          start,
          volume: row?.volumes[index] ?? null,
          received: row?.received[index] ?? 0,
          minimum: row?.minimum?.[index] ?? null,
          maximum: row?.maximum?.[index] ?? null,
          measured: row?.measured[index] ?? 0,
          absentTime: row?.absent?.[index] ?? 0,
        },
        end,
      ),
    );
  }
  return buckets;
}

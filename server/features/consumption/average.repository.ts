import type { DeviceCategory } from '../../../schemas/entities/device.ts';
import type { Transaction } from '../../database/open.ts';
import { type RowOf, statement } from '../../database/statement.ts';
import { chunksBetween } from '../../metering/buckets.ts';
import { timeframeNumbers } from '../../metering/store/chunks.ts';
import type { Asked } from './asked.ts';
import type { Span } from './span.ts';
import type { WatchedTime } from './values.ts';

const areasClaim = {
  /** Square metres; null where nobody has said. */
  property: 'float8 | null',
  /** Of the tenant, or of the property when none is asked for. */
  looked: 'float8 | null',
} as const;
export type Areas = Readonly<RowOf<typeof areasClaim>>;

const areasOf = statement(
  areasClaim,
  `SELECT area_square_metres AS property,
     CASE WHEN $2::bigint IS NULL THEN area_square_metres
       ELSE (SELECT area_square_metres FROM tenant WHERE property_id = $1 AND id = $2) END AS looked
   FROM property WHERE id = $1`,
);

/** Sums of one bucket: micro-units, and the square metres that they were used on. */
export interface AverageBucket extends WatchedTime {
  readonly start: number;
  readonly end: number;
  readonly volume: number;
  readonly bridged: number;
  readonly received: number;
  readonly area: number;
}

/** The caller has made sure that the property may be seen and has the tenant. */
export async function readAreas(
  tx: Transaction,
  propertyId: number,
  tenantId: number | undefined,
): Promise<Areas> {
  const [found] = await tx.query(areasOf, [propertyId, tenantId ?? null]);
  return found ?? { property: null, looked: null };
}

/** What the country's properties used in the buckets of a span that the account may be told, in order. */
export async function readCountryAverage(
  { tx, property, now, averages }: Asked,
  category: DeviceCategory,
  {
    timeZone,
    stored: timeframe,
    from,
    until,
  }: Pick<Span, 'timeZone' | 'stored' | 'from' | 'until'>,
): Promise<AverageBucket[]> {
  const chunks = chunksBetween(timeZone, timeframe, from, until - 1);
  const sums = await averages.read(tx, {
    country: property.country,
    category,
    timeframe: timeframeNumbers[timeframe],
    now,
    chunks: chunks.map(({ day, edges }) => ({ day, end: edges.at(-1) ?? until })),
  });
  const edges = new Map(chunks.map((chunk) => [chunk.day, chunk.edges]));
  const buckets = sums.flatMap(({ chunk, place, devices, ...sum }) => {
    const [start, end] = edges.get(chunk)?.slice(place - 1, place + 1) ?? [];
    if (start === undefined || end === undefined || start < from || start >= until) return [];
    return { ...sum, start, end, expectedTime: devices * (end - start) };
  });
  return buckets.sort((one, other) => one.start - other.start);
}

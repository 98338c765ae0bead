import type { DeviceCategory } from '../../../schemas/entities/device.ts';
import type { Transaction } from '../../database/open.ts';
import { chunksBetween } from '../../metering/buckets.ts';
import { timeframeNumbers } from '../../metering/store/chunks.ts';
import type { Asked } from './asked.ts';
import type { Span } from './span.ts';

/** Square metres; null where nobody has said. */
export interface Areas {
  readonly property: number | null;
  /** Of the tenant, or of the property when none is asked for. */
  readonly looked: number | null;
  readonly tenants: number;
}

/** Sums of one bucket: micro-units, readings, and the square metres that they were used on. */
export interface AverageBucket {
  readonly start: number;
  readonly volume: number | null;
  readonly received: number;
  readonly area: number;
}

/** The caller has made sure that the property may be seen and has the tenant. */
export async function readAreas(
  tx: Transaction,
  propertyId: number,
  tenantId: number | undefined,
): Promise<Areas> {
  const [found] = await tx.query<Areas>(
    `SELECT area_square_metres AS property,
       CASE WHEN $2::bigint IS NULL THEN area_square_metres
         ELSE (SELECT area_square_metres FROM tenant WHERE property_id = $1 AND id = $2) END AS looked,
       (SELECT count(*) FROM tenant WHERE property_id = $1) AS tenants
     FROM property WHERE id = $1`,
    [propertyId, tenantId ?? null],
  );
  return found ?? { property: null, looked: null, tenants: 0 };
}

/** What the country's properties used in the buckets of a span, where there are enough of them. */
export async function readCountryAverage(
  { tx, property, now, averages }: Asked,
  category: DeviceCategory,
  { timeZone, stored: timeframe, from, until }: Span,
): Promise<AverageBucket[]> {
  const chunks = chunksBetween(timeZone, timeframe, from, until - 1);
  const rows = await averages.read(tx, {
    ...{ country: property.country, category, timeframe: timeframeNumbers[timeframe], now },
    chunks: chunks.map(({ day }) => day),
  });
  const edges = new Map(chunks.map((chunk) => [chunk.day, chunk.edges]));
  return rows.flatMap(({ chunk, place, volume, received, area }) => {
    const start = edges.get(chunk)?.[place - 1];
    return start === undefined || start < from || start >= until
      ? []
      : [{ start, volume, received, area }];
  });
}

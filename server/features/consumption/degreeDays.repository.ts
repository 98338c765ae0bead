import type { Period } from '../../../schemas/entities/consumption.ts';
import type { Transaction } from '../../database/open.ts';

/** A property's station and its days' mean temperatures. The caller may see the property. */
export async function readTemperatures(
  tx: Transaction,
  propertyId: number,
  { periodBegin, periodEnd }: Period,
): Promise<{ station: string; byDay: ReadonlyMap<string, number> }> {
  const rows = await tx.query<{ station: string; day: string | null; celsius: number }>(
    `SELECT named.station, day, celsius
     FROM (
         SELECT country, coalesce(weather_station, city) AS station FROM property WHERE id = $1
       ) AS named
       LEFT JOIN outdoor_temperature temperature ON temperature.country = named.country
         AND temperature.station = named.station AND day BETWEEN $2 AND $3`,
    [propertyId, periodBegin, periodEnd],
  );
  const known = rows.flatMap(({ day, celsius }) =>
    day === null ? [] : ([[day, celsius]] as const),
  );
  return { station: rows[0]?.station ?? '', byDay: new Map(known) };
}

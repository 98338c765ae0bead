import type { Period } from '../../../schemas/entities/consumption.ts';
import type { Transaction } from '../../database/open.ts';
import { statement } from '../../database/statement.ts';

const temperatures = statement(
  { station: 'text', day: 'date | null', celsius: 'float8 | null' },
  `SELECT named.station, day, celsius
   FROM (
       SELECT country, coalesce(weather_station, city) AS station FROM property WHERE id = $1
     ) AS named
     LEFT JOIN outdoor_temperature temperature ON temperature.country = named.country
       AND temperature.station = named.station AND day BETWEEN $2 AND $3`,
);

/** A property's station and its days' mean temperatures. The caller may see the property. */
export async function readTemperatures(
  tx: Transaction,
  propertyId: number,
  { periodBegin, periodEnd }: Period,
): Promise<{ station: string; byDay: ReadonlyMap<string, number> }> {
  const rows = await tx.query(temperatures, [propertyId, periodBegin, periodEnd]);
  const known = rows.flatMap(({ day, celsius }) =>
    day === null || celsius === null ? [] : ([[day, celsius]] as const),
  );
  return { station: rows[0]?.station ?? '', byDay: new Map(known) };
}

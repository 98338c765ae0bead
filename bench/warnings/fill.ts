import type { Database } from '../../server/database/open.ts';
import { type IncomingReading, ingestReadings } from '../../server/metering/store/ingest.ts';
import { evaluateDue } from '../../server/warnings/evaluate.ts';
import { checkRollups, copyRollups } from '../fill.ts';
import { createDevices, devicesInProperty } from '../store.ts';

const hour = 3_600_000;
/** The first reading after the last day. */
const end = Date.UTC(2025, 5, 1);
export const warnedNow = new Date(end + hour);
/** A million rollup rows or fewer. */
const propertiesInStep = 1000;

/** The meters of a property that leak 6 l/h in [from, until), in hours after the last day. */
const leaks: Readonly<Record<number, { from: number; until: number }>> = {
  // Noticed on the last day, noticed before and going on, and over on the last day.
  1: { from: -40, until: Infinity },
  2: { from: -72, until: Infinity },
  3: { from: -72, until: -23 },
};

/** What the last day's readings have to make of each property's warnings. */
export const expected = { raised: 1, goingOn: 1, over: 1 };

/** The hourly readings of all meters of a property in [from, until), in hours after the last day. */
export function readingsBetween(
  propertyId: number,
  from: number,
  until: number,
): IncomingReading[] {
  const readings: IncomingReading[] = [];
  for (let place = 1; place <= devicesInProperty; place++) {
    const leak = leaks[place] ?? { from: 0, until: 0 };
    for (let at = from; at < until; at++) {
      const leaked = 6 * Math.max(0, Math.min(at, leak.until) - leak.from);
      readings.push({
        propertyId,
        deviceId: place + (propertyId - 1) * devicesInProperty,
        at: end + at * hour,
        value: (10_000_000 + usedUntil(at) + leaked) * 1000,
        quality: 0,
      });
    }
  }
  return readings;
}

/** Litres: none in the first six hours of a day (UTC), then 12 an hour. */
function usedUntil(at: number): number {
  const [days, hours] = [Math.floor(at / 24), ((at % 24) + 24) % 24];
  return 12 * (days * 18 + Math.max(0, hours - 6));
}

export async function createHourlyDevices(database: Database, properties: number): Promise<void> {
  await createDevices(database, properties * devicesInProperty);
  await database.pool.query(`UPDATE device SET reading_interval = 'HOURLY'`);
}

/**
 * So many properties as they are when their last day's readings have come and nobody has looked at
 * them: the first and the last through the engine, the others copies of the first one's rows.
 */
export async function fillWarned(
  database: Database,
  properties: number,
  days: number,
): Promise<void> {
  await createHourlyDevices(database, properties);
  const ingest = (from: number, until: number) =>
    database.transaction((tx) =>
      ingestReadings(
        tx,
        [1, properties].flatMap((id) => readingsBetween(id, from, until)),
      ),
    );
  await ingest(-24 * days, -24);
  await evaluateDue(database, () => new Date(end - 24 * hour));
  await ingest(-24, 1);
  for (let first = 2; first < properties; first += propertiesInStep) {
    await copy(database, first, Math.min(first + propertiesInStep, properties) - 1);
  }
  await checkRollups(database, properties - 1, properties);
  await checkSame(database, 'warning_due', 'device_id, since', properties);
  await database.pool.query('VACUUM ANALYZE');
}

async function copy(database: Database, first: number, last: number): Promise<void> {
  const from = (table: string) =>
    `FROM generate_series($1::bigint, $2::bigint) AS copy (id), ${table} WHERE property_id = 1`;
  const device = `copy.id, device_id + (copy.id - 1) * ${devicesInProperty}`;
  await database.transaction(async (tx) => {
    await copyRollups(tx, first, last);
    for (const insert of [
      `device_state SELECT ${device}, last_at, last_value, first_at, flows, rules
       ${from('device_state')}`,
      `warning (property_id, device_id, alert, state, urgency, first_occurrence, last_occurrence,
         cleared_at, figure, limit_value, raised_at)
       SELECT ${device}, alert, state, urgency, first_occurrence, last_occurrence, cleared_at, figure,
         limit_value, raised_at ${from('warning')}`,
      `warning_due SELECT ${device}, since ${from('warning_due')}`,
    ]) {
      await tx.run(`INSERT INTO ${insert}`, [first, last]);
    }
  });
}

const warningColumns = `device_id, alert, state, urgency, first_occurrence, last_occurrence,
  cleared_at, figure, limit_value, withdrawn_at`;

/** Throws unless each property has what is expected of it, and copies what the engine's own has. */
export async function checkWarnings(database: Database, properties: number): Promise<void> {
  await checkSame(database, 'warning', warningColumns, properties);
  const { rows } = await database.pool.query(
    `SELECT count(*) FILTER (WHERE raised_at = $1) AS raised,
       count(*) FILTER (WHERE raised_at < $1 AND state = 'ACTIVE') AS "goingOn",
       count(*) FILTER (WHERE cleared_at IS NOT NULL) AS over
     FROM warning`,
    [warnedNow],
  );
  for (const [kind, each] of Object.entries(expected)) {
    if (rows[0][kind] !== each * properties) {
      throw new Error(`${rows[0][kind]} warnings are ${kind}, of ${properties} properties.`);
    }
  }
}

/** Throws unless the last copy's rows are those of the property that went through the engine. */
async function checkSame(
  database: Database,
  table: string,
  columns: string,
  engineMade: number,
): Promise<void> {
  const placed = columns.replace(
    'device_id',
    `device_id - (property_id - 1) * ${devicesInProperty}`,
  );
  const { rows } = await database.pool.query(
    `SELECT string_agg(ROW(${placed})::text, ' ' ORDER BY ROW(${placed})::text) AS content
     FROM ${table} WHERE property_id IN ($1, $2) GROUP BY property_id`,
    [engineMade - 1, engineMade],
  );
  if (rows.length !== 2 || rows[0].content !== rows[1].content) {
    throw new Error(`A copied property’s ${table} differs from what the engine makes.`);
  }
}

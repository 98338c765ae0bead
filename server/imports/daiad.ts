import type { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import yauzl from 'yauzl';
import type { Country } from '../../schemas/entities/market.ts';
import type { Database, Transaction } from '../database/open.ts';
import { statement } from '../database/statement.ts';
import { property } from '../database/tables.ts';
import { type IncomingReading, ingestReadings } from '../metering/store/ingest.ts';
import { micro } from '../metering/units.ts';
import { readInstant } from './values.ts';

/**
 * The DAIAD project's trial data (tests/data/daiad-water-2016/README.md): hourly registers in litres
 * of real households in Alicante, as a property of its own with a tenant and a meter per household.
 */

const propertyId = 900_001;
const timeZone = 'Europe/Madrid';
const microPerLitre = micro / 1000;
const usualBatchSize = 50_000;

export interface DaiadSummary {
  readonly propertyId: number;
  readonly lines: number;
  readonly stored: number;
  readonly duplicates: number;
  /** Another value was there for the instant; it stayed. */
  readonly conflicts: number;
  /** Local times that the clock left out in spring. */
  readonly rejected: number;
}

/** Imports the zip file; readings already there count as duplicates, so a stopped one can begin anew. */
export async function importDaiad(
  database: Database,
  options: {
    file: string;
    /** The market that the property is shown in. */
    country: Country;
    /** Readings in one transaction: fewer let others in sooner, more are faster. */
    batchSize?: number;
    isStopped?: () => boolean;
  },
): Promise<DaiadSummary> {
  const { file, country, batchSize = usualBatchSize, isStopped = () => false } = options;
  await database.transaction((tx) => writeProperty(tx, country));
  const summary = { propertyId, lines: 0, stored: 0, duplicates: 0, conflicts: 0, rejected: 0 };
  const meters = new Map<string, number>();
  const latest = new Map<string, number>();
  let batch: { user: string; at: number; value: number }[] = [];

  const flush = async () => {
    const rows = batch;
    batch = [];
    if (rows.length === 0) return;
    const result = await database.transaction(async (tx) => {
      const unknown = [...new Set(rows.map(({ user }) => user))].filter(
        (user) => !meters.has(user),
      );
      for (const [user, id] of await writeMeters(tx, unknown)) meters.set(user, id);
      const readings = rows.map(({ user, at, value }): IncomingReading => {
        return { propertyId, deviceId: meters.get(user) as number, at, value, quality: 0 };
      });
      return ingestReadings(tx, readings);
    });
    summary.stored += result.stored;
    summary.duplicates += result.duplicates;
    summary.conflicts += result.conflicts.length;
  };

  const lines = (await openCsv(file)).pipe(parse({ delimiter: ';', from_line: 2 }));
  for await (const [user, datetime, register] of lines as AsyncIterable<string[]>) {
    if (!user || !datetime || !register) continue;
    summary.lines++;
    try {
      const at = readInstant(datetime, timeZone, latest.get(user));
      latest.set(user, at);
      batch.push({ user, at, value: Number(register) * microPerLitre });
    } catch {
      summary.rejected++;
    }
    if (batch.length >= batchSize) await flush();
    if (isStopped()) return summary;
  }
  await flush();
  return summary;
}

async function writeProperty(tx: Transaction, country: Country): Promise<void> {
  await tx
    .insert(property)
    .values({
      id: propertyId,
      country,
      worksNo: 'DAIAD',
      name: 'DAIAD trial, Alicante',
      address: 'Households of the trial',
      city: 'Alicante',
      zipCode: '03001',
      latitude: 38.3452,
      longitude: -0.481,
      timeZone,
    })
    .onConflictDoNothing({ target: property.id });
}

const insertMeters = statement(
  { id: 'bigint', user: 'text' },
  `INSERT INTO device (property_id, tenant_id, serial_number, category, reading_interval)
   SELECT $1, tenant.id, installation_number, 'COLD_WATER_METER', 'HOURLY'
   FROM tenant WHERE property_id = $1 AND installation_number = ANY ($2)
   ON CONFLICT (property_id, serial_number) DO UPDATE SET place = excluded.place
   RETURNING id, serial_number AS "user"`,
);

/** A tenant and a meter for each household; answers meters by household. */
async function writeMeters(
  tx: Transaction,
  users: readonly string[],
): Promise<Map<string, number>> {
  if (users.length === 0) return new Map();
  await tx.run(
    `INSERT INTO tenant (property_id, installation_number, tenant_no, tenant_name, address)
     SELECT $1, user_key, left(user_key, 8), 'Household ' || left(user_key, 8), 'Alicante'
     FROM unnest($2::text[]) AS user_key
     ON CONFLICT (property_id, tenant_no) DO NOTHING`,
    [propertyId, users],
  );
  const rows = await tx.query(insertMeters, [propertyId, users]);
  return new Map(rows.map(({ id, user }) => [user, id]));
}

/** The one CSV in the zip, as a stream. */
export async function openCsv(file: string): Promise<Readable> {
  const zip = await yauzl.openPromise(file, { lazyEntries: true });
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('.csv')) return zip.openReadStreamPromise(entry);
  }
  throw new Error(`${file} holds no CSV file.`);
}

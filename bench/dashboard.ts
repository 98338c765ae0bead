import type { Database, Transaction } from '../server/database/open.ts';
import { readChanges, readMonth } from '../server/features/consumption/month.service.ts';
import type { PortfolioAsked } from '../server/features/consumption/portfolio.service.ts';
import { readFlats, readProperties } from '../server/features/consumption/ranking.service.ts';
import { readYear } from '../server/features/consumption/year.service.ts';
import {
  countSilent,
  findLastReading,
  listUnread,
} from '../server/features/property/unread.repository.ts';
import { countPressing } from '../server/features/warnings/warnings.repository.ts';
import { ingestReadings } from '../server/metering/store/ingest.ts';
import type { Options, Size } from './options.ts';
import {
  createDevices,
  devicesInProperty,
  print,
  readingsOf,
  round,
  summarize,
  time,
  withStore,
} from './store.ts';

const few = 50;
const many: Readonly<Record<Size, number>> = { full: 5000, small: 1000, tiny: 60 };
const rounds: Readonly<Record<Size, number>> = { full: 15, small: 10, tiny: 3 };
/** As late in a month as its figures are most work, a year after the first whole one of `readingsOf`. */
const now = new Date('2026-02-28T12:00:00Z');
const daysUntilNow = 365 + 31 + 28;
const page = { page: 0, size: 5 };
const ranked = { page: 0, size: 25 };

/**
 * What each question of the dashboard costs an account with many properties, beside one with fifty in
 * the same store. `ratio` is of the medians, `perProperty` the same for each of the properties.
 */
export async function run({ size }: Options): Promise<void> {
  const accounts = { few, many: many[size] };
  await withStore(async (database) => {
    await fillPortfolio(database, accounts.many);
    for (const [operation, ask] of Object.entries(questions)) {
      const measure = async (accountId: number) => {
        const times: number[] = [];
        const scope = { accountId, anyFeature: ['CONSUMPTION_BASIC' as const] };
        const work = (tx: Transaction) => ask({ tx, scope, timeZone: 'Europe/Warsaw', now });
        await database.asAccount(scope, work);
        for (let round = 0; round < rounds[size]; round++) {
          times.push(await time(() => database.asAccount(scope, work)));
        }
        return summarize(times);
      };
      const [small, large] = [await measure(fewAccount), await measure(manyAccount)];
      const ratio = large.median / small.median;
      print({
        benchmark: 'dashboard',
        operation,
        engine: database.engine,
        properties: [accounts.few, accounts.many],
        medianMs: [small.median, large.median],
        p95Ms: [small.p95, large.p95],
        ratio: round(ratio, 1),
        perProperty: round((ratio * accounts.few) / accounts.many, 3),
      });
    }
  });
}

const questions: Readonly<Record<string, (asked: PortfolioAsked) => Promise<void>>> = {
  'consumption.month': async (asked) => {
    const { content } = await readMonth(asked, {});
    if (content[0]?.comparedCount !== content[0]?.propertyCount || !content[0]?.propertyCount) {
      throw new Error('Not all properties of the benchmark are compared.');
    }
  },
  'consumption.year': async (asked) => {
    const { properties } = await readYear(asked, { category: 'COLD_WATER_METER' });
    if (!properties?.compared.slice(1).every((count) => count > few / 2)) {
      throw new Error('Not all months of the benchmark are compared.');
    }
  },
  'consumption.changes': async (asked) => {
    const { content } = await readChanges(asked, page);
    if (content.length !== page.size) throw new Error(`It lists ${content.length} changes.`);
  },
  'consumption.properties': async (asked) => {
    const { content } = await readProperties(asked, ranked);
    if (typeof content[0]?.changePercent !== 'number') throw new Error('It compares no property.');
  },
  'consumption.properties, with the loss of water': async (asked) => {
    const { content } = await readProperties(asked, ranked, asked.scope);
    if (typeof content[0]?.waterLoss !== 'number') throw new Error('It balances no property.');
  },
  'consumption.properties, by last reading': async (asked) => {
    await readProperties(asked, { ...ranked, sort: '-lastReading' });
  },
  'consumption.properties, by warnings': async (asked) => {
    await readProperties(asked, { ...ranked, sort: '-critical' });
  },
  'consumption.flats, of all properties': async (asked) => {
    const { content } = await readFlats(asked, ranked);
    if (typeof content[0]?.changePercent !== 'number') throw new Error('It compares no flat.');
  },
  'dashboard.today, of the properties': async ({ tx, scope }) => {
    await countPressing(tx, scope, now);
    const silent = await countSilent(tx, scope, now);
    if (!silent?.devices) throw new Error('It counts no device that is silent.');
    await findLastReading(tx, scope);
  },
  'property.unread': async ({ tx, scope }) => {
    const rows = await listUnread(tx, scope, now, page);
    if (rows.length === 0) throw new Error('It lists no property that is silent.');
  },
};

const [fewAccount, manyAccount] = [1, 2];
const flatsInProperty = devicesInProperty / 4;

/**
 * One property that is stored, and as many whose rollups and states are copies of its: no question of
 * the dashboard looks at readings. One in twenty has a meter that is silent.
 */
async function fillPortfolio(database: Database, properties: number): Promise<void> {
  await createDevices(database, properties * devicesInProperty);
  const readings = Array.from({ length: devicesInProperty }, (_, index) =>
    readingsOf(index + 1, daysUntilNow),
  );
  await database.transaction((tx) => ingestReadings(tx, readings.flat()));
  const copies = 'generate_series(2, $1::bigint) AS copy (id)';
  await database.pool.query(
    `INSERT INTO rollup (property_id, subject_kind, subject_id, category, timeframe, chunk, volumes,
       measured, interpolated, estimated, missing, received, minimum, maximum, bridged,
       interpolated_time, unknown_time, absent_time)
     SELECT copy.id, subject_kind, copy.id, category, timeframe, chunk, volumes, measured,
       interpolated, estimated, missing, received, minimum, maximum, bridged, interpolated_time,
       unknown_time, absent_time
     FROM ${copies}, LATERAL (SELECT * FROM rollup
       WHERE property_id = 1 AND subject_id = 1 AND subject_kind = 2 AND copy.id > 1 OFFSET 0) AS one`,
    [properties],
  );
  // Each has as many flats, with the days of both months that are compared.
  await database.pool.query(
    `INSERT INTO tenant (property_id, id, installation_number, tenant_no, tenant_name, address, area_square_metres)
     OVERRIDING SYSTEM VALUE
     SELECT copy.id, flat.id + (copy.id - 1) * ${flatsInProperty}, flat.id::text, flat.id::text, 'T', 'A', 50
     FROM generate_series(1, $1::bigint) AS copy (id), generate_series(1, ${flatsInProperty}) AS flat (id)`,
    [properties],
  );
  await database.pool.query(
    `INSERT INTO rollup (property_id, subject_kind, subject_id, category, timeframe, chunk, volumes,
       measured, received, absent_time)
     SELECT copy.id, subject_kind, subject_id + (copy.id - 1) * ${flatsInProperty}, category, timeframe,
       chunk, volumes, measured, received, absent_time
     FROM ${copies}, rollup WHERE property_id = 1 AND subject_kind = 1
       AND (timeframe = 1 AND chunk IN ('2025-02-01', '2026-02-01') OR timeframe = 3)`,
    [properties],
  );
  // Of the devices only the days around January are looked at: a main meter, and those behind it.
  await database.pool.query(
    `INSERT INTO rollup (property_id, subject_kind, subject_id, category, timeframe, chunk, volumes,
       measured, received, absent_time)
     SELECT copy.id, subject_kind, subject_id + (copy.id - 1) * ${devicesInProperty}, category, timeframe,
       chunk, volumes, measured, received, absent_time
     FROM ${copies}, rollup WHERE property_id = 1 AND subject_kind = 0 AND timeframe = 1
       AND chunk IN ('2025-12-01', '2026-01-01', '2026-02-01')`,
    [properties],
  );
  await database.pool.query(`UPDATE device SET is_main = true WHERE id % ${devicesInProperty} = 1`);
  await database.pool.query(
    `INSERT INTO device_state (property_id, device_id, last_at, last_value, first_at, flows, rules)
     SELECT copy.id, device_id + (copy.id - 1) * ${devicesInProperty},
       CASE WHEN device_id = 1 AND copy.id % 20 = 0 THEN $2::timestamptz - interval '10 days'
         ELSE last_at END, last_value, first_at, flows, rules
     FROM ${copies}, device_state WHERE property_id = 1`,
    [properties, now],
  );
  await database.pool.query(
    `INSERT INTO permission_package (id, country, name, features) OVERRIDING SYSTEM VALUE
     VALUES (1, 'PL', 'All', '{CONSUMPTION_BASIC,WARNING_WATER_LEAKAGE}')`,
  );
  for (const [account, count] of [
    [fewAccount, few],
    [manyAccount, properties],
  ]) {
    await database.pool.query(
      `INSERT INTO property_access (account_id, property_id, package_id)
       SELECT $1::bigint, id, 1 FROM generate_series(1, $2::int) AS id`,
      [account, count],
    );
  }
  // The year before the first one is its like, so that twelve months are compared.
  await database.pool.query("SELECT meterhouse_ensure_partitions('2024-01-01', '2024-12-31')");
  await database.pool.query(
    `INSERT INTO rollup (property_id, subject_kind, subject_id, category, timeframe, chunk, volumes,
       measured, received, absent_time)
     SELECT property_id, subject_kind, subject_id, category, timeframe, '2024-01-01', volumes, measured,
       received, absent_time
     FROM rollup WHERE subject_kind = 2 AND timeframe = 3 AND chunk = '2025-01-01'`,
  );
  await database.pool.query('VACUUM ANALYZE');
}

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { listDemoUsernames } from '../../../server/demo/accounts.ts';
import { grantRealData } from '../../../server/demo/demo.repository.ts';
import { ensureDemo } from '../../../server/demo/ensureDemo.ts';
import type { DemoOptions } from '../../../server/demo/loader.ts';
import { demoPassword } from '../../../server/identity/demoAccounts.ts';
import { createTestDatabase } from '../../support/database.ts';
import { demoMarkets, markets } from '../../support/markets.ts';

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
}, 60_000);
afterAll(() => database?.close());

const options = {
  markets,
  log: () => undefined,
  now: () => new Date('2026-11-20T22:00:00Z'),
  password: demoPassword,
  size: { properties: 7, months: 1, buildings: false },
};

async function count(table: string, of = database): Promise<number> {
  const { rows } = await of.pool.query<{ n: number }>(`SELECT count(*) AS n FROM ${table}`);
  return (rows[0] as { n: number }).n;
}

test('loads once, resumes where it was stopped, and makes every account', {
  timeout: 120_000,
}, async () => {
  await (await ensureDemo(database, options)).stop();
  const { rows } = await database.pool.query<{ username: string }>('SELECT username FROM account');
  expect(rows.map(({ username }) => username).sort()).toEqual(
    listDemoUsernames(demoMarkets).sort(),
  );
  const before = await count('stored_reading');
  expect(before).toBeGreaterThan(0);
  // Something to see in each market, and nothing that takes long.
  const { rows: first } = await database.pool.query(
    `SELECT country, bool_or(reading_interval = 'HOURLY') AS "isHourly" FROM property
     JOIN device ON property_id = property.id
     WHERE property.id IN (SELECT property_id FROM stored_reading) GROUP BY country ORDER BY country`,
  );
  expect(first).toEqual(['CZ', 'DK', 'PL'].map((country) => ({ country, isHourly: false })));
  expect(await count('(SELECT DISTINCT property_id FROM supply_fact) AS published')).toBe(7);

  // It stays the demo that it was, whatever the markets' files say by now.
  const changed = markets.filter(({ country }) => country === 'DK');
  const resumed = await ensureDemo(database, { ...options, markets: changed });
  resumed.continueInBackground();
  await resumed.done;
  const all = await count('stored_reading');
  expect(all).toBeGreaterThan(before);
  expect(await count('(SELECT DISTINCT property_id FROM rollup) AS loaded')).toBe(7);

  const strayStations =
    '(SELECT FROM outdoor_temperature WHERE station NOT IN (SELECT city FROM property)) x';
  expect(await count(strayStations)).toBe(0);

  const again = await ensureDemo(database, options);
  again.continueInBackground();
  await again.done;
  expect(await count('stored_reading')).toBe(all);
  expect(await count('property')).toBe(7);
});

test('gives the real data set to its owner in the market it was brought to', async () => {
  const [property] = (await database.pool.query<{ id: number }>('SELECT id FROM property')).rows;
  const id = property?.id as number;
  const owner = { country: 'PL', username: 'daiad.pl' } as const;
  await database.transaction((tx) => grantRealData(tx, owner, id));
  const { rows } = await database.pool.query(
    `SELECT property_id AS id, package.country, package.name FROM property_access
     JOIN account ON account.id = account_id JOIN permission_package package ON package.id = package_id
     WHERE username = 'daiad.pl'`,
  );
  expect(rows).toEqual([{ id, country: 'PL', name: 'consumption' }]);
});

test('is whole again after being killed within a property, and carries on to a later day', {
  timeout: 120_000,
}, async () => {
  const expected = await sums();
  const second = await createTestDatabase();
  try {
    let transactions = 0;
    const dying: Database = {
      ...second,
      transaction: (work) =>
        second.transaction(async (tx) => {
          const result = await work(tx);
          // After the master data and the weather, in the third property.
          if (++transactions === 5) throw new Error('killed');
          return result;
        }),
    };
    await expect(ensureDemo(dying, options)).rejects.toThrow('killed');
    const { rows } = await second.pool.query<{ n: number }>(
      'SELECT count(DISTINCT property_id) AS n FROM stored_reading',
    );
    expect(rows[0]?.n).toBe(2);
    await loadWhole(second, options);
    expect(await sums(second)).toEqual(expected);

    const before = await count('stored_reading', second);
    const later = { ...options, now: () => new Date('2026-11-23T22:00:00Z') };
    await loadWhole(second, later);
    const devices = await count('device', second);
    const added = (await count('stored_reading', second)) - before;
    // Three days of at least one reading each, but for those in a gap.
    expect(added).toBeGreaterThan(devices * 2.5);
    const { rows: last } = await second.pool.query<{ day: string }>(
      'SELECT max(at)::date AS day FROM stored_reading',
    );
    expect(last[0]?.day).toBe('2026-11-23');

    await loadWhole(second, later);
    expect(await count('stored_reading', second)).toBe(before + added);
    expect(await count("reading_question WHERE question = 'DROP'", second)).toBe(0);
    const { rows: negative } = await second.pool.query(
      'SELECT FROM rollup WHERE subject_kind = 2 AND timeframe = 3 AND 0 > ANY (volumes)',
    );
    expect(negative).toEqual([]);
  } finally {
    await second.close();
  }
});

test('is whole again after being killed within a property that is loaded in the background', {
  timeout: 120_000,
}, async () => {
  const expected = await sums();
  const second = await createTestDatabase();
  try {
    const readings = () => count('stored_reading', second);
    let killed = false;
    let atKill = 0;
    const dying: Database = {
      ...second,
      async transaction(work) {
        if (killed) throw new Error('killed');
        const before = await readings();
        const result = await second.transaction(work);
        const after = await readings();
        // The first device's of a property are in, and more are to come.
        if (isRunning && after > before) {
          killed = true;
          atKill = after;
        }
        return result;
      },
    };
    let isRunning = false;
    const demo = await ensureDemo(dying, { ...options, yieldingBatch: 1 });
    isRunning = true;
    demo.continueInBackground();
    await demo.done;
    expect(killed).toBe(true);
    expect(await readings()).toBe(atKill);
    await loadWhole(second, options);
    expect(await sums(second)).toEqual(expected);
    expect(await readings()).toBe(await count('stored_reading'));
  } finally {
    await second.close();
  }
});

test('brings the months before last, for what is looked at first, and goes on where it was stopped', {
  timeout: 120_000,
}, async () => {
  const given = { ...options, size: { ...options.size, monthsBefore: 2 } };
  const [whole, second] = [await createTestDatabase(), await createTestDatabase()];
  const months = async (of: Database) => {
    const { rows } = await of.pool.query<{ months: number }>(
      `SELECT round((max(at)::date - min(at)::date) / 30.5)::integer AS months FROM stored_reading
       GROUP BY property_id ORDER BY property_id`,
    );
    return rows.map((row) => row.months);
  };
  try {
    await loadWhole(whole, given);
    expect(await months(whole)).toEqual([3, 3, 3, 3, 3, 1, 1]);

    const earlier = async () => {
      const { rows } = await second.pool.query<{ earlier: number | null }>(
        `SELECT (value ->> 'earlier')::integer AS earlier FROM setting WHERE key = 'demo'`,
      );
      return rows[0]?.earlier;
    };
    let transactions = 0;
    const dying: Database = {
      ...second,
      async transaction(work) {
        // Within the third of them: its devices, its registers, some of its readings.
        if ((await earlier()) === 2 && ++transactions === 4) throw new Error('killed');
        return second.transaction(work);
      },
    };
    await loadWhole(dying, { ...given, yieldingBatch: 1 });
    expect(await earlier()).toBe(2);
    expect(await months(second)).toEqual([3, 1, 3, 3, 1, 1, 1]);
    await loadWhole(second, given);
    expect(await sums(second)).toEqual(await sums(whole));
  } finally {
    await whole.close();
    await second.close();
  }
});

async function loadWhole(into: Database, given: DemoOptions): Promise<void> {
  const demo = await ensureDemo(into, given);
  demo.continueInBackground();
  await demo.done;
}

/** Every property's consumption, whatever numbers its devices have. */
async function sums(of = database) {
  const { rows } = await of.pool.query(
    `SELECT property_id, category, timeframe, chunk, volumes, measured, missing FROM rollup
     WHERE subject_kind = 2 ORDER BY property_id, category, timeframe, chunk`,
  );
  return rows;
}

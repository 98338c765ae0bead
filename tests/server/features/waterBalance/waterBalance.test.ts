import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperationInput } from '../../../../schemas/api/operations.ts';
import type { Database } from '../../../../server/database/open.ts';
import { dayFacts } from '../../../../server/features/waterBalance/balancedMeters.ts';
import { readMonthEnds } from '../../../../server/features/waterBalance/waterBalance.repository.ts';
import { startOfLocalDay } from '../../../../server/metering/buckets.ts';
import {
  addAccount,
  addDevice,
  addPackage,
  addProperty,
  addReadings,
  addTenant,
  type GivenDevice,
  grantAccess,
} from '../../../support/builders.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { daysBetween, now, plusDays, zone } from '../consumption/world.ts';
import { type Caller, createCaller } from '../support/caller.ts';

const begin = '2025-06-01';
const end = '2026-11-20';
let database: Database;
let caller: Caller;
let owner: number;
let since: number;
let basic: number;
let stranger: number;

/**
 * Property 1: a main meter of 10 m³ a day, behind it 5 of cold and 3 of hot water and 1 of the
 * building's own, read at noon. 2: the main meter wasn't read around 1 October. 3: a main meter of hot
 * water alone. 4: none. 5: a sub-meter is exchanged in March, another is silent since July. 6: the
 * sub-meter is read since January.
 */
beforeAll(async () => {
  database = await createTestDatabase();
  caller = createCaller(database, () => now, ['ADV_REPORT_WATER_BALANCE']);
  for (const id of [1, 2, 3, 4, 5, 6, 9]) await addProperty(database, { id });
  const balance = await addPackage(database, ['ADV_REPORT_WATER_BALANCE']);
  const consumption = await addPackage(database, ['CONSUMPTION_BASIC', 'CONSUMPTION_ADV']);
  [owner, since, basic, stranger] = [
    await addAccount(database, 'owner'),
    await addAccount(database, 'since'),
    await addAccount(database, 'basic'),
    await addAccount(database, 'stranger'),
  ];
  await grantAccess(database, owner, balance, [1, 2, 3, 4, 5, 6]);
  await grantAccess(database, since, balance, [1, 5], '2026-08-16');
  await grantAccess(database, basic, consumption, [1]);
  await grantAccess(database, stranger, balance, [9]);
  for (const property of [1, 2, 3, 4, 5]) await addFlat(property);
  await meter({ propertyId: 1, isMain: true }, 10);
  await meter({ propertyId: 1 }, 1);
  const isUnread = (day: string) => day >= '2026-09-25' && day <= '2026-10-07';
  await meter({ propertyId: 2, isMain: true }, 10, (day) => !isUnread(day));
  await meter({ propertyId: 3, isMain: true, category: 'HOT_WATER_METER' }, 3.1);
  await meter({ propertyId: 5, isMain: true }, 15);
  await meter({ propertyId: 5 }, 2, (day) => day < '2026-07-10');
  await addExchanged();
  await meter({ propertyId: 6, isMain: true }, 2);
  const late = await meter({ propertyId: 6 }, 2, (day) => day > '2026-01-10');
  await database.pool.query(
    `INSERT INTO installation (property_id, device_id, installed_from) VALUES (6, $1, '2025-06-01 08:00Z')`,
    [late],
  );
});
afterAll(() => database.close());

async function addFlat(propertyId: number) {
  const tenantId = await addTenant(database, propertyId, { tenantNo: '001', tenantName: 'Adam' });
  await meter({ propertyId, tenantId }, 5);
  await meter({ propertyId, tenantId, category: 'HOT_WATER_METER' }, 3);
}

async function meter(
  device: GivenDevice,
  perDay: number,
  isRead: (day: string) => boolean = () => true,
) {
  const deviceId = await addDevice(database, device);
  const days = Array.from({ length: daysBetween(begin, end) + 1 }, (_, at) => at);
  await addReadings(
    database,
    { propertyId: device.propertyId, deviceId },
    days
      .filter((at) => isRead(plusDays(begin, at)))
      .map((at) => ({
        at: startOfLocalDay(zone, plusDays(begin, at)) + 12 * 3_600_000,
        value: at * perDay,
      })),
  );
  return deviceId;
}

/** 2 m³ a day; its register begins anew on 16 March at noon. */
async function addExchanged() {
  const deviceId = await addDevice(database, { propertyId: 5 });
  const noon = (day: string) => startOfLocalDay(zone, day) + 12 * 3_600_000;
  const last = daysBetween(begin, '2026-03-16') * 2;
  await database.pool.query(
    `INSERT INTO installation (property_id, device_id, installed_from, installed_until, start_index, end_index)
     VALUES (5, $1, '2025-01-01', to_timestamp($2), 0, $3),
       (5, $1, to_timestamp($2), NULL, 0, NULL)`,
    [deviceId, noon('2026-03-16') / 1000, last * 1_000_000],
  );
  const days = Array.from({ length: daysBetween(begin, end) + 1 }, (_, at) => plusDays(begin, at));
  await addReadings(
    database,
    { propertyId: 5, deviceId },
    days
      .filter((day) => day !== '2026-03-16')
      .map((day) => ({
        at: noon(day),
        value: 2 * daysBetween(day < '2026-03-16' ? begin : '2026-03-16', day),
      })),
  );
}

const ask = (query: OperationInput<'waterBalance.get'>['query'], account = owner) =>
  caller.ask(account, 'waterBalance.get', { query });

describe('the balance of a property', () => {
  it('is that of the last twelve whole months, at the same instants', async () => {
    const answer = await ask({ property: 1 });
    expect(answer).toMatchObject({
      readingDate: '2026-10-31',
      periodBegin: '2025-11-01',
      rangeInMonths: 12,
      mainMeters: 1,
      subMeters: 3,
      missingSide: null,
      verdict: 'NORMAL',
      trend: 'STEADY',
      mainReadings: { devices: 0, months: null, readingDate: null },
    });
    expect(answer.mainMeterConsumption).toBeCloseTo(3650, 6);
    expect(answer.subMeterConsumption).toBeCloseTo(3285, 6);
    expect(answer.difference).toBeCloseTo(365, 6);
    expect(answer.differencePercent).toBeCloseTo(10, 6);
    expect(answer.months).toHaveLength(12);
    expect(answer.devices).toEqual([]);
    expect(answer.culprits).toEqual([]);
  });

  it('has a month with an hour more of the longer days in it', async () => {
    const { months } = await ask({ property: 1, months: '1' });
    expect(months.map(({ readingDate }) => readingDate)).toEqual(['2026-10-31']);
    // Midnight lies between two noons: of the day of 25 hours 13 lie behind the change.
    expect(months[0]?.mainConsumption).toBeCloseTo(310, 6);
    const march = await ask({ property: 1, months: '1', readingDate: '2026-03-01' });
    expect(march.months[0]?.mainConsumption).toBeCloseTo(310, 6);
  });

  it('begins with a month whose first and last day say all', async () => {
    const months = { from: '2026-03-01', until: '2026-04-01' };
    const { rows } = await database.pool.query('SELECT id FROM device WHERE property_id = 1');
    const ids = rows.map(({ id }) => Number(id));
    const ends = await database.transaction((tx) => readMonthEnds(tx, 1, ids, months));
    const all = dayFacts.isThere + dayFacts.isKnown + dayFacts.isWhole;
    expect(ids).toHaveLength(4);
    for (const id of ids) {
      expect(ends.get(id)?.get('2026-03-01')).toEqual({ first: all, last: all });
    }
  });

  it('knows the exchange within a month, and the meter that fell silent', async () => {
    const answer = await ask({ property: 5 });
    const march = answer.months.find(({ readingDate }) => readingDate === '2026-03-31');
    expect(march).toMatchObject({ missingMeters: 0, missingSide: null });
    // 5 + 3 + 2 + 2 a day.
    expect(march?.subConsumption).toBeCloseTo(31 * 12, 6);
    expect(answer.months.at(-1)).toMatchObject({ missingMeters: 1, verdict: 'INCOMPLETE' });
    expect(answer.subReadings).toMatchObject({ devices: 1, more: 0, months: null });
    expect(answer.devices).toMatchObject([
      { issue: 'SUB_READINGS', missingSide: 'END', lastAt: '2026-07-09T10:00:00.000Z' },
    ]);
    expect(answer.subReadings.named).toBe(answer.devices[0]?.serialNumber);
    expect(answer.culprits[0]).toMatchObject({
      id: answer.devices[0]?.id,
      suspicion: 'NO_READINGS',
    });
    // 2 a day from 9 July at noon to the end of October.
    expect(answer.culprits[0]?.explains).toBeCloseTo(2 * 114.5, 0);
  });
});

describe('a main meter that lacks a reading', () => {
  it('leaves no percentage, says the side and proposes a wider range', async () => {
    const october = await ask({ property: 2, months: '1' });
    expect(october).toMatchObject({
      missingSide: 'FRONT',
      difference: null,
      differencePercent: null,
      verdict: 'UNKNOWN',
      mainReadings: { devices: 1, months: '3', readingDate: '2026-10-31' },
      subReadings: { devices: 0 },
    });
    expect(october.devices).toMatchObject([{ issue: 'MAIN_READINGS', missingSide: 'FRONT' }]);
    // From the first reading behind the gap: of the gap itself nobody knows how much was in October.
    expect(october.mainMeterConsumption).toBeCloseTo(235, 6);
    const wider = await ask({
      property: 2,
      months: '3',
      readingDate: '2026-10-31',
    });
    expect(wider).toMatchObject({ missingSide: null, mainReadings: { devices: 0 } });
    // The gap lies inside, so that the whole is exact, and its months aren't.
    expect(wider.differencePercent).toBeCloseTo(20, 6);
    expect(wider.months.map(({ missingSide }) => missingSide)).toEqual([null, 'END', 'FRONT']);
    const september = await ask({ property: 2, months: '1', readingDate: '2026-09-30' });
    expect(september).toMatchObject({
      missingSide: 'END',
      mainReadings: { months: '3', readingDate: '2026-10-31' },
    });
  });
});

describe('a sub-meter that lacks a reading', () => {
  it('is worth no range before the main meter was read', async () => {
    // It was mounted before the first reading of both, and needs none from before.
    const query = { property: 6, months: '3', readingDate: '2026-03-31' } as const;
    expect(await ask(query)).toMatchObject({
      missingSide: null,
      subReadings: { devices: 1, months: null },
    });
    expect(await ask({ ...query, months: '12' })).toMatchObject({ missingSide: 'FRONT' });
  });
});

describe('a wider range', () => {
  it('is proposed only where less is missing of all meters', async () => {
    await addProperty(database, { id: 7 });
    const account = await addAccount(database, 'wide');
    const licence = await addPackage(database, ['ADV_REPORT_WATER_BALANCE']);
    await grantAccess(database, account, licence, [7]);
    await meter({ propertyId: 7, isMain: true }, 10);
    // One wasn't read around 1 August, five others at the begin of every longer range.
    const one = await meter({ propertyId: 7 }, 2, (day) => !isAround(day, '2026-08-01'));
    const others: number[] = [];
    for (let at = 0; at < 5; at++) {
      others.push(await meter({ propertyId: 7 }, 1, (day) => day >= '2026-07-10'));
    }
    const query = { property: 7, months: '3', readingDate: '2026-10-31' } as const;
    const answer = await ask(query, account);
    expect(answer.devices.map(({ id }) => id)).toEqual([one]);
    expect(answer.subReadings).toMatchObject({ devices: 1, months: null, readingDate: null });
    expect((await ask({ ...query, months: '6' }, account)).subReadings.devices).toBe(5);
    // With the others read all the time it is better, and proposed.
    await database.pool.query('DELETE FROM device WHERE property_id = 7 AND id = ANY ($1)', [
      others,
    ]);
    const better = await ask(query, account);
    expect(better.subReadings).toMatchObject({ months: '6', readingDate: '2026-10-31' });
    expect((await ask({ ...query, months: '6' }, account)).subReadings.devices).toBe(0);
  });

  const isAround = (day: string, edge: string) =>
    day >= plusDays(edge, -6) && day <= plusDays(edge, 6);
});

describe('sub-meters without a main meter', () => {
  it('are named where only hot water has one', async () => {
    const answer = await ask({ property: 3 });
    expect(answer).toMatchObject({ subMeters: 1, notLinked: { devices: 1, months: null } });
    expect(answer.notLinked.named).toMatch(/^S-\d+ \(001 Adam\)$/);
    expect(answer.differencePercent).toBeCloseTo((0.1 / 3.1) * 100, 6);
    expect(await ask({ property: 3, water: 'HOT' })).toMatchObject({ notLinked: { devices: 0 } });
    expect(await ask({ property: 3, water: 'COLD' })).toMatchObject({
      mainMeters: 0,
      figures: [],
      mainMeterConsumption: null,
      notLinked: { devices: 1 },
    });
  });

  it('are all of them where there is none', async () => {
    const answer = await ask({ property: 4 });
    expect(answer).toMatchObject({
      mainMeters: 0,
      subMeters: 0,
      missingSide: null,
      notLinked: { devices: 2 },
    });
  });

  it('are linked to one that hung there before, in a wider range', async () => {
    await database.pool.query(
      `INSERT INTO installation (property_id, device_id, installed_from, installed_until)
       SELECT 1, id, '2025-01-01', '2026-09-10' FROM device WHERE property_id = 1 AND is_main`,
    );
    const answer = await ask({ property: 1, months: '1' });
    await database.pool.query('DELETE FROM installation WHERE property_id = 1');
    expect(answer).toMatchObject({
      mainMeters: 0,
      notLinked: { devices: 3, months: '3', readingDate: '2026-10-31' },
    });
  });

  it('aren’t balanced by cold water alone against hot', async () => {
    expect(await ask({ property: 1, water: 'COLD' })).toMatchObject({ subMeters: 2 });
  });
});

describe('a virtual meter', () => {
  it('is no sub-meter beside its parts, and as a main one takes their place', async () => {
    const { rows } = await database.pool.query<{ id: number }>(
      'SELECT id FROM device WHERE property_id = 1 ORDER BY is_main DESC, id LIMIT 2',
    );
    const parts = rows.map(({ id }) => id);
    const virtual = await addDevice(database, {
      propertyId: 1,
      category: 'HOT_AND_COLD_WATER',
    });
    await database.pool.query(
      `INSERT INTO virtual_meter_part (property_id, device_id, source_id, factor)
       SELECT 1, $1, source, 1 FROM unnest($2::bigint[]) AS source`,
      [virtual, parts],
    );
    const count = async () => {
      const { mainMeters, subMeters } = await ask({ property: 1 });
      return [mainMeters, subMeters];
    };
    expect(await count()).toEqual([1, 3]);
    await database.pool.query('UPDATE device SET is_main = true WHERE id = $1', [virtual]);
    expect(await count()).toEqual([1, 2]);
    await database.pool.query(
      "UPDATE device SET category = 'COLD_HOT_WATER_VIRTUAL' WHERE id = $1",
      [virtual],
    );
    expect(await count()).toEqual([1, 2]);
    await database.pool.query('DELETE FROM virtual_meter_part WHERE device_id = $1', [virtual]);
    await database.pool.query('DELETE FROM device WHERE id = $1', [virtual]);
  });
});

describe('a house that heats its own water', () => {
  const watersOf = async (account: number) => {
    const answer = await caller.ask(account, 'waterBalance.property', { params: { property: 8 } });
    return answer.waters;
  };
  let account: number;
  beforeAll(async () => {
    await addProperty(database, { id: 8 });
    account = await addAccount(database, 'heating');
    const licence = await addPackage(database, ['ADV_REPORT_WATER_BALANCE']);
    await grantAccess(database, account, licence, [8]);
    await addFlat(8);
    await meter({ propertyId: 8, isMain: true }, 8.4);
  });

  it('is balanced against its main meter of cold water unless something else is asked for', async () => {
    expect(await watersOf(account)).toEqual(['HEATED', 'COLD']);
    const usual = await ask({ property: 8 }, account);
    expect(usual).toMatchObject({ water: 'HEATED', mainMeters: 1, subMeters: 2 });
    expect(usual.differencePercent).toBeCloseTo((0.4 / 8.4) * 100, 6);
    const graph = await caller.ask(account, 'waterBalance.graph', { query: { property: 8 } });
    expect(graph.category).toBe('HOT_AND_COLD_WATER');
  });

  it('doesn’t count twice what its heater takes, where the building burns something', async () => {
    await meter({ propertyId: 8, isMain: true, category: 'HOT_WATER_METER' }, 3.1);
    // From outside as far as anybody knows: two supplies.
    expect(await watersOf(account)).toEqual(['ALL', 'HEATED', 'COLD', 'HOT']);
    expect(await ask({ property: 8 }, account)).toMatchObject({ water: 'ALL', mainMeters: 2 });
    // Somebody's stove.
    const { rows } = await database.pool.query('SELECT id FROM tenant WHERE property_id = 8');
    await addDevice(database, { propertyId: 8, tenantId: rows[0].id, category: 'GAS' });
    expect((await watersOf(account))[0]).toBe('ALL');
    await addDevice(database, { propertyId: 8, category: 'GAS' });
    expect(await watersOf(account)).toEqual(['HEATED', 'ALL', 'COLD', 'HOT']);
    const usual = await ask({ property: 8 }, account);
    expect(usual).toMatchObject({ water: 'HEATED', mainMeters: 1, verdict: 'NORMAL' });
    expect(usual.differencePercent).toBeCloseTo((0.4 / 8.4) * 100, 6);
    const both = await ask({ property: 8, water: 'ALL' }, account);
    expect(both.mainMeterConsumption).toBeCloseTo(365 * 11.5, 6);
  });
});

describe('the graph', () => {
  it('has the main meters beside the sub-meters, and their totals', async () => {
    const graph = await caller.ask(owner, 'waterBalance.graph', { query: { property: 1 } });
    expect(graph.series.map(({ role, values }) => [role, values.length])).toEqual([
      ['CURRENT', 12],
      ['COMPARE', 12],
    ]);
    expect(graph.series.map(({ total }) => Math.round(total ?? 0))).toEqual([3650, 3285]);
    expect(graph).toMatchObject({ periodBegin: '2025-11-01', periodEnd: '2026-10-31' });
  });
});

describe('who may see it', () => {
  const property = { property: 1 };
  it('is whoever has the property with the feature, nobody else', async () => {
    for (const id of [
      'waterBalance.get',
      'waterBalance.graph',
      'waterBalance.readingDates',
    ] as const) {
      for (const account of [stranger, basic]) {
        const refusal = await caller.refusal(account, id, { query: property });
        expect([id, refusal.status]).toEqual([id, 'PROPERTY_NOT_FOUND']);
      }
    }
    for (const account of [stranger, basic]) {
      const refusal = await caller.refusal(account, 'waterBalance.property', { params: property });
      expect(refusal.status).toBe('PROPERTY_NOT_FOUND');
    }
    const listOf = async (account: number) => {
      const { content } = await caller.ask(account, 'waterBalance.properties', { query: {} });
      return content.map(({ worksId, mainMeters, subMeters }) => [worksId, mainMeters, subMeters]);
    };
    expect(await listOf(owner)).toEqual([
      [1, 1, 3],
      [2, 1, 2],
      [3, 1, 2],
      [4, 0, 2],
      [5, 1, 4],
      [6, 1, 1],
    ]);
    expect(await listOf(basic)).toEqual([]);
    expect(await listOf(stranger)).toEqual([[9, 0, 0]]);
  });

  it('goes back no further than the access, in whole months', async () => {
    const answer = await ask(property, since);
    expect(answer).toMatchObject({ periodBegin: '2026-09-01', rangeInMonths: 2 });
    expect(answer.mainMeterConsumption).toBeCloseTo(610, 6);
    const before = await ask({ property: 1, readingDate: '2026-05-31' }, since);
    expect(before).toMatchObject({
      rangeInMonths: 0,
      months: [],
      mainMeterConsumption: null,
      devices: [],
    });
    const { content } = await caller.ask(since, 'waterBalance.readingDates', { query: property });
    expect(content.map(({ day }) => day)).toEqual(['31.10.2026', '30.09.2026']);
  });

  it('is told of no reading from before', async () => {
    const { devices } = await ask({ property: 5 }, since);
    expect(devices).toMatchObject([{ missingSide: 'BOTH', lastAt: null }]);
  });

  it('is refused a range that is none', async () => {
    for (const query of [{ months: '7' }, { readingDate: '2026-02-30' }, { water: 'SALT' }]) {
      const refusal = await caller.refusal(owner, 'waterBalance.get', {
        query: { ...property, ...query },
      });
      expect(refusal.status).toBe('VALIDATION_FAILED');
    }
  });
});

describe('the loss of water in the ranking of properties', () => {
  const months = ['2026-03-01', '2026-07-01', '2026-08-01', '2026-09-01', '2026-10-01'] as const;
  // Whatever a package has it is ranked; water alone is licensed as the balance is.
  const ranked = async (account: number, month: string, refused?: 'waterBalance.get') => {
    const everybody = createCaller(database, () => now, [], refused);
    const { content } = await everybody.ask(account, 'consumption.properties', {
      query: { month },
    });
    return new Map(
      content.map(({ worksId, waterLoss, waterLossPercent }) => [
        worksId,
        { waterLoss, waterLossPercent },
      ]),
    );
  };

  it('is the difference of the balance of its month, of each property whose verdict says something', async () => {
    const verdicts = new Set<string>();
    for (const readingDate of months) {
      const rows = await ranked(owner, readingDate);
      expect([...rows.keys()].toSorted()).toEqual([1, 2, 3, 4, 5, 6]);
      for (const [property, row] of rows) {
        const { verdict, ...balance } = await ask({ property, readingDate, months: '1' });
        verdicts.add(verdict);
        const isTold = verdict !== 'UNKNOWN' && verdict !== 'INCOMPLETE';
        const expected = isTold ? [balance.difference, balance.differencePercent] : [null, null];
        expect([row.waterLoss, row.waterLossPercent], `${property} in ${readingDate}`).toEqual(
          expected.map((value) => (value === null ? null : expect.closeTo(value, 6))),
        );
      }
    }
    expect([...verdicts].toSorted()).toEqual(['INCOMPLETE', 'LOSS', 'NORMAL', 'UNKNOWN']);
  });

  it('is that of the last month that is over while the month is not', async () => {
    expect((await ranked(owner, '2026-11-01')).get(1)).toEqual(
      (await ranked(owner, '2026-10-01')).get(1),
    );
  });

  it('is told of whole months that may be seen, where the package has the balance', async () => {
    const unknown = { waterLoss: null, waterLossPercent: null };
    expect((await ranked(since, '2026-08-01')).get(1)).toEqual(unknown);
    expect((await ranked(since, '2026-09-01')).get(1)?.waterLoss).toBeCloseTo(30, 6);
    expect((await ranked(basic, '2026-09-01')).get(1)).toEqual(unknown);
    expect((await ranked(owner, '2026-09-01', 'waterBalance.get')).get(1)).toEqual(unknown);
  });
});

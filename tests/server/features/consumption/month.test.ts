import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeviceCategory } from '../../../../schemas/entities/device.ts';
import type { Database } from '../../../../server/database/open.ts';
import {
  statement as createStatement,
  type Statement,
} from '../../../../server/database/statement.ts';
import type { Scope } from '../../../../server/session.ts';
import {
  addAccount,
  addDevice,
  addPackage,
  addProperty,
  addReadings,
  addTenant,
  grantAccess,
} from '../../../support/builders.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { type Caller, createCaller, licensing } from '../support/caller.ts';
import { daysBetween, plusDays, zone } from './world.ts';

/** What a dashboard looks at: this month so far beside the same days of last year. */

let now = new Date('2026-11-20T12:00:00Z');
const today = '2026-11-20';
const newYear = '2026-01-01';

const plan = { 'QUERY PLAN': 'text' } as const;

let database: Database;
let caller: Caller;
let licensed: number;
let flats = 0;

interface Given {
  readonly first?: string;
  readonly last?: string;
  /** When in the day it is read. */
  readonly time?: string;
  readonly category?: DeviceCategory;
  readonly isSilent?: (day: string) => boolean;
}

const instantOf = (day: string, time = '00:00') =>
  Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(zone).epochMilliseconds;
const within = (first: string, last: string) => (day: string) => day >= first && day <= last;
const isOneOf =
  (...days: string[]) =>
  (day: string) =>
    days.includes(day);

/** A flat with a meter, of which so much is used a day until the new year of 2026, and since then. */
async function addFlat(propertyId: number, [before, since]: readonly number[], given: Given = {}) {
  const { first = '2025-10-01', last = today, time, category, isSilent = () => false } = given;
  const tenantNo = `${++flats}`;
  const tenantId = await addTenant(database, propertyId, { tenantNo });
  const deviceId = await addDevice(database, {
    propertyId,
    tenantId,
    ...(category && { category }),
  });
  let value = 0;
  const readings = Array.from({ length: daysBetween(first, last) + 1 }, (_, at) => {
    const day = plusDays(first, at);
    const reading = { day, at: instantOf(day, time), value };
    value += (day < newYear ? before : since) as number;
    return reading;
  });
  await addReadings(
    database,
    { propertyId, deviceId },
    readings.filter(({ day }) => !isSilent(day)),
  );
  return deviceId;
}

async function account(
  name: string,
  ...granted: readonly (readonly [ids: readonly number[], since?: string])[]
): Promise<number> {
  const id = await addAccount(database, name);
  for (const [ids, since = null] of granted) {
    await grantAccess(database, id, licensed, ids, since);
  }
  return id;
}

beforeAll(async () => {
  database = await createTestDatabase();
  caller = createCaller(database, () => now);
  licensed = await addPackage(database, licensing);
  for (const id of [1, 2, 3, 4, 5, 6, 7]) await addProperty(database, { id });
  await addFlat(1, [1, 2]);
  await addFlat(1, [1, 1], { category: 'HCA' });
  await addFlat(2, [4, 4]);
  await addFlat(3, [8, 6], { last: '2026-11-10' });
  await addFlat(4, [5, 5], { first: '2026-03-01' });
  // Over the end of what is summed: how much of it was used inside nobody knows.
  await addFlat(5, [10, 10], { isSilent: (day) => day > '2026-10-20' && day < '2026-11-05' });
  await addFlat(6, [3, 3], { first: '2024-10-01', last: '2025-06-11' });
  await addFlat(7, [1, 9], { category: 'TEMPERATURE_LOGGER' });
}, 120_000);
afterAll(() => database?.close());

const month = (id: number) => caller.ask(id, 'consumption.month', { query: {} });
const changes = (id: number, query: Record<string, unknown> = {}) =>
  caller.ask(id, 'consumption.changes', { query });
const november = { periodBegin: '2026-11-01', periodEnd: '2026-11-19' };
const allMeasured = { measured: 1, interpolated: 0, unknown: 0 };
const novemberBefore = { periodBegin: '2025-11-01', periodEnd: '2025-11-19' };

describe('this month so far', () => {
  it('stands beside as many days of last year, today left out, by category', async () => {
    expect(await month(await account('two', [[1, 2]]))).toEqual({
      period: november,
      earlier: novemberBefore,
      category: 'COLD_WATER_METER',
      content: [
        {
          category: 'COLD_WATER_METER',
          kind: 'register',
          unit: 'm³',
          status: 'MEASURED',
          coverage: allMeasured,
          current: 19 * 6,
          earlier: 19 * 5,
          changePercent: 20,
          comparedUntil: '2026-11-19',
          propertyCount: 2,
          comparedCount: 2,
        },
        {
          category: 'HCA',
          kind: 'register',
          unit: expect.any(String),
          status: 'MEASURED',
          coverage: allMeasured,
          current: 19,
          earlier: 19,
          changePercent: 0,
          comparedUntil: '2026-11-19',
          propertyCount: 1,
          comparedCount: 1,
        },
      ],
    });
  });

  it('says what a chart beside it is of: what is asked for, else the category of most properties', async () => {
    await addProperty(database, { id: 35 });
    await addFlat(35, [1, 1], { category: 'HCA' });
    const id = await account('mostly heat', [[1, 35]]);
    const chosen = async (category?: DeviceCategory) =>
      (await caller.ask(id, 'consumption.month', { query: category ? { category } : {} })).category;
    expect(await chosen()).toBe('HCA');
    expect(await chosen('COLD_WATER_METER')).toBe('COLD_WATER_METER');
    // What can't be summed, and what nobody has: an address may say both.
    expect(await chosen('TEMPERATURE_LOGGER')).toBe('HCA');
    expect(await chosen('HOT_WATER_METER')).toBe('HCA');
    const { category } = await month(await account('a gauge', [[7]]));
    expect(category).toBeNull();
  });

  it('compares what comes late as far as it goes, and nothing with what was not there', async () => {
    const id = await account('late and new', [[3, 4]]);
    expect((await month(id)).content).toMatchObject([
      {
        // The day of the last reading, at its midnight, is none of its own.
        status: 'MEASURED',
        current: 9 * 6 + 19 * 5,
        earlier: 9 * 8,
        changePercent: -25,
        // The sum is of all days up to the 19th, the change isn't.
        comparedUntil: '2026-11-09',
        propertyCount: 2,
        comparedCount: 1,
      },
    ]);
    expect((await changes(id)).content).toMatchObject([
      { worksId: 3, lastDay: '2026-11-09', current: 54, earlier: 72, changePercent: -25 },
    ]);
  });

  it('counts from the day on from which a property may be seen, and compares it not', async () => {
    const id = await account('since', [[1]], [[2], '2026-11-10']);
    expect((await month(id)).content[0]).toMatchObject({
      current: 19 * 2 + 10 * 4,
      earlier: 19,
      changePercent: 100,
      comparedCount: 1,
    });
    expect((await changes(id)).content.map(({ worksId }) => worksId)).toEqual([1]);
    const lastYear = await account('since last year', [[2], '2025-11-02']);
    expect((await month(lastYear)).content[0]).toMatchObject({ current: 76, earlier: null });
    const inTime = await account('in time', [[2], '2025-11-01']);
    expect((await month(inTime)).content[0]).toMatchObject({ current: 76, changePercent: 0 });
  });

  it('counts nothing of a gap that reaches out of it, and compares nothing that begins in one', async () => {
    const id = await account('gapped', [[5]]);
    // From the 5th on; before, sixteen days are known as a whole only.
    expect((await month(id)).content).toMatchObject([
      {
        current: 15 * 10,
        earlier: null,
        changePercent: null,
        comparedUntil: null,
        comparedCount: 0,
        status: 'ESTIMATED',
      },
    ]);
    expect((await changes(id)).content).toEqual([]);
  });

  it('says by which share of its devices’ days it is known', async () => {
    await addProperty(database, { id: 34 });
    for (let flat = 0; flat < 9; flat++) await addFlat(34, [1, 1]);
    await addFlat(34, [1, 1], { time: '12:00', isSilent: within('2026-11-05', '2026-11-12') });
    const [content] = (await month(await account('nearly known', [[34]]))).content;
    // Nine devices’ nineteen days are measured, and nine of the tenth’s.
    expect(content).toMatchObject({ status: 'ESTIMATED', coverage: { interpolated: 0 } });
    expect(content?.coverage?.unknown).toBeCloseTo(10 / 190, 4);
    expect(content?.coverage?.measured).toBeCloseTo(180 / 190, 4);
  });

  it('is the last month with readings when this one has none', async () => {
    const id = await account('ended', [[6]]);
    expect(await month(id)).toMatchObject({
      period: { periodBegin: '2025-06-01', periodEnd: '2025-06-11' },
      earlier: { periodBegin: '2024-06-01', periodEnd: '2024-06-11' },
      content: [{ current: 30, earlier: null, changePercent: null, comparedCount: 0 }],
    });
    expect(await changes(id)).toMatchObject({ content: [], total: 0, category: null });
  });

  it.each([
    { propertyId: 30, last: '2026-10-31', time: '00:00', until: '2026-10-31', days: 30 },
    // Read at the turn of the month: November is five minutes of it.
    { propertyId: 31, last: '2026-11-01', time: '00:05', until: '2026-10-31', days: 31 },
    { propertyId: 32, last: '2026-11-01', time: '00:00', until: '2026-10-31', days: 31 },
  ])(
    'is the last month with whole days of what can be summed, read until $last $time',
    async (given) => {
      const { propertyId, last, time, until, days } = given;
      await addProperty(database, { id: propertyId });
      await addFlat(propertyId, [2, 2], { first: '2025-09-01', last, time });
      await addFlat(propertyId, [1, 9], { category: 'TEMPERATURE_LOGGER' });
      const id = await account(`logged ${propertyId}`, [[propertyId]]);
      expect(await month(id)).toMatchObject({
        period: { periodBegin: '2026-10-01', periodEnd: until },
        content: [{ category: 'COLD_WATER_METER', current: expect.closeTo(2 * days, 4) }],
      });
      expect((await changes(id)).content).toMatchObject([
        { worksId: propertyId, lastDay: `2026-10-${days}`, changePercent: expect.closeTo(0, 4) },
      ]);
    },
  );

  it('is this month for what began in it', async () => {
    await addProperty(database, { id: 33 });
    await addFlat(33, [2, 2], { first: '2026-11-19', time: '18:00', last: '2026-11-19' });
    expect(await month(await account('begun', [[33]]))).toMatchObject({ period: november });
  });

  it('is empty where nothing is licensed, and where nothing can be summed', async () => {
    const none = await addAccount(database, 'none');
    const documents = await addPackage(database, ['DOCUMENT_ARCH_ARCHIVE']);
    await grantAccess(database, none, documents, [1, 2]);
    for (const id of [none, await account('gauges', [[7]])]) {
      expect(await month(id)).toMatchObject({ period: november, content: [] });
      expect((await changes(id)).content).toEqual([]);
    }
  });

  it('is last month on its first day, and of a leap day’s as long as the year before', async () => {
    const id = await account('calendar', [[1]]);
    const periodAt = async (instant: string) => {
      now = new Date(instant);
      try {
        return (await month(id)).period;
      } finally {
        now = new Date('2026-11-20T12:00:00Z');
      }
    };
    const october = { periodBegin: '2026-10-01', periodEnd: '2026-10-31' };
    // 23:30 in UTC is the next day in Warsaw.
    expect(await periodAt('2026-10-31T23:30:00Z')).toEqual(october);
    await addProperty(database, { id: 8 });
    const leaping = await account('leaping', [[8]]);
    await addFlat(8, [1, 1], { first: '2028-02-01', last: '2028-03-01' });
    now = new Date('2028-03-01T12:00:00Z');
    const { period, earlier } = await month(leaping);
    now = new Date('2026-11-20T12:00:00Z');
    expect(period).toEqual({ periodBegin: '2028-02-01', periodEnd: '2028-02-28' });
    expect(earlier).toEqual({ periodBegin: '2027-02-01', periodEnd: '2027-02-28' });
  });
});

describe('what is compared', () => {
  type Flat = readonly [use: readonly number[], given?: Given];
  const flatsOf = (count: number, use: readonly number[], given: Given = {}) =>
    Array.from({ length: count }, (): Flat => [use, given]);

  /** What is said of a property of its own: of each flat what it uses a day, and how it is read. */
  async function look(propertyId: number, flats: readonly Flat[]) {
    await addProperty(database, { id: propertyId });
    for (const [use, given] of flats) await addFlat(propertyId, use, given);
    const id = await account(`property ${propertyId}`, [[propertyId]]);
    const [overview] = (await month(id)).content;
    const { content } = await changes(id);
    expect(overview?.comparedCount).toBe(content.length);
    return { overview, change: content[0] };
  }

  it.each([
    { propertyId: 20, time: '00:07', last: today, until: 19 },
    // Yesterday's afternoon is only known this afternoon.
    { propertyId: 21, time: '13:37', last: '2026-11-19', until: 18 },
  ])('is what is read every night, at $time, though readings are lost', async (given) => {
    const { propertyId, time, last, until } = given;
    const lost = isOneOf('2025-11-01', '2025-11-08', '2025-11-20', '2026-11-01', '2026-11-13');
    const { overview, change } = await look(propertyId, [
      [[10, 13], { time, last }],
      [[10, 8], { time, last, isSilent: lost }],
    ]);
    expect(change).toMatchObject({
      lastDay: `2026-11-${until}`,
      current: expect.closeTo(21 * until, 4),
      earlier: expect.closeTo(20 * until, 4),
      changePercent: expect.closeTo(5, 4),
    });
    expect(overview).toMatchObject({ propertyCount: 1, changePercent: expect.closeTo(5, 4) });
  });

  it('is a day less when the last reading was lost', async () => {
    const time = '00:07';
    const { change } = await look(22, [
      [[10, 9], { time }],
      [[10, 9], { time, last: '2026-11-19' }],
    ]);
    expect(change).toMatchObject({ lastDay: '2026-11-18', changePercent: expect.closeTo(-10, 4) });
  });

  it('ends before a gap that reaches out of its end, in either year', async () => {
    const gapBefore = { isSilent: within('2025-11-16', '2025-11-24') };
    const before = await look(10, [[[10, 10], gapBefore]]);
    expect(before.overview).toMatchObject({ current: 190, earlier: 140, changePercent: 0 });
    expect(before.change).toMatchObject({ lastDay: '2026-11-14', current: 140, earlier: 140 });
    const gapNow = { time: '06:00', isSilent: within('2026-11-12', '2026-11-19') };
    const now = await look(11, [[[10, 10], gapNow]]);
    // What lies before the gap counts in the sum: until the 11th at six.
    expect(now.overview).toMatchObject({ current: 102.5, earlier: 100, changePercent: 0 });
    expect(now.change).toMatchObject({ lastDay: '2026-11-10', current: 100, earlier: 100 });
  });

  it('is nothing of which less than nothing would be left', async () => {
    // Nothing was used on the first; what came then lies in a gap that reaches out.
    await addProperty(database, { id: 12 });
    const deviceId = await addDevice(database, { propertyId: 12 });
    const readings = ['2025-10-30', '2025-10-31', '2025-11-01', '2025-11-02', '2025-11-30'];
    await addReadings(
      database,
      { propertyId: 12, deviceId },
      [...readings, '2026-10-31', '2026-11-01', '2026-11-02', '2026-11-20'].map((day) => ({
        at: instantOf(day),
        value: day > '2025-11-02' ? 100 : 0,
      })),
    );
    const { overview, change } = await look(13, [[[1, 2]]]);
    expect([overview?.changePercent, change?.changePercent]).toEqual([100, 100]);
    const both = await account('one of nothing', [[12, 13]]);
    expect((await changes(both)).content.map(({ worksId }) => worksId)).toEqual([13]);
    expect((await month(both)).content).toMatchObject([
      { propertyCount: 2, comparedCount: 1, changePercent: 100 },
    ]);
  });

  it('ends with the last whole day on which all devices are known', async () => {
    const silent = await look(14, [
      [[1, 1], {}],
      ...flatsOf(9, [1, 1], { first: '2025-10-25', last: '2026-11-03' }),
    ]);
    expect(silent.overview).toMatchObject({ current: 20 + 17, earlier: 20, changePercent: 0 });
    expect(silent.change).toMatchObject({ lastDay: '2026-11-02', current: 20, earlier: 20 });
    const partial = await look(15, [[[4, 4], { time: '06:00', last: '2026-11-03' }]]);
    expect(partial.overview).toMatchObject({ current: 9, earlier: 8, changePercent: 0 });
    expect(partial.change).toMatchObject({ lastDay: '2026-11-02', current: 8, earlier: 8 });
  });

  it('has as many devices in both years', async () => {
    const none = { earlier: null, changePercent: null, comparedCount: 0 };
    const more = await look(16, [[[1, 1]], [[1, 1], { first: '2026-10-05' }]]);
    expect(more.overview).toMatchObject({ current: 38, ...none });
    const fewer = await look(17, [[[1, 1]], [[1, 1], { last: '2026-10-20' }]]);
    expect(fewer.overview).toMatchObject({ current: 19, ...none });
    // Nobody read what was used from the third to the fifteenth.
    const paused = await look(18, [
      [[1, 1], { last: '2026-11-03' }],
      [[1, 1], { first: '2026-11-15' }],
    ]);
    expect(paused.overview).toMatchObject({ current: 2 + 5, ...none });
    // Its first reading, on the first of the month.
    const begun = await look(19, [[[1, 1], { first: '2025-11-01', time: '12:00' }]]);
    expect(begun.overview).toMatchObject(none);
  });

  it('may have another device in place of one, and lack one of fifty', async () => {
    const exchanged = await look(23, [
      [[3, 3], { last: '2026-11-06' }],
      [[3, 3], { first: '2026-11-06' }],
    ]);
    expect(exchanged.change).toMatchObject({ lastDay: '2026-11-19', changePercent: 0 });
    const first = '2025-10-30';
    const isSilent = within('2025-11-21', '2026-10-30');
    const given = { first, isSilent };
    const many = await look(24, [
      ...flatsOf(49, [1, 1], given),
      [[1, 1], { ...given, last: '2026-10-31' }],
    ]);
    expect(many.change).toMatchObject({ lastDay: '2026-11-19', current: 931, earlier: 950 });
  });
});

describe('the largest changes', () => {
  it('come first, a page at a time, of the most usual category or another', async () => {
    const id = await account('all', [[1, 2, 3]]);
    const first = await changes(id, { size: 2 });
    expect(first).toMatchObject({
      category: 'COLD_WATER_METER',
      period: november,
      earlier: novemberBefore,
      page: 0,
      size: 2,
      total: 3,
    });
    expect(first.content).toMatchObject([
      {
        worksId: 1,
        unit: 'm³',
        lastDay: '2026-11-19',
        current: 38,
        earlier: 19,
        changePercent: 100,
      },
      { worksId: 3, changePercent: -25 },
    ]);
    expect((await changes(id, { size: 2, page: 1 })).content.map(({ worksId }) => worksId)).toEqual(
      [2],
    );
    expect(await changes(id, { size: 2, page: 9 })).toMatchObject({ content: [], total: 3 });
    expect(await changes(id, { category: 'HCA' })).toMatchObject({
      category: 'HCA',
      content: [{ worksId: 1, changePercent: 0 }],
    });
    // Comes from another screen: it can't be summed.
    const all = await changes(id);
    expect(all.content.map(({ worksId }) => worksId)).toEqual([1, 3, 2]);
    expect(await changes(id, { category: 'TEMPERATURE_LOGGER' })).toEqual(all);
    expect((await changes(id, { category: 'GAS' })).content).toEqual([]);
  });

  type Query = { sql: string; explain: () => Promise<string> };
  /** What the dashboard's operations ask the database as an account. */
  async function listQueries(id: number): Promise<Query[]> {
    const asked: Query[] = [];
    const watched = new Proxy(database, {
      get: (target, name) =>
        name === 'asAccount'
          ? (scope: Scope, work: (tx: never) => Promise<unknown>) =>
              target.asAccount(scope, (tx) =>
                work({
                  ...tx,
                  query: (query: Statement<object>, parameters?: unknown[]) => {
                    const explained = createStatement(plan, `EXPLAIN ${query.sql}`);
                    const explain = () =>
                      target.asAccount(scope, async (own) =>
                        (await own.query(explained, parameters))
                          .map((row) => row['QUERY PLAN'])
                          .join('\n'),
                      );
                    asked.push({ sql: query.sql, explain });
                    return tx.query(query, parameters);
                  },
                } as never),
              )
          : Reflect.get(target, name),
    });
    const asking = createCaller(watched, () => now);
    await asking.ask(id, 'consumption.month', { query: {} });
    await asking.ask(id, 'consumption.changes', { query: {} });
    await asking.ask(id, 'property.unread', { query: {} });
    return asked;
  }

  it('are asked for with as many queries for one property as for many', async () => {
    const one = await listQueries(await account('one', [[1]]));
    expect(one.length).toBeGreaterThan(3);
    const many = await listQueries(await account('many', [[1, 2, 3, 4, 5]]));
    expect(many.map(({ sql }) => sql)).toEqual(one.map(({ sql }) => sql));
  });

  it('read no gaps of years ago', async () => {
    await database.pool.query(
      `INSERT INTO reading_question (property_id, device_id, question, at, previous_at, previous_value, value, moved)
       SELECT 1, device, 'GAP', at, at - interval '10 days', 0, 0, 0
       FROM generate_series(1, 30) AS device,
         generate_series(timestamptz '2010-01-01', '2019-01-01', '1 month') AS at`,
    );
    await database.pool.query('ANALYZE reading_question');
    const queries = await listQueries(await account('old gaps', [[1, 2, 3]]));
    const reading = queries.filter(({ sql }) => sql.includes('FROM reading_question'));
    expect(reading.length).toBe(2);
    for (const { explain } of reading) {
      expect(await explain()).toMatch(
        /Index Scan using reading_question_gap_index.*\n *Index Cond: .*\bat > /,
      );
    }
  });
});

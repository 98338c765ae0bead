import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../../server/database/open.ts';
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

/** Properties, and the flats of one, side by side in a month. */

const today = '2026-11-20';
const area = 420;
const flatArea = 50;

let database: Database;
let caller: Caller;
let owner: number;
let since: number;
let warned: number;

const instantOf = (day: string) =>
  Temporal.PlainDateTime.from(`${day}T00:00`).toZonedDateTime(zone).epochMilliseconds;

/** A flat that uses so much of cold water a day before the new year of 2026, and since then. */
async function addFlat(
  propertyId: number,
  [before, now]: readonly [number, number],
  { first = '2025-10-01', last = today, tenantNo = '1' } = {},
): Promise<{ tenantId: number; deviceId: number }> {
  const tenantId = await addTenant(database, propertyId, { tenantNo });
  const deviceId = await addDevice(database, { propertyId, tenantId });
  let value = 0;
  const readings = Array.from({ length: daysBetween(first, last) + 1 }, (_, at) => {
    const day = plusDays(first, at);
    const reading = { at: instantOf(day), value };
    value += day < '2026-01-01' ? before : now;
    return reading;
  });
  await addReadings(database, { propertyId, deviceId }, readings);
  return { tenantId, deviceId };
}

let flats: readonly { tenantId: number; deviceId: number }[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  caller = createCaller(database, () => new Date(`${today}T12:00:00Z`));
  const licensed = await addPackage(database, licensing);
  const withWarnings = await addPackage(database, [...licensing, 'WARNING_WATER_LEAKAGE']);
  for (const id of [1, 2, 3, 4, 9]) await addProperty(database, { id });
  await addFlat(1, [1, 2]);
  // The second flat alone has no area, the third came in the middle of the month.
  flats = [
    await addFlat(2, [4, 3]),
    await addFlat(2, [1, 1], { tenantNo: '2' }),
    await addFlat(2, [6, 6], { tenantNo: '3', first: '2026-11-11' }),
    await addFlat(2, [1, 1], { tenantNo: '4' }),
  ];
  await database.pool.query('UPDATE tenant SET area_square_metres = NULL WHERE id = $1', [
    flats[1]?.tenantId,
  ]);
  // As much each day, but no longer known on the last days.
  await addFlat(3, [8, 8], { last: '2026-11-10' });
  await addFlat(9, [99, 99]);
  [owner, since, warned] = (await Promise.all(
    ['owner', 'since', 'warned'].map((name) => addAccount(database, name)),
  )) as [number, number, number];
  await grantAccess(database, owner, licensed, [1, 2, 3, 4]);
  await grantAccess(database, since, licensed, [1], '2026-11-11');
  await grantAccess(database, warned, withWarnings, [2]);
  await grantAccess(database, warned, licensed, [1]);
}, 120_000);
afterAll(() => database?.close());

const properties = (account: number, query: Record<string, unknown> = {}) =>
  caller.ask(account, 'consumption.properties', { query });
const flatsOf = (account: number, query: Record<string, unknown>) =>
  caller.ask(account, 'consumption.flats', { query: { property: 2, ...query } });
const idsOf = async (query: Record<string, unknown>) =>
  (await properties(owner, query)).content.map(({ worksId }) => worksId);

describe('properties in a month', () => {
  it('are ranked per square metre, those of which it is not known as a whole last', async () => {
    const { content, ...head } = await properties(owner);
    expect(head).toMatchObject({
      category: 'COLD_WATER_METER',
      period: { periodBegin: '2026-11-01', periodEnd: '2026-11-19' },
      earlier: { periodBegin: '2025-11-01', periodEnd: '2025-11-19' },
      month: '2026-11-01',
      previous: '2026-10-01',
      next: null,
      total: 4,
    });
    expect(content.map(({ worksId }) => worksId)).toEqual([1, 2, 3, 4]);
    const [one, two, three, four] = content;
    expect(one).toMatchObject({
      unit: 'm³',
      current: 38,
      changePercent: 100,
      knownPercent: 100,
      lastReading: '2026-11-19T23:00:00Z',
      critical: null,
      otherWarnings: null,
    });
    expect(one?.perSquareMetre).toBeCloseTo(38 / area, 9);
    // October 2025 to October 2026 has twelve months before this one, and a bar for each.
    expect(one?.months).toEqual([30, 31, 62, 56, 62, 60, 62, 60, 62, 62, 60, 62]);
    // A flat that came within the month: neither per square metre nor compared.
    expect(two).toMatchObject({ perSquareMetre: null, changePercent: null });
    expect(three).toMatchObject({ current: 72, perSquareMetre: null, changePercent: 0 });
    expect(four).toMatchObject({ current: null, knownPercent: null, lastReading: null });
  });

  it('are sorted by each column, unknown last, searched, filtered and cut by the database', async () => {
    expect(await idsOf({ sort: '-current' })).toEqual([2, 3, 1, 4]);
    expect(await idsOf({ sort: 'changePercent' })).toEqual([3, 1, 2, 4]);
    expect(await idsOf({ sort: '-name' })).toEqual([4, 3, 2, 1]);
    expect(await idsOf({ sort: 'lastReading' })).toEqual([3, 1, 2, 4]);
    for (const sort of ['critical', '-otherWarnings', 'knownPercent', 'city'] as const) {
      expect(await idsOf({ sort })).toHaveLength(4);
    }
    expect(await idsOf({ filter: ['changePercent:50..'] })).toEqual([1]);
    expect(await idsOf({ filter: ['current:50..'] })).toEqual([2, 3]);
    expect(await idsOf({ filter: ['perSquareMetre:0.1..'] })).toEqual([]);
    expect(await idsOf({ search: 'w-3' })).toEqual([3]);
    expect(await properties(owner, { page: 1, size: 3 })).toMatchObject({
      content: [{ worksId: 4 }],
      total: 4,
    });
  });

  it('are those of another month, which is whole, and of no month ahead', async () => {
    const october = await properties(owner, { month: '2026-10-15' });
    expect(october).toMatchObject({ month: '2026-10-01', next: '2026-11-01' });
    expect(october.content.map(({ worksId, current }) => [worksId, current])).toEqual([
      [3, 248],
      [2, 155],
      [1, 62],
      [4, null],
    ]);
    expect(october.content[0]?.months.at(-1)).toBe(248);
    expect((await properties(owner, { month: '2027-03-01' })).month).toBe('2026-11-01');
  });

  it('tell nothing of before the first day that may be seen', async () => {
    const { content } = await properties(since);
    expect(content).toHaveLength(1);
    expect(content[0]).toMatchObject({
      current: 18,
      perSquareMetre: null,
      changePercent: null,
      months: new Array(12).fill(null),
    });
    expect((await properties(since, { month: '2026-10-01' })).content[0]).toMatchObject({
      current: null,
      knownPercent: null,
    });
  });

  it('count the open warnings that the package shows, of their urgency', async () => {
    const device = flats[0]?.deviceId;
    await database.pool.query(
      `INSERT INTO warning (property_id, device_id, alert, state, urgency, first_occurrence, last_occurrence,
         raised_at)
       VALUES (2, $1, 'LEAKAGE', 'ACTIVE', 10, now(), now(), now()), (2, $1, 'WATER_SPILL', 'ACTIVE', 10, now(), now(), now()),
         (2, $2, 'LEAKAGE', 'ACTIVE', 5, now(), now(), now()), (2, $3, 'LEAKAGE', 'RESOLVED', 10, now(), now(), now())`,
      [device, flats[1]?.deviceId, flats[3]?.deviceId],
    );
    const { content } = await properties(warned, { sort: '-critical' });
    expect(content.map((row) => [row.worksId, row.critical, row.otherWarnings])).toEqual([
      [2, 1, 1],
      [1, null, null],
    ]);
    // What is snoozed isn't, up to the end of its last day.
    const snoozeUntil = (day: string) =>
      database.pool.query('UPDATE warning SET snoozed_until = $1 WHERE urgency = 5', [day]);
    const countOthers = async () =>
      (await properties(warned, { sort: '-critical' })).content[0]?.otherWarnings;
    await snoozeUntil(today);
    expect(await countOthers()).toBe(0);
    await snoozeUntil(plusDays(today, -1));
    expect(await countOthers()).toBe(1);
  });
});

describe('the flats of a property', () => {
  it('stand beside the mean of those that are known as a whole', async () => {
    const { content, total } = await flatsOf(owner, {});
    expect(total).toBe(4);
    expect(content.map(({ tenantNo }) => tenantNo)).toEqual(['1', '4', '2', '3']);
    // The flat without an area counts in neither, nor does the one that came in the month.
    const mean = (19 * 3 + 19) / (2 * flatArea);
    for (const row of content) {
      expect(row.mean).toBeCloseTo(mean, 9);
      expect(row.most).toBeCloseTo((19 * 3) / flatArea, 9);
    }
    expect(content[0]).toMatchObject({ current: 57, changePercent: -25, areaSquareMetres: 50 });
    expect(content[2]).toMatchObject({ current: 19, perSquareMetre: null, changePercent: 0 });
    expect(content[3]).toMatchObject({ current: 54, perSquareMetre: null, changePercent: null });
  });

  it('have the same mean whichever are shown', async () => {
    const { content } = await flatsOf(owner, { search: '4', sort: 'tenantNo', size: 1 });
    expect(content).toHaveLength(1);
    expect(content[0]?.mean).toBeCloseTo(0.76, 9);
  });

  it('tell nothing of whoever lived there before', async () => {
    await database.pool.query('UPDATE tenant SET moved_in = $2 WHERE id = $1', [
      flats[0]?.tenantId,
      '2026-11-11',
    ]);
    const { content } = await flatsOf(owner, { sort: 'tenantNo' });
    expect(content[0]).toMatchObject({
      current: 27,
      perSquareMetre: null,
      changePercent: null,
      months: new Array(12).fill(null),
    });
  });

  it('are those of a property that the account sees', async () => {
    expect(
      await caller.refusal(since, 'consumption.flats', { query: { property: 2 } }),
    ).toMatchObject({ status: 'PROPERTY_NOT_FOUND' });
  });
});

describe('the flats of all properties', () => {
  const allFlats = (account: number, query: Record<string, unknown> = {}) =>
    caller.ask(account, 'consumption.flats', { query });

  it('are ranked together, each from the day on which its tenant moved in', async () => {
    const { content, ...head } = await allFlats(owner);
    expect(head).toMatchObject({ total: 6, properties: 4, leftOut: 0, next: null });
    // Whoever moved in within the month has no whole one, nor have those without an area or read late.
    expect(
      content.map(({ propertyId, tenantNo, current }) => [propertyId, tenantNo, current]),
    ).toEqual([
      [1, '1', 38],
      [2, '4', 19],
      [2, '1', 27],
      [3, '1', 72],
      [2, '2', 19],
      [2, '3', 54],
    ]);
    expect(content[0]?.perSquareMetre).toBeCloseTo(38 / flatArea, 9);
    // Beside the mean of all of them.
    expect(content[0]?.mean).toBeCloseTo((38 + 19) / (2 * flatArea), 9);
    expect(content[0]?.propertyName).toBe('Property 1');
  });

  it('are sorted, filtered and cut by the database', async () => {
    const sorted = await allFlats(owner, { sort: '-current', size: 1, page: 1 });
    expect(sorted).toMatchObject({ content: [{ propertyId: 2, current: 54 }], total: 6 });
    for (const sort of ['propertyName', '-city'] as const) {
      expect((await allFlats(owner, { sort })).content).toHaveLength(6);
    }
    expect((await allFlats(owner, { filter: ['city:Nowhere'] })).total).toBe(0);
    expect((await allFlats(owner, { filter: ['current:50..'] })).total).toBe(2);
  });

  it('tell nothing of before the first day that may be seen, nor of what is no package’s', async () => {
    const { content } = await allFlats(since);
    expect(content).toHaveLength(1);
    expect(content[0]).toMatchObject({
      propertyId: 1,
      current: 18,
      perSquareMetre: null,
      changePercent: null,
      months: new Array(12).fill(null),
    });
    const bare = await addPackage(database, ['WARNING_WATER_LEAKAGE']);
    const stranger = await addAccount(database, 'stranger');
    await grantAccess(database, stranger, bare, [1, 2]);
    await grantAccess(database, stranger, await addPackage(database, licensing), [3]);
    const seen = await allFlats(stranger);
    expect(seen.content.map(({ propertyId }) => propertyId)).toEqual([3]);
    expect(seen.properties).toBe(1);
  });

  it('are of the properties that used most per square metre, where there are too many', async () => {
    await database.pool.query(
      `INSERT INTO property (id, country, works_no, name, address, city, zip_code, time_zone)
       SELECT more.id, country, 'M-' || more.id, name, address, city, zip_code, time_zone
       FROM property, generate_series(1001, 1500) AS more (id) WHERE property.id = 1`,
    );
    await addProperty(database, { id: 2000 });
    await addFlat(2000, [1, 1]);
    await database.pool.query(
      `INSERT INTO property_access (account_id, property_id, package_id)
       SELECT account_id, more.id, package_id FROM property_access, property AS more
       WHERE account_id = $1 AND property_id = 1 AND more.id > 1000`,
      [owner],
    );
    const { content, ...head } = await allFlats(owner);
    expect(head).toMatchObject({ properties: 500, leftOut: 5, total: 7 });
    expect(content.map(({ propertyId }) => propertyId)).toContain(2000);
  });
});

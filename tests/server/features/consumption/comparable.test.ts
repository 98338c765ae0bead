import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../../server/database/open.ts';
import {
  comparablePlaces,
  comparedCount,
  isWhole,
  rateOf,
  type Side,
  sumComparable,
} from '../../../../server/features/consumption/comparable.ts';
import { sumOf } from '../../../../server/features/consumption/values.ts';
import { bucketStarts, startOfLocalDay } from '../../../../server/metering/buckets.ts';
import { emptyBucket, registerBuckets } from '../../../../server/metering/consumption.ts';
import { type Reading, unwrap } from '../../../../server/metering/registers.ts';
import { type IncomingReading, ingestReadings } from '../../../../server/metering/store/ingest.ts';
import {
  expectedTimeOf,
  type RollupBucket,
} from '../../../../server/metering/store/rollups.repository.ts';
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
import { makeReport } from '../report/reportWorld.ts';
import { type Caller, createCaller, licensing } from '../support/caller.ts';
import { daysBetween, now, plusDays, today, zone } from './world.ts';

const day = 86_400_000;
const bucket = (given: object = {}) => ({
  ...emptyBucket,
  volume: 1,
  measured: 1,
  start: 0,
  expectedTime: 100 * day,
  ...given,
});

describe('a bucket is known as a whole', () => {
  it.each([
    ['when it is measured', true, {}],
    ['not when nothing is known', false, { volume: null }],
    ['not when there is none', false, undefined],
    ['when hardly anything of it is absent', true, { absentTime: 2 * day }],
    ['not when a tenth is', false, { absentTime: 10 * day }],
    ['when a gap lies inside, for its ends are known', true, { unknownTime: 40 * day }],
    ['not when a gap reaches out', false, { measured: 0, estimated: 1, unknownTime: 40 * day }],
    ['when that is one of a hundred', true, { measured: 99, estimated: 1, unknownTime: 40 * day }],
    ['when a reading is estimated, but nothing is unknown', true, { measured: 0, estimated: 1 }],
  ])('%s', (_, expected, given) => {
    expect(isWhole(given && bucket(given))).toBe(expected);
  });
});

describe('two periods are compared', () => {
  const side = (lengths: readonly number[], known: readonly boolean[]) => {
    const starts = lengths.map((_, at) => lengths.slice(0, at).reduce((a, b) => a + b, 0) * day);
    const ends = starts.map((start, at) => start + (lengths[at] as number) * day);
    const buckets = starts.filter((_, at) => known[at]).map((start) => bucket({ start }));
    return { span: { starts, ends }, buckets };
  };
  const months = [31, 28, 31];
  const all = [true, true, true];
  it.each([
    ['up to the last place', [true, true, true], 3, months, all, all],
    ['up to the last that is known', [true, true, false], 2, months, all, [true, true, false]],
    ['over a gap inside', [true, false, true], 3, months, [true, false, true], all],
    ['nowhere without their begin', [false, true, true], 0, months, all, [false, true, true]],
    ['before one that is twice as long', [true, false, true], 1, [31, 59, 31], all, all],
  ])('%s', (_, places, count, lengths, current, earlier) => {
    const sides = [side(months, current), side(lengths, earlier)] as const;
    expect(comparablePlaces(...sides, now)).toEqual(places);
    expect(comparedCount(...sides, now)).toBe(count);
  });

  it('as far as they are over', () => {
    const sides = [side(months, all), side(months, all)] as const;
    expect(comparedCount(...sides, new Date(60 * day))).toBe(2);
  });
});

/** A meter that was there from one of so many days to another, and silent between two. */
interface Meter {
  readonly mounted: number;
  readonly taken: number;
  readonly silentFrom: number;
  readonly silentFor: number;
}

/** Those of a flat, of which each may be mounted, taken away, silent or exchanged. */
function flatOf(days: number): fc.Arbitrary<Meter[]> {
  const meter: fc.Arbitrary<Meter> = fc.record({
    mounted: fc.oneof(fc.constant(-5), fc.integer({ min: -5, max: days })),
    taken: fc.oneof(fc.constant(days + 5), fc.integer({ min: 1, max: days + 5 })),
    silentFrom: fc.integer({ min: -5, max: days }),
    silentFor: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40 })),
  });
  // One that takes another's place the same day, as devices of their own.
  const exchanged = fc.integer({ min: 1, max: days }).map((at): Meter[] => [
    { mounted: -5, taken: at, silentFrom: 0, silentFor: 0 },
    { mounted: at, taken: days + 5, silentFrom: 0, silentFor: 0 },
  ]);
  const anyMeters = fc.oneof(
    meter.map((one) => [one]),
    exchanged,
  );
  return fc.array(anyMeters, { minLength: 1, maxLength: 4 }).map((parts) => parts.flat());
}

describe('meters that always use the same', () => {
  const origin = '2026-01-01';
  const [first, days] = [startOfLocalDay(zone, origin), 184];
  const aDay = 200_000;
  const flat = flatOf(days);

  type Timeframe = 'DAILY' | 'MONTHLY';
  const spanOf = (timeframe: Timeframe, from: number, until: number) => {
    const [begin, end] = [from, until].map((at) => startOfLocalDay(zone, plusDays(origin, at)));
    const starts = bucketStarts(zone, timeframe, begin as number, end as number);
    return { starts, ends: [...starts.slice(1), end as number] };
  };
  const bucketsOf = (
    meters: readonly Meter[],
    timeframe: Timeframe,
    { starts, ends }: ReturnType<typeof spanOf>,
  ): RollupBucket[] => {
    const edges = [...starts, ends.at(-1) as number];
    const each = meters.map(({ mounted, taken, silentFrom, silentFor }) => {
      const readings: Reading[] = [];
      for (let at = mounted; at <= taken; at++) {
        if (at > silentFrom && at < silentFrom + silentFor) continue;
        readings.push({ at: first + at * day, value: (at + 9) * aDay, quality: 0 });
      }
      const { steps } = unwrap(readings, [], { resetsYearly: false, timeZone: zone });
      return registerBuckets(steps, edges, 'DAILY', timeframe);
    });
    const kinds = ['measured', 'interpolated', 'estimated', 'missing', 'bridged'] as const;
    const times = ['unknownTime', 'absentTime', 'interpolatedTime'] as const;
    return starts.map((start, place) => {
      const own = each.map((values) => values[place] ?? emptyBucket);
      const known = own.flatMap(({ volume }) => volume ?? []);
      const sums = [...kinds, ...times].map((key) => [
        key,
        own.reduce((sum, value) => sum + value[key], 0),
      ]);
      const summed = {
        ...emptyBucket,
        ...Object.fromEntries(sums),
        start,
        volume: known.length === 0 ? null : known.reduce((a, b) => a + b, 0),
      };
      const length = (ends[place] as number) - start;
      return { ...summed, expectedTime: expectedTimeOf(summed, length) };
    });
  };
  // March and May of 31 days; 60 days and the 60 before.
  const pairs = [
    ['MONTHLY', [120, 151], [59, 90]],
    ['DAILY', [90, 150], [30, 90]],
  ] as const;
  const over = new Date(first + 400 * day);
  const percent = (one: number, other: number) => Math.abs(one / other - 1) * 100;

  interface Seen {
    readonly span: ReturnType<typeof spanOf>;
    readonly flats: readonly (readonly RollupBucket[])[];
  }
  /** How many of both comparisons there are. */
  const expectNoChange = (...sides: [Side, Side]) => {
    const sums = sumComparable(...sides, over);
    if (sums) expect(percent(...sums)).toBeLessThan(5);
    const count = comparedCount(...sides, over);
    const totals = sides.map(({ buckets }) => sumOf(buckets.slice(0, count)).volume);
    if (count > 0) expect(percent(...(totals as [number, number]))).toBeLessThan(5);
    return Number(sums !== undefined) + Number(count > 0);
  };
  /** On each unit of what the flats that are known as a whole used; the others don't count. */
  const expectEqualRates = (flats: readonly Meter[][], timeframe: Timeframe, seen: Seen) => {
    const whole = bucketsOf(flats.flat(), timeframe, seen.span);
    for (const [place, bucket] of whole.entries()) {
      const parts = seen.flats.map((buckets) => {
        const own = buckets[place];
        return { area: isWhole(own) ? (own?.volume ?? 0) : aDay, bucket: own };
      });
      const area = parts.reduce((sum, part) => sum + part.area, 0);
      const isAnyKnown = parts.some((part) => isWhole(part.bucket));
      expect(rateOf(bucket, area, parts)).toBe(isAnyKnown ? 1 : null);
    }
  };

  it.each(pairs)(
    'differ from nothing (%s), whatever is mounted, silent or exchanged',
    (...pair) => {
      const [timeframe, ...sides] = pair;
      let judged = 0;
      fc.assert(
        fc.property(fc.array(flat, { minLength: 1, maxLength: 4 }), (flats) => {
          const see = ([from, until]: readonly [number, number]): Seen => {
            const span = spanOf(timeframe, from, until);
            return { span, flats: flats.map((meters) => bucketsOf(meters, timeframe, span)) };
          };
          const [current, earlier] = [see(sides[0]), see(sides[1])];
          for (const at of flats.keys()) {
            const sideOf = ({ span, flats: all }: Seen): Side => ({ span, buckets: all[at] ?? [] });
            judged += expectNoChange(sideOf(current), sideOf(earlier));
          }
          expectEqualRates(flats, timeframe, current);
        }),
        { numRuns: 100, seed: 33 },
      );
      expect(judged).toBeGreaterThan(100);
    },
  );
});

describe('figures of what was read up to 10 August, or all the time', () => {
  let database: Database;
  let caller: Caller;
  let owner: number;
  let tenant: number;

  beforeAll(async () => {
    database = await createTestDatabase();
    caller = createCaller(database, () => now);
    await addProperty(database, { id: 1 });
    owner = await addAccount(database, 'owner');
    await grantAccess(database, owner, await addPackage(database, licensing), [1]);
    for (let flat = 1; flat <= 5; flat++) {
      const tenantId = await addTenant(database, 1, { tenantNo: `00${flat}` });
      await meter(tenantId, 'COLD_WATER_METER', '2026-08-10');
      await meter(tenantId, 'HOT_WATER_METER', today);
      tenant ??= tenantId;
    }
    await database.pool.query(
      `INSERT INTO billing_period (property_id, product, period_begin, period_end) VALUES
         (1, '', '2025-07-01', '2025-12-31'), (1, '', '2026-01-01', '2026-10-31')`,
    );
  }, 60_000);
  afterAll(() => database?.close());

  const begin = '2025-06-01';
  async function meter(
    tenantId: number,
    category: 'COLD_WATER_METER' | 'HOT_WATER_METER',
    last: string,
  ) {
    const deviceId = await addDevice(database, { propertyId: 1, tenantId, category });
    const readings = Array.from({ length: daysBetween(begin, last) + 1 }, (_, at) => ({
      at: startOfLocalDay(zone, plusDays(begin, at)),
      value: at,
    }));
    await addReadings(database, { propertyId: 1, deviceId }, readings);
  }
  const overview = async (query: object) => {
    const { content } = await caller.ask(owner, 'consumption.overview', { query } as never);
    return content.map(({ category, previous, changePercent, comparedUntil }) => [
      ...[category, previous, changePercent, comparedUntil],
    ]);
  };

  it.each([
    ['the property', { property: 1 }, 5],
    ['a tenant', { property: 1, tenant: true }, 1],
    ['all properties', {}, 5],
  ])('of %s are compared up to the last bucket that is known in both', async (_, asked, flats) => {
    const query = { ...asked, ...('tenant' in asked && { tenant }) };
    const months = { timeframe: 'MONTHLY', periodBegin: '2026-05-01', periodEnd: '2026-10-31' };
    const [cold, warm] = await overview({ ...query, ...months });
    // May to July beside November to January, 92 days each.
    expect(cold).toEqual(['COLD_WATER_METER', flats * 92, 0, '2026-07-31']);
    expect(warm?.slice(1)).toEqual([
      ...[flats * 181, expect.closeTo((184 / 181 - 1) * 100, 6), '2026-10-31'],
    ]);
    const days = { timeframe: 'DAILY', periodBegin: '2026-08-04', periodEnd: '2026-08-17' };
    const [late, whole] = await overview({ ...query, ...days });
    expect(late?.slice(1)).toEqual([flats * 6, 0, '2026-08-09']);
    expect(whole?.slice(1)).toEqual([flats * 14, 0, '2026-08-17']);
  });

  it('of billing periods that differ in length aren’t compared', async () => {
    const query = { property: 1, timeframe: 'BILLING', periodBegin: '2026-02-01' } as const;
    const [cold, warm] = await overview(query);
    for (const one of [cold, warm]) expect(one?.slice(1)).toEqual([null, null, null]);
    const { comparable } = await caller.ask(owner, 'consumption.graph', {
      query: { ...query, category: 'HOT_WATER_METER', compare: 'PREVIOUS_PERIOD' },
    });
    expect(comparable).toEqual([false]);
  });

  it('of a month that is known in part aren’t compared, and say why', async () => {
    const ask = async (month: string) => {
      const answer = await caller.ask(owner, 'consumption.information', {
        query: { property: 1, tenant, month },
      });
      return answer.content;
    };
    const [cold, warm] = await ask('2026-08-01');
    expect(cold).toMatchObject({ current: 9, changePercent: null, averagePercent: null });
    expect(cold?.coverage?.unknown).toBeCloseTo(22 / 31, 3);
    expect(warm).toMatchObject({ current: 31, changePercent: 0, coverage: { unknown: 0 } });
    expect(warm?.averagePercent).toEqual(expect.any(Number));
    expect((await ask('2026-07-01'))[0]).toMatchObject({ current: 31, changePercent: 0 });
  });
});

/** What the database judges as well: the dashboard's changes, and a report of square metres. */
describe('properties whose meters always use the same', () => {
  // Days that are read: from 20 October on for 45 days, and a year later up to today.
  const [begins, before] = [['2025-10-20', '2026-10-20'] as const, 45];
  const days = before + daysBetween(begins[1], today) + 1;
  const dayOf = (at: number) =>
    at < before ? plusDays(begins[0], at) : plusDays(begins[1], at - before);
  const middle = before + 18;
  let database: Database;
  let account: number;

  beforeAll(async () => {
    database = await createTestDatabase();
    account = await addAccount(database, 'constant');
    const ids: number[] = [];
    const sampled = fc.sample(fc.array(flatOf(days), { minLength: 1, maxLength: 4 }), {
      numRuns: 30,
      seed: 33,
    });
    for (const [at, flats] of sampled.entries()) {
      const propertyId = await addProperty(database, { id: at + 1 });
      ids.push(propertyId);
      const readings: IncomingReading[] = [];
      for (const [number, meters] of flats.entries()) {
        const tenantId = await addTenant(database, propertyId, { tenantNo: `${number}` });
        for (const meter of meters) {
          const deviceId = await addDevice(database, { propertyId, tenantId });
          readings.push(...readingsOf(meter).map((one) => ({ propertyId, deviceId, ...one })));
        }
        // An area for each that is there: all use the same on a square metre.
        const there = meters.filter((meter) => {
          const read = daysReadOf(meter);
          return (read[0] ?? days) <= middle && (read.at(-1) ?? 0) > middle;
        });
        await database.pool.query('UPDATE tenant SET area_square_metres = $2 WHERE id = $1', [
          ...[tenantId, there.length * 10 || null],
        ]);
      }
      await database.pool.query(
        `UPDATE property SET area_square_metres = (SELECT nullif(sum(area_square_metres), 0)
           FROM tenant WHERE property_id = $1) WHERE id = $1`,
        [propertyId],
      );
      await database.transaction((tx) => ingestReadings(tx, readings));
    }
    const features = [...licensing, 'REPORT_AREA_ANALYSIS'] as const;
    await grantAccess(database, account, await addPackage(database, features), ids);
  }, 120_000);
  afterAll(() => database?.close());

  const daysReadOf = ({ mounted, taken, silentFrom, silentFor }: Meter) =>
    Array.from({ length: days }, (_, at) => at)
      .filter((at) => at >= mounted && at <= taken)
      .filter((at) => at <= silentFrom || at >= silentFrom + silentFor);
  const readingsOf = (meter: Meter) =>
    daysReadOf(meter).map((at) => ({
      at: startOfLocalDay(zone, dayOf(at)),
      value: daysBetween(begins[0], dayOf(at)) * 1_000_000,
      quality: 0 as const,
    }));

  it('change in nothing, alone and together', async () => {
    const caller = createCaller(database, () => now);
    const { content } = await caller.ask(account, 'consumption.changes', { query: { size: 100 } });
    expect(content.length).toBeGreaterThan(5);
    for (const { changePercent } of content) expect(Math.abs(changePercent)).toBeLessThan(5);
    const month = await caller.ask(account, 'consumption.month', { query: {} });
    expect(Math.abs(month.content[0]?.changePercent ?? Number.NaN)).toBeLessThan(2);
  });

  it('have flats that differ from them in nothing', async () => {
    const { rows } = await makeReport(database, account, {
      reportType: 'AREA_ANALYSIS',
      startDate: '2026-10-25',
      endDate: '2026-11-19',
    });
    const judged = rows.flatMap(({ deviationPercent }) => deviationPercent ?? []) as number[];
    expect(judged.length).toBeGreaterThan(20);
    expect(judged.length).toBeLessThan(rows.length);
    for (const percent of judged) expect(Math.abs(percent)).toBeLessThan(5);
  });
});

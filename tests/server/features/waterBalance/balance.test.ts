import { describe, expect, it } from 'vitest';
import {
  type Balance,
  type BalancedMeter,
  type BalancedMeters,
  balanceMonth,
  balanceRange,
  trendOf,
} from '../../../../server/features/waterBalance/balance.ts';
import { isLinked } from '../../../../server/features/waterBalance/balancedMeters.ts';
import { isKnownAt, readRange } from '../../../../server/features/waterBalance/balanceRange.ts';
import { rankCulprits } from '../../../../server/features/waterBalance/culprits.ts';
import { findWider } from '../../../../server/features/waterBalance/widen.ts';
import { startOfLocalDay } from '../../../../server/metering/buckets.ts';
import { type BucketValue, emptyBucket } from '../../../../server/metering/consumption.ts';

const zone = 'Europe/Warsaw';
const edgesOf = (...days: string[]) => days.map((day) => startOfLocalDay(zone, day));
/** October is an hour longer than its 31 days: the clock goes back. */
const edges = edgesOf('2026-08-01', '2026-09-01', '2026-10-01', '2026-11-01');
const day = 86_400_000;

/** A month of a measured device; null: it was silent from edge to edge. */
function bucketsOf(volumes: readonly (number | null)[], at: readonly number[]) {
  return volumes.map((volume, month): BalancedMeter['buckets'][number] => {
    const length = (at[month + 1] as number) - (at[month] as number);
    const bucket: BucketValue =
      volume === null ? emptyBucket : { ...emptyBucket, volume: volume * 1_000_000, measured: 1 };
    return { ...bucket, expectedTime: volume === null ? 0 : length };
  });
}

let lastId = 0;
function meter(
  volumes: readonly (number | null)[],
  given: Partial<BalancedMeter> & { at?: readonly number[] } = {},
): BalancedMeter {
  const { at = edges, ...rest } = given;
  return {
    id: ++lastId,
    category: 'COLD_WATER_METER',
    mountedAt: null,
    dismountedAt: null,
    edge: 0,
    buckets: bucketsOf(volumes, at),
    knownAt: at.map(() => true),
    ...rest,
  };
}

const metersOf = (
  mains: readonly BalancedMeter[],
  subs: readonly BalancedMeter[],
  at = edges,
): BalancedMeters => ({ mains, subs, edges: at });

describe('a balance', () => {
  it('is main less the sum of subs, to the millionth, and in per cent of main', () => {
    const parts = metersOf(
      [meter([10, 0.3, 10])],
      [meter([9, 0.1, 4]), meter([0.5, 0.2, 5.123456])],
    );
    expect(balanceMonth(parts, 1)).toMatchObject({ main: 300_000, sub: 300_000, difference: 0 });
    expect(balanceMonth(parts, 2)).toMatchObject({ difference: 876_544, percent: 8.76544 });
    expect(balanceRange(parts)).toMatchObject({
      main: 20_300_000,
      sub: 18_923_456,
      difference: 1_376_544,
      missingSide: null,
      missingMeters: 0,
      verdict: 'NORMAL',
    });
  });

  it.each([
    [9, 'NORMAL'],
    [8.99, 'LOSS'],
    [11, 'NORMAL'],
    [11.01, 'EXCESS'],
  ])('judges a sum of %d of 10 as %s', (sum, verdict) => {
    expect(balanceMonth(metersOf([meter([10])], [meter([sum])]), 0).verdict).toBe(verdict);
  });

  it.each([
    [[false, true], 'FRONT'],
    [[true, false], 'END'],
    [[false, false], 'BOTH'],
  ])('has no difference when main is known at its edges as %j: %s', (knownAt, side) => {
    const at = edges.slice(0, 2);
    const parts = metersOf([meter([10], { at, knownAt })], [meter([9], { at })], at);
    expect(balanceMonth(parts, 0)).toMatchObject({
      main: 10_000_000,
      difference: null,
      percent: null,
      missingSide: side,
      verdict: 'UNKNOWN',
    });
  });

  it('has no percentage of nothing, nor without a main meter or any sub-meter', () => {
    const zero = balanceMonth(metersOf([meter([0])], [meter([0])]), 0);
    expect(zero).toMatchObject({ difference: 0, percent: null, verdict: 'UNKNOWN' });
    const noMain = balanceMonth(metersOf([], [meter([1])]), 0);
    expect(noMain).toMatchObject({ main: null, difference: null, missingSide: null });
    expect(balanceMonth(metersOf([meter([1])], []), 0)).toMatchObject({ sub: null, percent: null });
  });

  it('counts a sub-meter that is unknown at an edge, and doesn’t judge where many are', () => {
    const gone = () => meter([null], { knownAt: [true, false] });
    const parts = metersOf([meter([10])], [meter([8]), gone()]);
    expect(balanceMonth(parts, 0)).toMatchObject({ missingMeters: 1, verdict: 'INCOMPLETE' });
    // One of fifty may be missing.
    const many = Array.from({ length: 49 }, () => meter([0.16]));
    const few = metersOf([meter([10])], [...many, gone()]);
    expect(balanceMonth(few, 0)).toMatchObject({ missingMeters: 1, verdict: 'LOSS' });
  });

  it('says what the sum is known by, in months of 30, 31 days and of one hour more', () => {
    expect((edges[3] as number) - (edges[2] as number)).toBe(31 * day + 3_600_000);
    const parts = metersOf([meter([1, 1, 1])], [meter([1, 1, 1]), meter([1, 1, null])]);
    const { coverage } = balanceRange(parts);
    const whole = 2 * (92 * day + 3_600_000);
    expect(coverage?.unknown).toBeCloseTo((31 * day + 3_600_000) / whole, 4);
    expect(balanceMonth(parts, 2).coverage).toEqual({
      measured: 0.5,
      interpolated: 0,
      unknown: 0.5,
    });
  });

  it('waits for nothing of a meter before it was mounted and after it was taken away', () => {
    const [, september, october] = edges as [number, number, number, number];
    const late = meter([null, 5, 5], {
      mountedAt: september + day,
      knownAt: [false, false, true, true],
    });
    const early = meter([5, 5, null], {
      dismountedAt: october - day,
      knownAt: [true, true, false, false],
    });
    const parts = metersOf([meter([10, 10, 10])], [meter([5, 0, 5]), late, early]);
    expect(balanceRange(parts)).toMatchObject({ missingMeters: 0, difference: 0 });
    expect(balanceMonth(parts, 0)).toMatchObject({
      missingMeters: 0,
      coverage: { measured: 1, unknown: 0 },
    });
  });

  it('takes the begin from the old main meter and the end from the new one', () => {
    const change = (edges[1] as number) + 10 * day;
    const old = meter([10, 3, null], { dismountedAt: change, knownAt: [true, true, false, false] });
    const next = meter([null, 7, 10], { mountedAt: change, knownAt: [false, false, true, true] });
    const parts = metersOf([old, next], [meter([10, 10, 9])]);
    expect(balanceRange(parts)).toMatchObject({
      missingSide: null,
      main: 30_000_000,
      difference: 1e6,
    });
    // Alone the new one says nothing of the begin.
    expect(balanceRange(metersOf([next], parts.subs)).missingSide).toBe('FRONT');
  });

  it('needs a main meter of each water that has one', () => {
    const hot = meter([4], { category: 'HOT_WATER_METER', knownAt: [false, true] });
    expect(balanceMonth(metersOf([meter([10]), hot], [meter([9])]), 0).missingSide).toBe('FRONT');
  });

  it('leaves out what a gap that reaches out of the range moved', () => {
    const sub = meter([4, 4, 4], { edge: 1_000_000 });
    expect(balanceRange(metersOf([meter([4, 4, 4])], [sub])).sub).toBe(11_000_000);
  });
});

describe('the trend', () => {
  const month = (percent: number | null): Pick<Balance, 'main' | 'difference'> => ({
    main: 100,
    difference: percent,
  });
  it.each([
    [[5, 5, 5, 9, 9, 9], 'RISING', 4],
    [[9, 9, 9, 5, 5, 5], 'FALLING', -4],
    [[5, 5, 5, 8, 8, 8], 'STEADY', 3],
    [[1, 5, 5, 5, 9, 9, 9], 'RISING', 4],
    [[5, null, 5, 9, null, 9], 'RISING', 4],
    [[5, null, null, 9, 9, 9], 'UNKNOWN', null],
    [[9, 9, 9], 'UNKNOWN', null],
  ])('of %j is %s', (percents, trend, points) => {
    expect(trendOf(percents.map(month))).toEqual({ trend, points });
  });
});

describe('culprits', () => {
  it('are ranked by what they could explain, with why', () => {
    const usual = [meter([6, 6, 6]), meter([6, 6, 6]), meter([6, 6, 6])];
    const silent = meter([6, null, null], { knownAt: [true, true, false, false] });
    const still = meter([6, 6, 0]);
    const backwards = meter([6, 6, -1]);
    const found = rankCulprits([...usual, still, backwards, silent], edges, 20_000_000);
    expect(found.map(({ id, suspicion }) => [id, suspicion])).toEqual([
      [silent.id, 'NO_READINGS'],
      [still.id, 'STOPPED'],
      [backwards.id, 'BACKWARDS'],
    ]);
    // Its own use goes on for the 61 days and an hour that nobody read.
    const [unread] = found;
    expect(unread?.explains).toBeCloseTo((6_000_000 / (31 * day)) * (61 * day + 3_600_000), 0);
    expect(found[2]?.explains).toBe(2_000_000);
  });

  it('of a meter that was never read are guessed by the others of its kind', () => {
    const hot = meter([1, 1, 1], { category: 'HOT_WATER_METER' });
    const never = meter([null, null, null], { knownAt: [false, false, false, false] });
    const [found] = rankCulprits([meter([6, 6, 6]), hot, never], edges, 18_000_000);
    expect(found).toMatchObject({ id: never.id, suspicion: 'NO_READINGS' });
    expect(found?.explains).toBeCloseTo(18_000_000, -2);
  });

  it('of sub-meters that counted too much are those that leapt', () => {
    const leapt = meter([2, 2, 40]);
    const still = meter([2, 2, 0]);
    expect(rankCulprits([leapt, still], edges, -38_000_000)).toEqual([
      { id: leapt.id, suspicion: 'ROSE', explains: 38_000_000 },
    ]);
  });

  it('are none where all is well, and twenty at most', () => {
    expect(rankCulprits([meter([6, 6, 6]), meter([5, 5, 5])], edges, 0)).toEqual([]);
    const still = Array.from({ length: 30 }, () => meter([6, 6, 0]));
    expect(rankCulprits(still, edges, 1_000_000)).toHaveLength(20);
  });
});

describe('which sub-meters are linked', () => {
  it.each([
    ['ALL', 'COLD_WATER_METER', ['COLD_WATER_METER'], true],
    // Hot water is made of the cold water that passed the main meter.
    ['ALL', 'HOT_WATER_METER', ['COLD_WATER_METER'], true],
    ['ALL', 'COLD_WATER_METER', ['HOT_WATER_METER'], false],
    ['ALL', 'HOT_WATER_METER', ['HOT_AND_COLD_WATER'], true],
    ['ALL', 'HOT_AND_COLD_WATER', ['HOT_WATER_METER'], false],
    ['ALL', 'COLD_WATER_METER', ['COLD_HOT_WATER_VIRTUAL'], true],
    ['ALL', 'COLD_WATER_METER', [], false],
    ['COLD', 'COLD_WATER_METER', ['COLD_WATER_METER'], true],
    ['HOT', 'HOT_WATER_METER', ['COLD_WATER_METER'], false],
    ['HOT', 'HOT_WATER_METER', ['HOT_WATER_METER'], true],
  ] as const)('in a balance of %s: %s with main meters %j: %s', (water, sub, mains, linked) => {
    expect(isLinked(water, sub, mains)).toBe(linked);
  });
});

describe('the register at an edge', () => {
  const [there, known, whole] = [1, 2, 4];
  it.each([
    ['two whole days', there | known | whole, there | known | whole, true],
    ['the day before alone, behind which readings go on', there | known | whole, there, true],
    ['the day after alone', there, there | known | whole, true],
    ['a device whose last reading came before the edge', there | known, 0, false],
    ['a device that begins after the edge', 0, there | known, false],
    ['a device that begins at the edge', 0, there | known | whole, true],
    ['a device that began the day before', there | known, there | known | whole, true],
    ['a gap around the edge', there, there, false],
    ['nothing', 0, 0, false],
  ])('of %s', (_name, last, first, isKnown) => {
    const ends = new Map([
      ['2026-09-01', { first: 0, last }],
      ['2026-10-01', { first, last: 0 }],
    ]);
    const range = { days: ['2026-10-01'], before: ['2026-09-01'] };
    expect(isKnownAt(range, 0, ends)).toBe(isKnown);
  });
});

describe('the range', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const seen = { timeZone: zone, accessSince: null };
  const monthsOf = (asked: Parameters<typeof readRange>[0], since: string | null, last: string) => {
    const { days, front, end } = readRange(asked, { ...seen, accessSince: since }, now, last);
    return [days[front], days[end]];
  };
  it.each([
    ['the last whole months', { months: '12' }, null, '2026-11-20', '2025-11-01', '2026-11-01'],
    ['where readings ended', { months: '1' }, null, '2025-05-20', '2025-04-01', '2025-05-01'],
    [
      'any day of a month',
      { months: '3', readingDate: '2026-02-14' },
      null,
      '',
      '2025-12-01',
      '2026-03-01',
    ],
    [
      'no month to come',
      { months: '1', readingDate: '2027-01-31' },
      null,
      '',
      '2026-10-01',
      '2026-11-01',
    ],
    [
      'only what may be seen',
      { months: '12' },
      '2026-08-02',
      '2026-11-20',
      '2026-09-01',
      '2026-11-01',
    ],
    [
      'from a month’s first day',
      { months: '12' },
      '2026-08-01',
      '2026-11-20',
      '2026-08-01',
      '2026-11-01',
    ],
    [
      'nothing of before',
      { months: '3', readingDate: '2026-02-14' },
      '2026-08-01',
      '2026-11-20',
      '2026-03-01',
      '2026-03-01',
    ],
  ] as const)('is %s', (_name, asked, since, last, front, end) => {
    expect(monthsOf(asked, since, last || '2026-11-20')).toEqual([front, end]);
  });

  it('is widened to the shortest in which least is missing', () => {
    // Edges 0 to 40; 24 is unknown, and so is all before 20.
    const missing = ({ front, end }: { front: number; end: number }) =>
      [front, end].filter((edge) => edge === 24 || edge < 20).length;
    expect(findWider({ front: 24, end: 30 }, 30, missing)).toBeUndefined();
    expect(findWider({ front: 24, end: 25 }, 30, missing)).toEqual({
      front: 22,
      end: 25,
      months: '3',
    });
    expect(findWider({ front: 21, end: 24 }, 30, missing)).toEqual({
      front: 20,
      end: 26,
      months: '6',
    });
    expect(findWider({ front: 21, end: 25 }, 30, missing)).toBeUndefined();
  });
});

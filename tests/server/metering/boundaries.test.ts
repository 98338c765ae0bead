import { describe, expect, it, test } from 'vitest';
import {
  bucketStartOf,
  bucketStarts,
  chunkOf,
  chunksBetween,
  daysBetween,
  localDayOf,
  nextBucketStart,
} from '../../../server/metering/buckets.ts';
import { correctForWeather } from '../../../server/metering/climate.ts';
import {
  emptyBucket,
  gaugeBuckets,
  registerBuckets,
} from '../../../server/metering/consumption.ts';
import {
  modulusOf,
  proposeExplanation,
  type QuestionFacts,
  startOfNewRegister,
} from '../../../server/metering/explanations.ts';
import { countFar } from '../../../server/metering/farDates.ts';
import { countFlows, isJudgedAnew, maxFlow } from '../../../server/metering/plausibility.ts';
import {
  betweenReadings,
  type Installation,
  type Reading,
  type RegisterTraits,
  unwrap,
} from '../../../server/metering/registers.ts';
import {
  bucketOf,
  type ChunkKey,
  emptyChunk,
  isEmptyRow,
  setBucket,
  shiftBucket,
} from '../../../server/metering/store/chunks.ts';
import { groupsOf } from '../../../server/metering/store/recomputeBuckets.ts';
import { expectedTimeOf } from '../../../server/metering/store/rollups.repository.ts';
import { combine, computeVirtual } from '../../../server/metering/store/virtualMeters.ts';

/** The rules of docs/metering.md at their very limits: what still is so, and what no longer. */

const hour = 3_600_000;
const day = 24 * hour;

/** Steps from pairs of instant and increment; the qualities are 0 unless said. */
const stepsOf = (...pairs: [at: number, increment: number | null, quality?: number][]) =>
  pairs.map(([at, increment, quality = 0]) => ({ at, increment, quality }));
/** A register that rises by 10 an hour. */
const hourly = (from: number, until: number) =>
  Array.from({ length: until - from + 1 }, (_, index): [number, number] => [
    (from + index) * hour,
    from + index === 0 ? 0 : 10,
  ]);

describe('an edge between two readings of an hourly meter', () => {
  const halves = (gap: number, increment: number) =>
    registerBuckets(stepsOf([0, 0], [gap, increment]), [0, gap / 2, gap], 'HOURLY');

  it('is measured up to one and a half times the usual gap', () => {
    for (const half of halves(1.5 * hour, 100)) {
      expect(half).toMatchObject({ volume: 50, measured: 1, interpolated: 0, interpolatedTime: 0 });
    }
    const gap = 1.5 * hour + 2;
    for (const half of halves(gap, 100)) {
      expect(half).toMatchObject({ volume: 50, measured: 0, interpolated: 1, unknownTime: 0 });
      expect(half.interpolatedTime).toBe(gap / 2);
    }
  });

  it('is interpolated up to six hours, and unknown beyond', () => {
    for (const half of halves(6 * hour, 100)) {
      expect(half).toMatchObject({ volume: 50, interpolated: 1, interpolatedTime: 3 * hour });
    }
    const gap = 6 * hour + 2;
    for (const half of halves(gap, 100)) {
      expect(half).toMatchObject({ volume: null, missing: 1, bridged: 50, unknownTime: gap / 2 });
      expect(half).toMatchObject({ measured: 0, interpolated: 0, estimated: 0 });
    }
  });

  it('is measured however far apart they are when they are equal', () => {
    for (const half of halves(1000 * hour, 0)) {
      expect(half).toMatchObject({ volume: 0, measured: 1, unknownTime: 0, interpolatedTime: 0 });
    }
  });
});

describe('a bucket', () => {
  const bucket = (
    steps: ReturnType<typeof stepsOf>,
    from: number,
    until: number,
    interval: 'HOURLY' | 'DAILY' = 'HOURLY',
  ) => registerBuckets(steps, [from, until], interval)[0];

  it('is known when half of it is, and missing below', () => {
    const steps = stepsOf([0, 0], [6 * hour, 60], [18 * hour, 120]);
    expect(bucket(steps, 0, 12 * hour)).toMatchObject({
      volume: 120,
      bridged: 0,
      estimated: 1,
      missing: 0,
      unknownTime: 6 * hour,
    });
    expect(bucket(steps, 0, 12 * hour + 1000)).toMatchObject({ volume: null, missing: 1 });
  });

  it('is known from reading to reading, whatever lies between them', () => {
    const steps = stepsOf([0, 0], [10 * hour, 100], [11 * hour, 10]);
    expect(bucket(steps, 0, 10 * hour)).toMatchObject({ volume: 100, measured: 1, bridged: 0 });
    expect(bucket(steps, 10 * hour, 11 * hour)).toMatchObject({ volume: 10, measured: 1 });
  });

  it('has nothing of a fall that nothing explains', () => {
    const steps = stepsOf([0, 0], [hour, null], [2 * hour, 10]);
    expect(bucket(steps, 0, 0.75 * hour)).toMatchObject({ volume: null, missing: 1, bridged: 0 });
  });

  it('has the use of a gap up to two days as its own, and of a longer one beside it', () => {
    const until = (gap: number) => stepsOf(...hourly(0, 60), [60 * hour + gap, 480]);
    expect(bucket(until(48 * hour), 0, 84 * hour)).toMatchObject({ volume: 840, bridged: 0 });
    expect(bucket(until(48 * hour + 2), 0, 84 * hour)).toMatchObject({ volume: 600, bridged: 240 });
  });

  it('that begins in a long gap has its rest beside it', () => {
    const steps = stepsOf(...hourly(0, 60), [109 * hour, 490], ...hourly(110, 169));
    expect(bucket(steps, 85 * hour, 169 * hour)).toMatchObject({
      volume: 600,
      bridged: 240,
      estimated: 1,
      unknownTime: 24 * hour,
    });
    // Within the gap there is nothing else.
    expect(bucket(steps, 70 * hour, 80 * hour)).toMatchObject({ volume: null, bridged: 100 });
  });

  it('is as good as the worst reading that it is made of', () => {
    const steps = stepsOf(
      [0, 0, 2],
      [hour, 10],
      [2 * hour, 10, 1],
      [3 * hour, 10],
      [4 * hour, 10, 2],
    );
    const qualities = [0, 1, 2, 3].map((index) => bucket(steps, index * hour, (index + 1) * hour));
    expect(qualities).toMatchObject([
      { measured: 1, interpolated: 0, estimated: 0 },
      { measured: 0, interpolated: 1, estimated: 0, interpolatedTime: hour },
      { measured: 1, interpolated: 0, estimated: 0 },
      { measured: 0, interpolated: 0, estimated: 1 },
    ]);
    const soon = stepsOf([0, 0], [1, 1, 2], [hour, 9]);
    expect(bucket(soon, 0, hour)).toMatchObject({ estimated: 1, measured: 0 });
    // The reading behind an edge is among them.
    expect(bucket(steps, hour, 1.5 * hour)).toMatchObject({ interpolated: 1, measured: 0 });
    expect(bucket(steps, hour, 4 * hour)).toMatchObject({ estimated: 1, interpolated: 0 });
  });

  it('is interpolated when only one of its edges is', () => {
    const before = stepsOf([0, 0], [2 * hour, 20], [3 * hour, 10]);
    expect(bucket(before, hour, 3 * hour)).toMatchObject({ volume: 20, interpolated: 1 });
    const after = stepsOf([0, 0], [hour, 10], [3 * hour, 20]);
    expect(bucket(after, 0, 2 * hour)).toMatchObject({ volume: 20, interpolated: 1 });
  });

  it('with a fall that nothing explains is estimated from the rest', () => {
    const steps = stepsOf([0, 0], [hour, null], [2 * hour, 10], [3 * hour, 10], [4 * hour, 10]);
    expect(bucket(steps, 0, 4 * hour)).toMatchObject({
      volume: 30,
      estimated: 1,
      measured: 0,
      unknownTime: hour,
    });
    expect(bucket(steps, 2 * hour, 4 * hour)).toMatchObject({ measured: 1, unknownTime: 0 });
  });

  it('counts the readings from its begin on, and none at its end', () => {
    const steps = stepsOf(...hourly(0, 4));
    expect(bucket(steps, 0, 2 * hour)).toMatchObject({ received: 2, volume: 20 });
    expect(bucket(steps, 1, 2 * hour + 1)).toMatchObject({ received: 2 });
  });

  it('begins and ends with the device’s life', () => {
    const steps = stepsOf(...hourly(0, 4));
    expect(bucket(steps, -hour, 0)).toEqual(emptyBucket);
    expect(bucket(steps, -2 * hour, hour)).toMatchObject({ volume: 10, absentTime: 2 * hour });
    expect(bucket(steps, 3 * hour, 6 * hour)).toMatchObject({ volume: 10, absentTime: 2 * hour });
    expect(bucket(steps, 4 * hour, 5 * hour)).toMatchObject({
      volume: null,
      missing: 1,
      received: 1,
      bridged: 0,
      absentTime: hour,
    });
    expect(bucket(steps, 4 * hour + 1, 5 * hour)).toEqual(emptyBucket);
    expect(bucket([], 0, hour)).toEqual(emptyBucket);
  });
});

describe('a gauge’s bucket', () => {
  const reading = (at: number, value: number, quality = 0): Reading => ({ at, value, quality });
  const bucket = (readings: readonly Reading[], from: number, until: number) =>
    gaugeBuckets(readings, [from, until], 'HOURLY')[0];
  const readings = [
    reading(0, 5),
    reading(hour, 3, 1),
    reading(2 * hour, 9, 2),
    reading(9 * hour, 1),
  ];

  it('has sum, count and range of the readings from its begin on', () => {
    expect(bucket(readings, 0, 2 * hour)).toMatchObject({
      volume: 8,
      received: 2,
      minimum: 3,
      maximum: 5,
      interpolated: 1,
    });
    expect(bucket(readings, hour, 3 * hour)).toMatchObject({
      volume: 12,
      received: 2,
      minimum: 3,
      maximum: 9,
      estimated: 1,
    });
    expect(bucket(readings, 0, hour)).toMatchObject({ volume: 5, measured: 1, unknownTime: 0 });
  });

  it('is missing without a reading, and nothing outside of its device’s life', () => {
    expect(bucket(readings, 4 * hour, 5 * hour)).toEqual({
      ...emptyBucket,
      missing: 1,
      unknownTime: hour,
    });
    expect(bucket(readings, -2 * hour, hour)).toMatchObject({ volume: 5, absentTime: 2 * hour });
    expect(bucket(readings, 9 * hour, 11 * hour)).toMatchObject({
      volume: 1,
      received: 1,
      absentTime: 2 * hour,
    });
    expect(bucket(readings, -hour, 0)).toEqual(emptyBucket);
    expect(bucket(readings, 9 * hour + 1, 11 * hour)).toEqual(emptyBucket);
    expect(bucket([], 0, hour)).toEqual(emptyBucket);
  });
});

describe('buckets of the calendar', () => {
  const at = (text: string) => Date.parse(`${text}Z`);

  it('begin in a span from its begin on, and not at its end', () => {
    const from = at('2026-01-01T12:00:00');
    const until = at('2026-01-03T00:00:00');
    expect(bucketStarts('UTC', 'DAILY', from, until)).toEqual([at('2026-01-02T00:00:00')]);
    expect(bucketStarts('UTC', 'DAILY', at('2026-01-01T00:00:00'), until + 1)).toHaveLength(3);
  });

  it.each([
    ['HOURLY', '2026-01-01T23:00:00', '2026-01-02T00:00:00'],
    ['DAILY', '2026-01-31T00:00:00', '2026-02-01T00:00:00'],
    ['WEEKLY', '2025-12-29T00:00:00', '2026-01-05T00:00:00'],
    ['MONTHLY', '2025-12-01T00:00:00', '2026-01-01T00:00:00'],
  ] as const)('%s: behind %s comes %s', (timeframe, start, next) => {
    expect(nextBucketStart('UTC', timeframe, at(start))).toBe(at(next));
    expect(bucketStartOf('UTC', timeframe, at(next))).toBe(at(next));
    expect(bucketStartOf('UTC', timeframe, at(next) - 1)).toBe(at(start));
  });

  it('lie in chunks, of which those that a span ends at are among its own', () => {
    const days = (until: string) =>
      chunksBetween('UTC', 'DAILY', at('2026-01-15T00:00:00'), at(until)).map((one) => one.day);
    expect(days('2026-01-31T23:59:59')).toEqual(['2026-01-01']);
    expect(days('2026-02-01T00:00:00')).toEqual(['2026-01-01', '2026-02-01']);
    expect(chunkOf('UTC', 'DAILY', at('2026-02-28T00:00:00')).edges).toHaveLength(29);
    expect(chunkOf('UTC', 'MONTHLY', at('2026-02-28T00:00:00')).edges).toHaveLength(13);
    const weeks = chunkOf('UTC', 'WEEKLY', at('2024-06-01T00:00:00'));
    // 1 January 2024 was a Monday, and so was the 53rd one's, on 30 December.
    expect([weeks.day, weeks.edges.length]).toEqual(['2024-01-01', 54]);
    expect(localDayOf('UTC', weeks.edges[0] as number)).toBe('2024-01-01');
  });

  it('are listed day by day, both ends included', () => {
    expect(daysBetween('2026-02-27', '2026-03-01')).toEqual([
      ...['2026-02-27', '2026-02-28', '2026-03-01'],
    ]);
    expect(daysBetween('2026-02-27', '2026-02-27')).toEqual(['2026-02-27']);
    expect(daysBetween('2026-02-27', '2026-02-26')).toEqual([]);
  });
});

describe('a register', () => {
  const reading = (at: number, value: number): Reading => ({ at, value, quality: 0 });
  const mounted: Installation = {
    from: 0,
    until: null,
    startIndex: null,
    endIndex: null,
    factor: 1,
    modulus: 1e9,
  };
  const increments = (
    readings: readonly Reading[],
    installations: readonly Installation[] = [mounted],
    traits: Partial<RegisterTraits> = {},
  ) =>
    unwrap(readings, installations, { resetsYearly: false, timeZone: 'UTC', ...traits }).steps.map(
      ({ increment }) => increment,
    );
  const step = (from: number, until: number, installation = mounted) =>
    increments([reading(0, from), reading(hour, until)], [installation])[1];

  it('rolls over near its end, using less than a tenth of it', () => {
    expect(step(950e6, 49_999_999)).toBe(99_999_999);
    expect(step(950e6, 50e6)).toBeNull();
    expect(step(900e6 + 1, 0)).toBe(99_999_999);
    expect(step(900e6, 0)).toBeNull();
    expect(step(950e6, 10e6, { ...mounted, modulus: null })).toBeNull();
    expect(step(950e6, 10e6, { ...mounted, factor: 2 })).toBe(120e6);
  });

  it('runs backwards by a little of itself, or a little at all', () => {
    expect(step(200e6, 200e6 - 100_000)).toBe(-100_000);
    expect(step(200e6, 200e6 - 100_001)).toBeNull();
    expect(step(10e6, 10e6 - 50_000)).toBe(-50_000);
    expect(step(10e6, 10e6 - 50_001)).toBeNull();
    const back = [reading(0, 100e6), reading(hour, 40e6)];
    expect(increments(back, [mounted], { reverseAt: new Set([hour]) })[1]).toBe(-60e6);
  });

  it.each([
    ['2025-12-31T12:00', '2026-01-01T12:00', 7],
    ['2026-01-02T00:00', '2026-01-03T00:00', 7],
    ['2026-01-04T01:00', '2026-01-05T00:00', null],
    ['2025-12-28T12:00', '2025-12-29T12:00', 7],
    ['2025-12-27T12:00', '2025-12-28T12:00', null],
    ['2026-06-01T00:00', '2026-06-02T00:00', null],
  ])('that resets yearly does so around the new year: %s to %s', (from, until, expected) => {
    const [first, last] = [Date.parse(`${from}Z`), Date.parse(`${until}Z`)];
    const readings = [reading(first, 100e6), reading(last, 7)];
    const own = [{ ...mounted, modulus: null }];
    expect(increments(readings, own, { resetsYearly: true })[1]).toBe(expected);
    expect(increments(readings, own)[1]).toBeNull();
  });

  it('goes on across an exchange by what both registers recorded', () => {
    const change = 1.5 * hour;
    const exchange = (end: number | null, start: number | null, factor = 1) =>
      increments(
        [reading(hour, 499e6), reading(2 * hour, 3e6)],
        [
          { ...mounted, until: change, endIndex: end },
          { ...mounted, from: change, startIndex: start, factor },
        ],
      )[1];
    expect(exchange(500e6, 1e6)).toBe(3e6);
    expect(exchange(null, 1e6)).toBe(2e6);
    expect(exchange(500e6, null)).toBeNull();
    expect(exchange(498e6, 1e6)).toBeNull();
    expect(exchange(500e6, 4e6)).toBeNull();
    expect(exchange(499e6, 3e6)).toBe(0);
    expect(exchange(500e6, 1e6, 2)).toBe(5e6);
  });

  it('is mounted from the very moment of its installation', () => {
    const later = { ...mounted, from: hour, startIndex: 0 };
    const values = [reading(0, 500e6), reading(hour, 2e6), reading(2 * hour, 3e6)];
    expect(increments(values, [later, { ...mounted, until: hour }])).toEqual([0, 2e6, 1e6]);
  });

  it('is asked about between the readings of a fall', () => {
    const readings = [reading(0, 500e6), reading(hour, 3e6), reading(2 * hour, 4e6)];
    const { drops, rises } = unwrap(readings, [mounted], { resetsYearly: false, timeZone: 'UTC' });
    expect(drops).toEqual([betweenReadings(readings[0] as Reading, readings[1] as Reading)]);
    expect(drops[0]).toEqual({ at: hour, value: 3e6, previousAt: 0, previousValue: 500e6 });
    expect(rises).toEqual([]);
  });
});

describe('plausible rises', () => {
  const flat = { category: 'COLD_WATER_METER', tenantId: 1, isMain: false } as const;
  const flowsOf = (...readings: [at: number, value: number][]) => {
    const flows: number[] = [];
    countFlows(
      flows,
      readings.map(([at, value]) => ({ at, value, quality: 0 })),
      hour,
      1,
    );
    return flows;
  };

  it('are known from thirty flows on', () => {
    expect(maxFlow(flat, [29])).toBe(5e6);
    expect(maxFlow(flat, [30])).toBe(18);
    expect(maxFlow({ ...flat, isMain: true }, [29])).toBe(125e6);
  });

  it('are so many times the flow below which nineteen in twenty of the others are', () => {
    expect(maxFlow(flat, [28, 0, 0, 0, 2])).toBe(18);
    expect(maxFlow(flat, [27, 0, 0, 0, 3])).toBe(36);
    // 19 of the other 20 are exactly that share.
    expect(maxFlow(flat, [38, 0, 0, 0, 3])).toBe(18);
    expect(maxFlow(flat, [37, 0, 0, 0, 4])).toBe(36);
  });

  it('are counted from one millionth of the unit an hour on, as if they took an hour', () => {
    expect(flowsOf([0, 0], [hour, 1])).toEqual([1]);
    expect(flowsOf([0, 0], [2 * hour, 1])).toEqual([]);
    expect(flowsOf([0, 0], [1, 2])).toEqual([0, 0, 0, 0, 1]);
    expect(flowsOf([0, 5], [hour, 5], [2 * hour, 1])).toEqual([]);
    const flows = [1, 0, 1];
    countFlows(flows, [], hour, 1);
    expect(flows).toEqual([1, 0, 1]);
  });

  it('are judged anew where a flow that was seen may lie between the limits', () => {
    const seen = [0, 0, 0, 0, 1];
    expect(isJudgedAnew(seen, 2, 3)).toBe(true);
    expect(isJudgedAnew(seen, 3, 2)).toBe(true);
    expect(isJudgedAnew(seen, 1, 2)).toBe(true);
    expect(isJudgedAnew(seen, 1, 1.99)).toBe(false);
    expect(isJudgedAnew(seen, 2 ** 1.25, 3)).toBe(false);
    expect(isJudgedAnew([0, 0, 0, 0, 0], 1, 9)).toBe(false);
    expect(isJudgedAnew(seen, 2, 2)).toBe(false);
  });
});

describe('far dates', () => {
  const installedOn = (from: number): Installation => ({
    from,
    until: null,
    startIndex: null,
    endIndex: null,
    factor: 1,
    modulus: null,
  });

  it('lie more than two years before all others', () => {
    expect(countFar([0, 731 * day], [])).toBe(0);
    expect(countFar([0, 731 * day + 1], [])).toBe(1);
    expect(countFar([0, 1000 * day, 2000 * day], [])).toBe(2);
    expect(countFar([0], [])).toBe(0);
    expect(countFar([], [])).toBe(0);
  });

  it('lie a month before the others where the device wasn’t installed yet', () => {
    expect(countFar([0, 31 * day], [installedOn(10 * day)])).toBe(0);
    expect(countFar([0, 31 * day + 1], [installedOn(10 * day)])).toBe(1);
    expect(countFar([10 * day, 100 * day], [installedOn(10 * day)])).toBe(0);
    expect(countFar([0, 40 * day], [installedOn(20 * day), installedOn(1)])).toBe(1);
    expect(countFar([5 * day, 50 * day], [installedOn(20 * day), installedOn(day)])).toBe(0);
    expect(countFar([0, 40 * day], [installedOn(1)])).toBe(1);
    // Without a known begin it was there from the first, whatever was mounted after it.
    expect(countFar([0, 40 * day], [installedOn(0)])).toBe(0);
    expect(countFar([5 * day, 50 * day], [installedOn(0), installedOn(20 * day)])).toBe(0);
  });

  it('are few, and of a short time: others are a history', () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => index * hour);
    expect(countFar([...many(100), 2000 * day], [])).toBe(100);
    expect(countFar([...many(102), 2000 * day], [])).toBe(0);
    const later = many(100).map((at) => at + 1000 * day);
    expect(countFar([0, ...later, 3000 * day], [])).toBe(101);
    expect(countFar([0, 31 * day, 2000 * day], [])).toBe(2);
    expect(countFar([0, 31 * day + 1, 2000 * day], [])).toBe(0);
  });
});

describe('what most likely happened', () => {
  const drop: QuestionFacts = {
    question: 'DROP',
    at: 5 * day,
    previousValue: 1000,
    value: 500,
    nextValue: null,
  };

  it.each<[string, Partial<QuestionFacts>, number, string]>([
    ['a gap', { question: 'GAP' }, 0, 'OUT_OF_ORDER'],
    ['a strange date', { question: 'DATE' }, 0, 'CORRECTION'],
    ['a rise that stays', { question: 'RISE', nextValue: 500 }, 0, 'EXCHANGE'],
    ['a rise that falls back', { question: 'RISE', nextValue: 499 }, 0, 'CORRECTION'],
    ['a rise that is the last', { question: 'RISE' }, 0, 'CORRECTION'],
    ['silence of 90 days', { question: 'SILENT' }, 95 * day, 'OUT_OF_ORDER'],
    ['silence of more', { question: 'SILENT' }, 95 * day + 1, 'DISMOUNTED'],
    ['a fall that goes on where it was', { nextValue: 1000 }, 0, 'CORRECTION'],
    ['a fall that stays', { nextValue: 999 }, 0, 'EXCHANGE'],
    ['a fall by a twentieth', { value: 950 }, 0, 'REVERSE'],
    ['a fall by more', { value: 949 }, 0, 'EXCHANGE'],
    ['a fall to zero near the end', { previousValue: 9500, value: 499 }, 0, 'ROLL_OVER'],
    ['a fall from near the end to more', { previousValue: 9500, value: 500 }, 0, 'EXCHANGE'],
    ['a fall below zero', { previousValue: 9000, value: -1 }, 0, 'EXCHANGE'],
  ])('at %s', (_name, facts, now, expected) => {
    expect(proposeExplanation({ ...drop, ...facts }, now)).toBe(expected);
  });

  it('and where registers end and begin', () => {
    expect([9999, 10_000, 99_999.5].map(modulusOf)).toEqual([10_000, 100_000, 100_000]);
    expect(startOfNewRegister(1000, 100)).toBe(0);
    expect(startOfNewRegister(1000, 101)).toBe(101);
  });
});

test('the weather is left alone where next to nothing was heated, or it is unknown', () => {
  expect(correctForWeather(100, 0.5, 20, 40, 10)).toBe(150);
  expect(correctForWeather(100, 0.5, 19.9, 40, 10)).toBe(100);
  expect(correctForWeather(100, 0.5, 40, 19.9, 10)).toBe(100);
  expect(correctForWeather(100, 0.5, null, 40, 10)).toBe(100);
  expect(correctForWeather(100, 0.5, 40, null, 10)).toBe(100);
});

const key: ChunkKey = {
  propertyId: 1,
  subjectKind: 0,
  subjectId: 7,
  category: 'COLD_WATER_METER',
  timeframe: 1,
  chunk: '2026-01-01',
};
const measured = { ...emptyBucket, volume: 5, measured: 1, received: 24 };
const whole = {
  volume: 5,
  bridged: 1,
  measured: 1,
  interpolated: 2,
  estimated: 3,
  missing: 4,
  received: 6,
  minimum: 7,
  maximum: 8,
  interpolatedTime: 9,
  unknownTime: 10,
  absentTime: 11,
};

describe('rows of buckets', () => {
  it('give back what was put in', () => {
    const row = emptyChunk(key, 2);
    expect(isEmptyRow(row)).toBe(true);
    expect(bucketOf(row, 0)).toEqual(emptyBucket);
    setBucket(row, 1, whole);
    expect(bucketOf(row, 1)).toEqual(whole);
    expect(bucketOf(row, 0)).toEqual(emptyBucket);
    expect(bucketOf(row, 5)).toEqual(emptyBucket);
  });

  it.each(['measured', 'interpolated', 'estimated', 'missing', 'received'] as const)(
    'say something as soon as one has %s',
    (count) => {
      const row = emptyChunk(key, 2);
      setBucket(row, 1, { ...emptyBucket, [count]: 1 });
      expect(isEmptyRow(row)).toBe(false);
    },
  );

  it('of groups shift by what changes, and are nothing again without any device', () => {
    const group = emptyChunk(key, 1);
    shiftBucket(group, 0, emptyBucket, whole);
    shiftBucket(group, 0, emptyBucket, measured);
    expect(bucketOf(group, 0)).toEqual({ ...whole, volume: 10, measured: 2, received: 30 });
    shiftBucket(group, 0, measured, { ...measured, volume: 6 });
    expect(bucketOf(group, 0)).toMatchObject({ volume: 11, measured: 2 });
    shiftBucket(group, 0, { ...measured, volume: 6 }, emptyBucket);
    expect(bucketOf(group, 0)).toEqual(whole);
    shiftBucket(group, 0, whole, { ...emptyBucket, missing: 1 });
    expect(bucketOf(group, 0)).toMatchObject({ volume: null, missing: 1, measured: 0 });
  });

  it('of groups tell when a range may have shrunk', () => {
    const range = (minimum: number | null, maximum: number | null) => ({
      ...measured,
      minimum,
      maximum,
    });
    const shrinks = (old: [number, number], now: [number, number]) => {
      const group = emptyChunk(key, 1);
      shiftBucket(group, 0, emptyBucket, range(1, 9));
      return shiftBucket(group, 0, range(...old), range(...now));
    };
    expect(shrinks([1, 9], [1, 9])).toBe(false);
    expect(shrinks([1, 9], [2, 9])).toBe(true);
    expect(shrinks([1, 9], [1, 8])).toBe(true);
    // It wasn't the end, so others are.
    expect(shrinks([2, 8], [3, 7])).toBe(false);
    const group = emptyChunk(key, 1);
    expect(shiftBucket(group, 0, emptyBucket, range(4, 5))).toBe(false);
    shiftBucket(group, 0, emptyBucket, range(2, 3));
    expect(bucketOf(group, 0)).toMatchObject({ minimum: 2, maximum: 5 });
    shiftBucket(group, 0, emptyBucket, range(null, null));
    expect(bucketOf(group, 0)).toMatchObject({ minimum: 2, maximum: 5 });
  });

  it('are expected to tell of so much time', () => {
    const counts = { ...emptyBucket, measured: 1, interpolated: 1, estimated: 1, missing: 1 };
    expect(expectedTimeOf(counts, hour)).toBe(4 * hour);
    expect(expectedTimeOf(measured, hour)).toBe(hour);
  });

  it('count for a tenant and the property, of a building’s main meter for nobody', () => {
    const meter = { propertyId: 1, tenantId: 4, isMain: false };
    expect(groupsOf(meter, key).map((one) => [one.subjectKind, one.subjectId])).toEqual([
      [1, 4],
      [2, 1],
    ]);
    const own = groupsOf({ ...meter, tenantId: null }, key);
    expect(own.map((one) => [one.subjectKind, one.subjectId])).toEqual([[2, 1]]);
    expect(groupsOf({ ...meter, isMain: true }, key)).toEqual([]);
    expect(own[0]).toMatchObject({ category: key.category, chunk: key.chunk, timeframe: 1 });
  });
});

describe('a virtual meter', () => {
  const part = (value: Partial<typeof measured>, factor = 1) => ({
    value: { ...measured, ...value },
    factor,
  });

  it('is the sum of its parts, each times its factor', () => {
    expect(combine([part({ volume: 5 }), part({ volume: 2 }, -2)])).toEqual({
      ...measured,
      volume: 1,
    });
    expect(combine([part({ received: 3 }), part({ received: 7 })])).toMatchObject({ received: 3 });
  });

  it('is as good as its worst part', () => {
    const interpolated = part({ measured: 0, interpolated: 1, interpolatedTime: 3 });
    const estimated = part({ measured: 0, estimated: 1, unknownTime: 4, absentTime: 5 });
    expect(combine([part({}), interpolated])).toMatchObject({
      measured: 0,
      interpolated: 1,
      estimated: 0,
      interpolatedTime: 3,
    });
    expect(combine([part({ unknownTime: 1 }), interpolated, estimated])).toMatchObject({
      measured: 0,
      interpolated: 0,
      estimated: 1,
      interpolatedTime: 3,
      unknownTime: 4,
      absentTime: 5,
    });
  });

  it('is missing as soon as a part is, and bridges what the parts knew', () => {
    const missing = { ...emptyBucket, missing: 1, bridged: 3 };
    expect(combine([part({ volume: 5, bridged: 1 }), { value: missing, factor: -1 }])).toEqual({
      ...emptyBucket,
      missing: 1,
      bridged: 3,
    });
    expect(combine([part({ volume: 5 }), { value: emptyBucket, factor: 1 }])).toMatchObject({
      volume: null,
      missing: 1,
      bridged: 5,
    });
    expect(combine([{ value: missing, factor: 2 }])).toMatchObject({ missing: 1, bridged: 6 });
    expect(combine([{ value: emptyBucket, factor: 1 }])).toEqual(emptyBucket);
  });

  it('has buckets beside those of its parts, from the first that changed to the last', () => {
    const keyOf = (one: ChunkKey) => ({ ...one, subjectId: 9 });
    const meter = {
      deviceId: 9,
      propertyId: 1,
      tenantId: null,
      isMain: false,
      isHourly: false,
      category: key.category,
      keyOf,
      keysFor: () => [],
      parts: [{ sourceId: 7, category: key.category, factor: 2 }],
      isMadeOf: (id: number) => id === 7,
    };
    const row = emptyChunk(key, 31);
    for (let index = 0; index < 31; index++) setBucket(row, index, { ...measured, volume: index });
    const buckets = (begin: number, count: number, changed: Partial<ChunkKey> = {}) => ({
      key: { ...key, ...changed },
      length: 31,
      begin,
      values: Array.from({ length: count }, () => measured),
    });
    const computed = computeVirtual(
      meter,
      [
        buckets(4, 2),
        buckets(10, 3),
        buckets(5, 1),
        buckets(0, 31, { subjectId: 8 }),
        buckets(0, 24, { timeframe: 0 }),
      ],
      () => row,
    );
    expect(computed).toHaveLength(1);
    expect(computed[0]).toMatchObject({ key: { ...key, subjectId: 9 }, length: 31, begin: 4 });
    expect(computed[0]?.values.map(({ volume }) => volume)).toEqual([
      ...[8, 10, 12, 14, 16, 18, 20, 22, 24],
    ]);
    const hours = [buckets(0, 1, { timeframe: 0 })];
    expect(computeVirtual({ ...meter, isHourly: true }, hours, () => undefined)).toMatchObject([
      { values: [emptyBucket] },
    ]);
  });
});

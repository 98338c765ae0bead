import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Limits,
  type MeasuredType,
  measuredKinds,
  measuredTypes,
} from '../../../schemas/kinds/warnings.ts';
import {
  contextOf,
  detect,
  type Episode,
  lookback,
  replanFrom,
  timeframeOf,
  type WatchedBucket,
} from '../../../server/warnings/detect.ts';
import { plan } from '../../../server/warnings/plan.ts';
import { isCutOff, lastQuiet } from '../../../server/warnings/quiet.ts';
import { begin, day, daysOf, fresh, gaugeOf, hour, hoursOf } from './support.ts';

/** A part of the history gives what the whole does, whatever came when. */

const hours = fc.integer({ min: 1, max: 9 });

/** A bucket's value, and whether it is more than a guess; null: there is none. */
type Value = readonly [number | null, boolean];

/** Values that stay for a while, as pipes and rooms do, with gaps and guesses. */
function histories(values: readonly number[]): fc.Arbitrary<Value[]> {
  const number = fc.constantFrom(...values);
  const value = fc.oneof(
    { weight: 9, arbitrary: number.map((one): Value => [one, true]) },
    { weight: 1, arbitrary: fc.constant<Value>([null, false]) },
    { weight: 1, arbitrary: number.map((one): Value => [one, false]) },
  );
  const stretch = fc.record({ value, length: fc.integer({ min: 1, max: 7 }) });
  return fc
    .array(stretch, { minLength: 8, maxLength: 50 })
    .map((stretches) => stretches.flatMap((one) => new Array<Value>(one.length).fill(one.value)));
}

interface Case<Type extends MeasuredType> {
  readonly limits: fc.Arbitrary<Limits<Type>>;
  readonly values: readonly number[];
  readonly bucketsOf: (values: readonly (number | null)[]) => WatchedBucket[];
}

const gauges = (values: readonly (number | null)[]) =>
  gaugeOf(values.map((one) => (one === null ? null : [one, one + 1])));

const cases: { readonly [Type in MeasuredType]?: Case<Type> } = {
  WATER_SPILL: {
    limits: fc.record({ litresPerHour: fc.constant(750), hours }),
    values: [0, 700, 750, 800, 900],
    bucketsOf: hoursOf,
  },
  LEAKAGE: {
    limits: fc.record({
      litresPerHour: fc.constant(4),
      criticalLitresPerHour: fc.constant(20),
      hours,
    }),
    values: [0, 3, 4, 10, 25, 30],
    bucketsOf: hoursOf,
  },
  TEMPERATURE: {
    limits: fc.record({
      lowest: fc.constantFrom(12, null),
      highest: fc.constantFrom(30, null),
      hours,
    }),
    values: [10, 11.8, 12.2, 20, 28.8, 29.2, 33],
    bucketsOf: gauges,
  },
  HIGH_WATER_CONSUMPTION: {
    limits: fc.record({
      litresPerDay: fc.constant(100),
      timesUsual: fc.constantFrom(2, null),
      days: fc.integer({ min: 1, max: 3 }),
    }),
    values: [20, 90, 110, 150, 250, 600],
    bucketsOf: daysOf,
  },
  HUMIDITY: {
    limits: fc.record({ percent: fc.constant(70), hours }),
    values: [50, 66, 68, 70, 90],
    bucketsOf: gauges,
  },
  CO2: {
    limits: fc.record({ ppm: fc.constant(1000), criticalPpm: fc.constant(1400), hours }),
    values: [500, 950, 1000, 1500, 2000],
    bucketsOf: gauges,
  },
};

/** Of a type that says nothing above: what lies about its limits. */
function usualCase(type: MeasuredType): Case<MeasuredType> {
  const { defaults, timeframe, unit } = measuredKinds[type];
  const { hours: _hours, days: _days, ...figures } = { hours: 1, days: 1, ...defaults };
  const limits = Object.values(figures).filter((one) => typeof one === 'number');
  const spans = timeframe === 'DAILY' ? 'days' : 'hours';
  const ofWater = timeframe === 'DAILY' ? daysOf : hoursOf;
  return {
    limits: hours.map((length) => ({ ...defaults, [spans]: length })),
    values: limits.flatMap((one) => [one / 2, one - 1, one, one + 1, one * 2]),
    bucketsOf: unit === 'l' || unit === 'l/h' ? ofWater : gauges,
  };
}

function lengthOf(type: MeasuredType): number {
  return timeframeOf(type) === 'DAILY' ? day : hour;
}

/** Runs a check on histories of the type, and says how many episodes it saw. */
function checkEach<Type extends MeasuredType>(
  type: Type,
  check: (
    limits: Limits<Type>,
    now: WatchedBucket[],
    before: WatchedBucket[],
    changed: number,
  ) => number,
): number {
  const { limits, values, bucketsOf } = cases[type] ?? usualCase(type);
  let seen = 0;
  fc.assert(
    fc.property(
      limits as fc.Arbitrary<Limits<Type>>,
      histories(values),
      histories(values),
      fc.noBias(fc.integer({ min: 0, max: 100 })),
      (chosen, one, other, percent) => {
        const place = Math.floor((percent * one.length) / 100);
        const before = [...one.slice(0, place), ...other];
        const changed = begin + place * lengthOf(type);
        const toBuckets = (history: readonly Value[]) =>
          bucketsOf(history.map(([value]) => value)).map((bucket, index) => {
            return { ...bucket, isKnown: history[index]?.[1] === true };
          });
        seen += check(chosen, toBuckets(one), toBuckets(before), changed);
      },
    ),
    { numRuns: 400 },
  );
  return seen;
}

const covers = (point: number) => (one: Episode) =>
  one.first <= point && (one.clearedAt === null || one.clearedAt > point);

describe.each(measuredTypes)('%s', (type) => {
  it('is noticed alike from a lookback before what is new, with the episode open there', () => {
    const seen = checkEach(type, (limits, now, _, changed) => {
      const whole = detect(type, limits, now, fresh);
      const known = now.filter(({ start }) => start < changed);
      const stored = detect(type, limits, known, fresh);
      const from = changed - lookback(type, limits);
      const buckets = now.filter(({ start }) => start >= from - contextOf(type));
      const active = stored.find(covers(from)) ?? null;
      const found = detect(type, limits, buckets, { active, notBefore: null, from });
      expect(found).toEqual(whole.filter((one) => one.first >= from || covers(from)(one)));
      return found.length;
    });
    expect(seen).toBeGreaterThan(50);
  });

  it('is noticed alike after anything changed, from where it has to be planned anew', () => {
    const seen = checkEach(type, (limits, now, before, changed) => {
      const stored = detect(type, limits, before, fresh);
      const { from, bucketsFrom } = replanFrom(type, limits, changed, stored);
      const buckets = now.filter(({ start }) => start >= bucketsFrom);
      const found = detect(type, limits, buckets, { ...fresh, from });
      const kept = stored.filter(({ first }) => first < from);
      expect([...kept, ...found]).toEqual(detect(type, limits, now, fresh));
      return found.length;
    });
    expect(seen).toBeGreaterThan(50);
  });

  it('is noticed alike though it has lasted longer than anybody looks back', () => {
    const seen = checkEach(type, (limits, now, before, changed) => {
      const stored = detect(type, limits, before, fresh);
      const known = stored.map((one, id) => ({
        ...one,
        id,
        alert: type,
        state: 'ACTIVE' as const,
      }));
      const given = { since: changed, known, oldest: Infinity };
      const { from, bucketsFrom, detectFrom, active } = plan(type, limits, given);
      const buckets = now.filter(({ start }) => start >= bucketsFrom);
      const found = detect(type, limits, buckets, { active, notBefore: null, from: detectFrom });
      const kept = stored.filter(({ first }) => first < from);
      expect([...kept, ...found]).toMatchObject(detect(type, limits, now, fresh));
      return active ? 1 : 0;
    });
    expect(seen).toBeGreaterThan(20);
  });

  it('is noticed alike though readings count from the midst of it on', () => {
    let cut = 0;
    checkEach(type, (limits, whole, _, oldest) => {
      const from = oldest - lookback(type, limits);
      const near = whole.filter(({ start }) => start >= from - contextOf(type));
      const isCut = isCutOff(type, limits, near, { from, touched: oldest });
      const isOpen = () => false;
      const quiet = isCut ? lastQuiet(type, limits, whole, { until: from, isOpen }) : from;
      const begin = { ...fresh, ...(quiet !== undefined && { from: quiet }) };
      const found = detect(type, limits, isCut ? whole : near, begin);
      const touches = ({ last }: Episode) => last >= oldest;
      const expected = detect(type, limits, whole, fresh).filter(touches);
      expect(found.filter(touches)).toEqual(expected);
      cut += isCut ? 1 : 0;
      return expected.length;
    });
    expect(cut).toBeGreaterThan(20);
    expect(cut).toBeLessThan(380);
  });

  it('is only extended or added to by what comes later', () => {
    const seen = checkEach(type, (limits, now, _, changed) => {
      const known = now.filter(({ start }) => start < changed);
      const early = detect(type, limits, known, fresh);
      const late = detect(type, limits, now, fresh);
      const shrunk = early.filter((one, index) => {
        const { first, last, urgency, clearedAt } = late[index] as Episode;
        if (one.clearedAt !== null && one.clearedAt !== clearedAt) return true;
        return first !== one.first || last < one.last || urgency < one.urgency;
      });
      expect(shrunk).toEqual([]);
      return early.length;
    });
    expect(seen).toBeGreaterThan(50);
  });

  it('has one open episode at the most, the last, and none that overlap', () => {
    const seen = checkEach(type, (limits, now) => {
      const episodes = detect(type, limits, now, fresh);
      const wrong = episodes.filter(({ first, last, clearedAt }, index) => {
        const next = episodes[index + 1]?.first ?? Infinity;
        const isOpen = clearedAt === null;
        return last <= first || (isOpen ? next < Infinity : clearedAt <= last || clearedAt > next);
      });
      expect(wrong).toEqual([]);
      return episodes.length;
    });
    expect(seen).toBeGreaterThan(50);
  });
});

describe('what is planned anew', () => {
  const planned = (first: number, clearedAt: number | null) =>
    replanFrom('LEAKAGE', measuredKinds.LEAKAGE.defaults, 100 * hour, [{ first, clearedAt }]);
  const point = 69 * hour;

  it('begins so long before what changed that nothing before can depend on it', () => {
    expect(lookback('LEAKAGE', measuredKinds.LEAKAGE.defaults)).toBe(31 * hour);
    expect(planned(100 * hour, null)).toEqual({ from: point, bucketsFrom: point });
    expect(planned(point + 1, null).from).toBe(point);
  });

  it('begins with the episode that is open there, not with one that was over', () => {
    expect(planned(point, null).from).toBe(point);
    expect(planned(5 * hour, null).from).toBe(5 * hour);
    expect(planned(5 * hour, point + 1).from).toBe(5 * hour);
    expect(planned(5 * hour, point).from).toBe(point);
  });

  it('looks further back for the days that were usual', () => {
    const limits = { litresPerDay: 500, timesUsual: 3, days: 1 };
    const { from, bucketsFrom } = replanFrom('HIGH_WATER_CONSUMPTION', limits, 100 * day, []);
    expect(from).toBe(100 * day - 50 * hour);
    expect(from - bucketsFrom).toBeGreaterThanOrEqual(28 * day + hour);
    expect(timeframeOf('HIGH_WATER_CONSUMPTION')).toBe('DAILY');
  });
});

import { measuredKinds } from '../../schemas/kinds/warnings.ts';
import type { Random } from '../../server/demo/random.ts';
import { localDayOf } from '../../server/metering/buckets.ts';
import type { Installation, Reading } from '../../server/metering/registers.ts';
import {
  begin,
  type Circumstances,
  day,
  expectedOf,
  hour,
  minute,
  type Planted,
  randomOf,
  readingTimes,
  type Scenario,
  spread,
  timeZone,
} from './scenario.ts';

/** Households whose taps, baths and night flushes stand in the way of noticing what is wrong. */

const days = 75;
const microPerLitre = 1000;

/** Litres at once. */
interface Draw {
  readonly at: number;
  readonly litres: number;
}

interface Flow {
  readonly from: number;
  readonly until: number;
  readonly litresPerHour: number;
}

/** Three households of five have a leakage, of any size and length. */
export function leakageScenario(given: Circumstances): Scenario {
  const random = randomOf('LEAKAGE', given);
  const draws = household(random);
  const planted: Planted[] = [];
  if (random.next() < 0.6) {
    const size = spread(random, 0.5, 40);
    const lasts = spread(random, 2, 30 * 24) * hour;
    const from = begin + random.between(2 * day, (days - 2) * day - lasts);
    const isLong = lasts >= 24 * hour;
    planted.push({
      from,
      until: from + lasts,
      size,
      expected: expectedOf(size >= 4 && isLong, size >= 3.8 && isLong),
    });
  }
  const flows = planted.map((one) => ({ ...one, litresPerHour: one.size }));
  return { planted, ...readMeter(random, draws, flows, given) };
}

/** Pipes that burst, and in every fifth household a garden that is watered. */
export function spillScenario(given: Circumstances): Scenario {
  const random = randomOf('WATER_SPILL', given);
  const draws = household(random);
  const planted = Array.from({ length: 3 }, (_, index): Planted => {
    const size = spread(random, 300, 4000);
    const lasts = spread(random, 0.5, 12) * hour;
    const from = begin + (10 + index * 20 + random.between(0, 15)) * day;
    // Two hours hold a whole one of the clock, whenever they begin.
    const isSpill = size >= 760 && lasts >= 2 * hour;
    const expected = expectedOf(isSpill, size >= 600 && lasts >= hour / 2);
    return { from, until: from + lasts, size, expected };
  });
  const flows = planted.map((one) => ({ ...one, litresPerHour: one.size }));
  const waterings = random.next() < 0.2 ? waterGarden(random) : [];
  return {
    planted,
    ...readMeter(random, draws, [...flows, ...waterings], given),
  };
}

function waterGarden(random: Random): Flow[] {
  return Array.from({ length: 12 }, (_, index) => {
    const from = begin + (5 * index + random.between(0.75, 0.85)) * day;
    const litresPerHour = random.between(300, 600);
    return { from, until: from + random.between(0.5, 1.5) * hour, litresPerHour };
  });
}

/**
 * Days on which far more is used than else; what is expected is reckoned from the real litres, days
 * beside each other as one.
 */
export function highScenario(given: Circumstances): Scenario {
  const random = randomOf('HIGH_WATER_CONSUMPTION', given);
  const draws = household(random);
  const flows = Array.from({ length: 4 }, (_, index): Flow => {
    const from = begin + (20 + 12 * index + random.integer(0, 8)) * day + 9 * hour;
    return { from, until: from + 8 * hour, litresPerHour: spread(random, 200, 2000) / 8 };
  });
  const used = new Map<string, number>();
  for (const { at, litres } of [...draws, ...flows.map(asDraw)]) {
    const on = localDayOf(timeZone, at);
    used.set(on, (used.get(on) ?? 0) + litres);
  }
  const litres = Array.from({ length: days }, (_, index) => {
    const noon = begin + index * day + 12 * hour;
    return { noon, used: used.get(localDayOf(timeZone, noon)) ?? 0 };
  });
  const planted: Planted[] = [];
  for (const [index, { noon, used: size }] of litres.entries()) {
    const limit = highLimit(litres.slice(Math.max(0, index - 28), index).map((one) => one.used));
    if (size < 0.95 * limit) continue;
    const one = { from: noon - 10 * hour, until: noon + 10 * hour, size };
    const before = planted.at(-1);
    const isSure = size > 1.05 * limit;
    if (!before || one.from - before.until > 8 * hour) {
      planted.push({ ...one, expected: expectedOf(isSure, true) });
      continue;
    }
    planted[planted.length - 1] = {
      from: before.from,
      until: one.until,
      size: Math.max(size, before.size),
      expected: expectedOf(isSure || before.expected === 'yes', true),
    };
  }
  return { planted, ...readMeter(random, draws, flows, given) };
}

function asDraw({ from, until, litresPerHour }: Flow): Draw {
  return { at: Math.round((from + until) / 2), litres: (litresPerHour * (until - from)) / hour };
}

function highLimit(before: readonly number[]): number {
  const { litresPerDay, timesUsual } = measuredKinds.HIGH_WATER_CONSUMPTION.defaults;
  if (timesUsual !== null && before.length < 14) return Infinity;
  const usual = before.toSorted((one, other) => one - other)[before.length >> 1] as number;
  return Math.max(litresPerDay, usual * (timesUsual ?? 0));
}

/** Few households are large. */
const persons = [1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5] as const;

/**
 * What one to five persons use, about 110 l each, at home but for one to two weeks in every third
 * household. How many hours have less than four litres was held against real households of the same
 * daily use (docs/warnings.md, «How well»).
 */
function household(random: Random): Draw[] {
  const habits = Array.from({ length: random.pick(persons) }, () => ({
    rises: random.between(5.5, 8.5),
    returns: random.between(15, 18.5),
    sleeps: random.between(21.5, 24),
    isAtHome: random.next() < 0.3,
  }));
  const isAway = random.next() < 0.35;
  const leaves = random.integer(5, days - 15);
  const returns = isAway ? leaves + random.integer(3, 14) : leaves;
  const atHome = Array.from({ length: days }, (_, on) => on).filter(
    (on) => on < leaves || on >= returns,
  );
  return atHome
    .flatMap((on) => drawsOf(random, habits).map((one) => ({ ...one, at: one.at + on * day })))
    .sort((one, other) => one.at - other.at);
}

interface Habits {
  readonly rises: number;
  readonly returns: number;
  readonly sleeps: number;
  readonly isAtHome: boolean;
}

/** Of the first day. */
function drawsOf(random: Random, habits: readonly Habits[]): Draw[] {
  const draws: Draw[] = [];
  const draw = (from: number, until: number, least: number, most: number, count = 1) => {
    for (let left = count; left > 0; left--) {
      const at = Math.round(begin + random.between(from, until) * hour);
      draws.push({ at, litres: random.between(least, most) });
    }
  };
  const often = (mean: number) => Math.round(random.between(0, 2 * mean));
  const seldom = (share: number) => (random.next() < share ? 1 : 0);
  for (const { rises, returns, sleeps, isAtHome } of habits) {
    draw(rises, rises + 1, 1, 9, often(3));
    draw(rises + 1, returns, 1, 9, often(isAtHome ? 4 : 0.5));
    draw(returns, sleeps, 1, 12, often(5));
    draw(random.pick([rises, sleeps - 1]), random.pick([rises + 1, sleeps]), 30, 80, seldom(0.7));
    draw(0, rises, 3, 9, seldom(0.3));
  }
  draw(10, 22, 40, 70, seldom(0.5));
  draw(18, 22, 120, 180, seldom(0.1));
  return draws;
}

/** The register's readings in whole litres; one meter of ten is exchanged, seldom without a record. */
function readMeter(
  random: Random,
  draws: readonly Draw[],
  flows: readonly Flow[],
  { lostPercent }: Circumstances,
): Pick<Scenario, 'category' | 'readings' | 'installations'> {
  const drawn = [...draws].sort((one, other) => one.at - other.at);
  let next = 0;
  let sum = random.integer(0, 900_000);
  const litresAt = (at: number) => {
    while ((drawn[next]?.at ?? Infinity) <= at) sum += (drawn[next++] as Draw).litres;
    const flown = flows.map(({ from, until, litresPerHour }) => {
      return (Math.max(0, Math.min(until, at) - from) / hour) * litresPerHour;
    });
    return Math.floor(flown.reduce((total, one) => total + one, sum));
  };
  const times = readingTimes(random, { days, every: 60 * minute, lostPercent });
  const isExchanged = random.next() < 0.1;
  const exchangedAt = isExchanged ? begin + random.between(0.1, 0.9) * days * day : Infinity;
  let index: number | undefined;
  const readings = times.map((at): Reading => {
    if (at >= exchangedAt && index === undefined) index = litresAt(exchangedAt);
    return { at, value: (litresAt(at) - (index ?? 0)) * microPerLitre, quality: 0 };
  });
  const isOnRecord = index !== undefined && random.next() < 0.8;
  const mounted = { factor: 1, modulus: null, startIndex: 0, endIndex: null, until: null };
  const installations: Installation[] = isOnRecord
    ? [
        { ...mounted, from: 0, until: exchangedAt, endIndex: (index ?? 0) * microPerLitre },
        { ...mounted, from: exchangedAt },
      ]
    : [];
  return { category: 'COLD_WATER_METER', readings, installations };
}

import type { Limits, MeasuredType } from '../../schemas/kinds/warnings.ts';
import { detect, type Episode, timeframeOf } from '../../server/warnings/detect.ts';
import { asSeenFor } from '../../server/warnings/doubted.ts';
import { median } from '../browser.ts';
import { round } from '../store.ts';
import { flat, watchedBuckets } from './buckets.ts';
import { hour, type Planted, type Scenario, timeZone } from './scenario.ts';

/** From this share of its time on something counts as planted where the device was read. */
const leastKnown = 0.8;

/** What was planted and what was found of it, over many scenarios of a type. */
export interface Outcome {
  readonly planted: readonly (Planted & {
    readonly episodes: readonly Episode[];
    /** Share of its time that metering knows. */
    readonly known: number;
  })[];
  /** Episodes with whether something was planted there, that is to be noticed or may be. */
  readonly found: readonly (Episode & { isRight: boolean })[];
}

export async function judge<Type extends MeasuredType>(
  type: Type,
  limits: Limits<Type>,
  { category, readings, installations, planted }: Scenario,
): Promise<Outcome> {
  const buckets = await watchedBuckets({
    category,
    timeZone,
    readings,
    ...(installations && { installations }),
  });
  const place = { category, ...flat };
  const watched = asSeenFor(type, place, buckets[timeframeOf(type)], buckets.rises);
  const episodes = detect(type, limits, watched, { active: null, notBefore: null });
  const isAt = (one: Planted) => (episode: Episode) =>
    episode.first < one.until && episode.last > one.from;
  return {
    planted: planted.map((one) => {
      const within = watched.filter(({ start, end }) => start < one.until && end > one.from);
      const known = within.filter(({ isKnown }) => isKnown).length / within.length;
      return { ...one, episodes: episodes.filter(isAt(one)), known };
    }),
    found: episodes.map((episode) => {
      const there = planted.filter((one) => isAt(one)(episode));
      return { ...episode, isRight: there.some(({ expected }) => expected !== 'no') };
    }),
  };
}

/** The figures of a line: of all that was to be noticed what share was, and of what was found. */
export function summarizeOutcomes(outcomes: readonly Outcome[], lengthOfDuration: number) {
  const planted = outcomes.flatMap((one) => one.planted);
  const found = outcomes.flatMap((one) => one.found);
  const wanted = planted.filter(({ expected }) => expected === 'yes');
  const noticed = wanted.filter(({ episodes }) => episodes.length > 0);
  const read = wanted.filter(({ known }) => known >= leastKnown);
  const noticedOfRead = read.filter(({ episodes }) => episodes.length > 0);
  const right = found.filter(({ isRight }) => isRight);
  const later = noticed.map(({ from, episodes }) => {
    return ((episodes[0] as Episode).first + lengthOfDuration - from) / hour;
  });
  const over = noticed.flatMap(({ until, episodes }) => {
    const clearedAt = episodes.at(-1)?.clearedAt ?? null;
    return clearedAt === null ? [] : [(clearedAt - until) / hour];
  });
  return {
    devices: outcomes.length,
    planted: wanted.length,
    noticed: noticed.length,
    recall: share(noticed.length, wanted.length),
    plantedWhereRead: read.length,
    recallWhereRead: share(noticedOfRead.length, read.length),
    episodes: found.length,
    right: right.length,
    precision: share(right.length, found.length),
    medianHoursUntilNoticed: medianOf(later),
    medianHoursUntilOver: medianOf(over),
    noticedTwice: noticed.filter(({ episodes }) => episodes.length > 1).length,
  };
}

function medianOf(list: readonly number[]): number | null {
  return list.length > 0 ? round(median(list), 1) : null;
}

export function share(part: number, whole: number): number | null {
  return whole === 0 ? null : round(part / whole, 3);
}

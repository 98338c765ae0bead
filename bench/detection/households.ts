import path from 'node:path';
import { parse } from 'csv-parse';
import { type MeasuredType, measuredKinds } from '../../schemas/kinds/warnings.ts';
import { createRandom } from '../../server/demo/random.ts';
import { openCsv } from '../../server/imports/daiad.ts';
import { readInstant } from '../../server/imports/values.ts';
import type { Reading } from '../../server/metering/registers.ts';
import { detect, timeframeOf } from '../../server/warnings/detect.ts';
import { asSeenFor } from '../../server/warnings/doubted.ts';
import type { Size } from '../options.ts';
import { print } from '../store.ts';
import { flat, watchedBuckets } from './buckets.ts';
import { hour, spread } from './scenario.ts';
import { judge, type Outcome, summarizeOutcomes } from './score.ts';

const file = path.resolve(
  import.meta.dirname,
  '../../tests/data/daiad-water-2016/daiad-water-2016.zip',
);
const timeZone = 'Europe/Madrid';
const microPerLitre = 1000;
const line = { benchmark: 'detection', data: 'DAIAD 2016' };
const types = ['LEAKAGE', 'WATER_SPILL', 'HIGH_WATER_CONSUMPTION'] as const;

/** What the default limits notice in a year of 92 real households (tests/data/daiad-water-2016). */
export async function measureHouseholds(size: Size): Promise<void> {
  const meters = [...(await readHouseholds(size === 'tiny' ? 3 : Infinity)).values()];
  const found = new Map<MeasuredType, { episodes: number; critical: number; meters: number }>();
  for (const readings of meters) {
    const buckets = await watchedBuckets({ category: 'COLD_WATER_METER', timeZone, readings });
    for (const type of types) {
      const place = { category: 'COLD_WATER_METER', ...flat } as const;
      const watched = asSeenFor(type, place, buckets[timeframeOf(type)], buckets.rises);
      const begin = { active: null, notBefore: null };
      const episodes = detect(type, measuredKinds[type].defaults, watched, begin);
      const sum = found.get(type) ?? { episodes: 0, critical: 0, meters: 0 };
      found.set(type, {
        episodes: sum.episodes + episodes.length,
        critical: sum.critical + episodes.filter(({ urgency }) => urgency === 10).length,
        meters: sum.meters + Math.min(1, episodes.length),
      });
    }
  }
  await plantLeakages(meters);
  for (const [type, figures] of found) {
    print({
      benchmark: 'detection',
      data: 'DAIAD 2016',
      type,
      households: meters.length,
      ...figures,
    });
  }
}

/** Of leakages in the use of real households, how many are noticed. */
async function plantLeakages(meters: readonly (readonly Reading[])[]): Promise<void> {
  const outcomes: Outcome[] = [];
  for (const [number, readings] of meters.entries()) {
    const random = createRandom('real', number);
    const [first, last] = [readings[0]?.at ?? 0, readings.at(-1)?.at ?? 0];
    for (let turn = 0; turn < 5; turn++) {
      const size = spread(random, 4, 40);
      const lasts = spread(random, 24, 30 * 24) * hour;
      const from = random.between(first, last - lasts);
      const until = from + lasts;
      const leaked = readings.map(({ at, value, quality }) => {
        const litres = (Math.max(0, Math.min(at, until) - from) / hour) * size;
        return { at, value: value + Math.floor(litres) * microPerLitre, quality };
      });
      const planted = [{ from, until, size, expected: 'yes' as const }];
      const scenario = { category: 'COLD_WATER_METER', readings: leaked, planted } as const;
      outcomes.push(await judge('LEAKAGE', measuredKinds.LEAKAGE.defaults, scenario));
    }
  }
  const { planted, noticed, recall, plantedWhereRead, recallWhereRead } = summarizeOutcomes(
    outcomes,
    24 * hour,
  );
  const figures = { planted, noticed, recall, plantedWhereRead, recallWhereRead };
  print({ ...line, type: 'LEAKAGE', households: meters.length, ...figures, required: 0.95 });
}

/** Hourly registers of so many households, in order of time; the file has one after the other. */
async function readHouseholds(most: number): Promise<Map<string, Reading[]>> {
  const households = new Map<string, Reading[]>();
  const lines = (await openCsv(file)).pipe(parse({ delimiter: ';', from_line: 2 }));
  for await (const [user, datetime, litres] of lines as AsyncIterable<string[]>) {
    if (!user || !datetime || !litres) continue;
    if (households.size === most && !households.has(user)) break;
    const readings = households.get(user) ?? [];
    households.set(user, readings);
    const at = instantOf(datetime, readings.at(-1)?.at);
    if (at !== undefined) readings.push({ at, value: Number(litres) * microPerLitre, quality: 0 });
  }
  for (const readings of households.values()) readings.sort((one, other) => one.at - other.at);
  return households;
}

/** Undefined for local times that the clock left out in spring. */
function instantOf(datetime: string, after: number | undefined): number | undefined {
  try {
    return readInstant(datetime, timeZone, after);
  } catch {
    return undefined;
  }
}

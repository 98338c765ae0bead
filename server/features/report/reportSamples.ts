import type { ReportDefinition, Sampling } from '../../../schemas/entities/report.ts';
import { countDays, type ReportPeriod, type Sample, samplesOf } from './reportPeriod.ts';

const leastDays: Readonly<Record<Sampling, number>> = { DAILY: 1, WEEKLY: 7, MONTHLY: 28 };

/** No period of so many days has more samples: the first and the last may be short. */
export function countSamples(
  period: ReportPeriod,
  { sampling = 'DAILY' }: Pick<ReportDefinition, 'sampling'>,
): number {
  const days = countDays(period);
  return sampling === 'DAILY' ? days : Math.min(days, Math.ceil(days / leastDays[sampling]) + 1);
}

const cache = new Map<string, Sample[]>();
const mostCached = 100;

/** The samples of a period; those of many properties are the same. */
export function samplesIn(
  { period, timeZone }: { readonly period: ReportPeriod; readonly timeZone: string },
  { sampling = 'DAILY' }: Pick<ReportDefinition, 'sampling'>,
): readonly Sample[] {
  const key = `${timeZone} ${period.first} ${period.last} ${sampling}`;
  const known = cache.get(key);
  if (known) return known;
  const made = samplesOf(period, sampling, timeZone);
  if (cache.size >= mostCached) cache.clear();
  cache.set(key, made);
  return made;
}

import { Temporal } from 'temporal-polyfill';
import type { ReportDefinition } from '../../../schemas/entities/report.ts';
import type { ReportPeriod } from '../../reports/periodChoice.ts';
import { countDays, type Sample, samplesOf } from './reportPeriod.ts';

/** How many samples a period has: its days, or the weeks or months that it touches. */
export function countSamples(
  period: ReportPeriod,
  { sampling = 'DAILY' }: Pick<ReportDefinition, 'sampling'>,
): number {
  if (sampling === 'DAILY') return countDays(period);
  const [first, last] = [period.first, period.last].map((day) => Temporal.PlainDate.from(day));
  if (!first || !last) return 0;
  if (sampling === 'MONTHLY') return 12 * (last.year - first.year) + last.month - first.month + 1;
  const monday = first.subtract({ days: first.dayOfWeek - 1 });
  return Math.floor(monday.until(last, { largestUnit: 'days' }).days / 7) + 1;
}

const cache = new Map<string, Sample[]>();
const maxCached = 100;

/** The samples of a period; those of many properties are the same. */
export function samplesIn(
  { period, timeZone }: { readonly period: ReportPeriod; readonly timeZone: string },
  { sampling = 'DAILY' }: Pick<ReportDefinition, 'sampling'>,
): readonly Sample[] {
  const key = `${timeZone} ${period.first} ${period.last} ${sampling}`;
  const known = cache.get(key);
  if (known) return known;
  const made = samplesOf(period, sampling, timeZone);
  if (cache.size >= maxCached) cache.clear();
  cache.set(key, made);
  return made;
}

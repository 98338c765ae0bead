import type { Period } from '../../../schemas/entities/consumption.ts';
import { AppError } from '../../errors.ts';
import { readSpan } from './span.ts';

/**
 * The local days with readings that may be seen, up to today. Throws PERIOD_NOT_FOUND when there are
 * none.
 */
export function clampPeriod(
  found: { readonly first: string; readonly last: string } | undefined,
  accessSince: string | null,
  timeZone: string,
  now: Date,
): Period {
  if (!found) throw new AppError('PERIOD_NOT_FOUND', 'There are no readings here yet.');
  const periodBegin = accessSince && accessSince > found.first ? accessSince : found.first;
  const today = readSpan({ timeframe: 'DAILY' }, timeZone, now).period.periodEnd;
  const periodEnd = found.last < today ? found.last : today;
  if (periodEnd < periodBegin) {
    throw new AppError('PERIOD_NOT_FOUND', `There are no readings since ${periodBegin}.`);
  }
  return { periodBegin, periodEnd };
}

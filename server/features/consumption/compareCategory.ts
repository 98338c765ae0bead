import type { OperationResponse } from '../../../schemas/api/operations.ts';
import { type DeviceCategory, measureOf } from '../../../schemas/entities/device.ts';
import type { RollupBucket } from '../../metering/store/rollups.repository.ts';
import type { Span } from './span.ts';
import { changePercent, statusOf, sumOf, toValue } from './values.ts';

/**
 * A category's total beside that of the period before. Buckets that are still open are compared with
 * none: the change and the earlier sum leave out their places, `current` holds them so far.
 */
export function compareCategory(
  { category, deviceCount }: { category: DeviceCategory; deviceCount: number },
  { span, before, now }: { span: Span; before: Span; now: Date },
  given: {
    readonly shown: readonly RollupBucket[];
    readonly earlier: readonly RollupBucket[];
    readonly isComparable: boolean;
  },
): OperationResponse<'consumption.overview'>['content'][number] {
  const closed = span.starts.filter((_, index) => (span.ends[index] as number) <= now.getTime());
  const closedStarts = new Set(closed);
  const comparedStarts = new Set(before.starts.slice(0, closed.length));
  const total = sumOf(given.shown);
  const known = sumOf(given.shown.filter(({ start }) => closedStarts.has(start)));
  const earlier = sumOf(given.earlier.filter(({ start }) => comparedStarts.has(start)));
  return {
    category,
    deviceCount,
    ...measureOf(category),
    current: toValue(category, total),
    previous: toValue(category, earlier),
    changePercent: given.isComparable
      ? changePercent(toValue(category, known), toValue(category, earlier))
      : null,
    status: statusOf(total),
  };
}

import type { OperationResponse } from '../../../schemas/api/operations.ts';
import { type DeviceCategory, measureOf } from '../../../schemas/entities/device.ts';
import { localDayOf } from '../../metering/buckets.ts';
import type { BucketValue } from '../../metering/consumption.ts';
import type { RollupBucket } from '../../metering/store/rollups.repository.ts';
import type { Span } from './span.ts';
import { changePercent, coverageOf, statusOf, sumOf, toValue } from './values.ts';

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
    /** Of the last twelve months, in order. */
    readonly months: readonly BucketValue[];
    /** What each sum counts too much of: shares of gaps that reach out of it, micro-units. */
    readonly edges?: { readonly total: number; readonly known: number; readonly earlier: number };
  },
): OperationResponse<'consumption.overview'>['content'][number] {
  const closed = span.starts.filter((_, index) => (span.ends[index] as number) <= now.getTime());
  const closedStarts = new Set(closed);
  const lastEnd = span.ends[closed.length - 1];
  const comparedStarts = new Set(before.starts.slice(0, closed.length));
  const total = sumOf(given.shown, given.edges?.total);
  const known = sumOf(
    given.shown.filter(({ start }) => closedStarts.has(start)),
    given.edges?.known,
  );
  const earlier = sumOf(
    given.earlier.filter(({ start }) => comparedStarts.has(start)),
    given.edges?.earlier,
  );
  return {
    category,
    deviceCount,
    ...measureOf(category),
    current: toValue(category, total),
    previous: toValue(category, earlier),
    changePercent: given.isComparable
      ? changePercent(toValue(category, known), toValue(category, earlier))
      : null,
    comparedUntil: lastEnd === undefined ? null : localDayOf(span.timeZone, lastEnd - 1),
    status: statusOf(total),
    coverage: coverageOf(total),
    months: given.months.map((month) => toValue(category, month)),
  };
}

import type { OperationRequest, OperationResponse } from '../../../schemas/api/operations.ts';
import type { Comparison, Graph } from '../../../schemas/entities/consumption.ts';
import { type DeviceCategory, measureOf } from '../../../schemas/entities/device.ts';
import { localDayOf } from '../../metering/buckets.ts';
import type { BucketValue } from '../../metering/consumption.ts';
import type { RollupBucket } from '../../metering/store/rollups.repository.ts';
import type { Span } from './span.ts';
import { changePercent, coverageOf, statusOf, sumOf, toValue } from './values.ts';

/** A category in a period and in the one that it is compared with. */
export interface ComparedCategory {
  readonly counted: { readonly category: DeviceCategory; readonly deviceCount: number };
  readonly shown: readonly RollupBucket[];
  readonly earlier: readonly RollupBucket[];
  /** How many places the two are compared in (`comparedCount`). */
  readonly count: number;
}

/**
 * A category's total beside that of the compared period. The change and the earlier sum are about the
 * places that are compared, `current` holds all that is known; null when there are none.
 */
export function compareCategory(
  { counted: { category, deviceCount }, shown, earlier, count }: ComparedCategory,
  { span, before }: { span: Span; before: Span | undefined },
  given: {
    readonly basis: Comparison;
    /** Of the last twelve months, in order. */
    readonly months: readonly BucketValue[];
    /** What each sum counts too much of: shares of gaps that reach out of it, micro-units. */
    readonly edges: { readonly total: number; readonly known: number; readonly earlier: number };
  },
): OperationResponse<'consumption.overview'>['content'][number] {
  const sumOfCompared = (buckets: readonly RollupBucket[], { starts }: Span, edge: number) => {
    const compared = new Set(starts.slice(0, count));
    const inside = buckets.filter(({ start }) => compared.has(start));
    return toValue(category, sumOf(inside, edge));
  };
  const total = sumOf(shown, given.edges.total);
  const known = sumOfCompared(shown, span, given.edges.known);
  const previous = before ? sumOfCompared(earlier, before, given.edges.earlier) : null;
  const lastEnd = span.ends[count - 1];
  return {
    category,
    deviceCount,
    ...measureOf(category),
    current: toValue(category, total),
    previous,
    basis: given.basis,
    changePercent: changePercent(known, previous),
    comparedUntil: lastEnd === undefined ? null : localDayOf(span.timeZone, lastEnd - 1),
    status: statusOf(total),
    coverage: coverageOf(total),
    months: given.months.map((month) => toValue(category, month)),
  };
}

/** What a category is compared with: what nobody can correct for the weather stays as it was. */
export function basisOf(asked: Comparison, climate: Graph['climate']): Comparison {
  return asked === 'LAST_YEAR_CORRECTED' && !climate ? 'LAST_YEAR' : asked;
}

/** Up to where the categories are compared in one of the two periods, UTC ms. */
export function endsOf(
  compared: readonly ComparedCategory[],
  { ends }: Pick<Span, 'ends'>,
): ReadonlySet<number> {
  return new Set(compared.flatMap(({ count }) => ends[count - 1] ?? []));
}

/** Those categories that are asked for. */
export function narrowTo<Counted extends { readonly category: DeviceCategory }>(
  { categories }: OperationRequest<'consumption.overview'>['query'],
  found: readonly Counted[],
): Counted[] {
  return found.filter(({ category }) => categories?.includes(category) ?? true);
}

import type { Limits, MeasuredType } from '../../schemas/kinds/warnings.ts';
import { contextOf } from './detect.ts';
import { rules, type WatchedBucket } from './rules.ts';

/**
 * Where detection may begin without anything from before (docs/warnings.md, «Older readings»): behind
 * as many clear buckets in a row as end a warning nothing is open, and no window reaches across them.
 */

interface Walked {
  readonly bucket: WatchedBucket;
  /** Known, and beyond one of the limits. */
  readonly isBeyond: boolean;
  /** It is the last of so many clear ones in a row that whatever was open is over with it. */
  readonly isQuiet: boolean;
}

function* walk<Type extends MeasuredType>(
  type: Type,
  limits: Limits<Type>,
  buckets: readonly WatchedBucket[],
  from: number,
): Generator<Walked> {
  const rule = rules[type](limits);
  let clear = 0;
  for (const [index, bucket] of buckets.entries()) {
    if (bucket.start < from) continue;
    const verdicts = (bucket.isKnown && rule.judge(buckets, index)) || [];
    const isClear = verdicts.length > 0 && verdicts.every((one) => one.isClear);
    const isHole = buckets[index - 1]?.end !== bucket.start;
    clear = isClear ? (isHole ? 0 : clear) + 1 : 0;
    const isBeyond = verdicts.some((one) => one.isBeyond);
    yield { bucket, isBeyond, isQuiet: clear >= rule.recovery };
  }
}

/**
 * Whether buckets before `from` may decide over what goes on at `touched` or later: something is
 * beyond the limit there before anything was clear.
 */
export function isCutOff<Type extends MeasuredType>(
  type: Type,
  limits: Limits<Type>,
  buckets: readonly WatchedBucket[],
  { from, touched }: { readonly from: number; readonly touched: number },
): boolean {
  for (const { bucket, isBeyond, isQuiet } of walk(type, limits, buckets, from)) {
    if (isQuiet) return false;
    if (isBeyond && bucket.end >= touched) return true;
  }
  return false;
}

/** The last instant up to `until` at which nothing is open, nor is by `isOpen`; UTC ms. */
export function lastQuiet<Type extends MeasuredType>(
  type: Type,
  limits: Limits<Type>,
  buckets: readonly WatchedBucket[],
  { until, isOpen }: { readonly until: number; readonly isOpen: (at: number) => boolean },
): number | undefined {
  const first = buckets[0];
  if (!first) return undefined;
  const begin = contextOf(type) === 0 ? first.start : first.start + contextOf(type);
  let found: number | undefined;
  for (const { bucket, isQuiet } of walk(type, limits, buckets, begin)) {
    if (bucket.end > until) break;
    if (isQuiet && !isOpen(bucket.end)) found = bucket.end;
  }
  return found;
}

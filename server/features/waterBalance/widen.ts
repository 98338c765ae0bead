import { type BalanceMonths, balanceMonths } from '../../../schemas/entities/waterBalance.ts';

/** A range by the places of its edges among those that are looked at. */
export interface EdgeRange {
  readonly front: number;
  readonly end: number;
}

export interface Wider extends EdgeRange {
  readonly months: BalanceMonths;
}

/**
 * The wider range in which least is missing, and the shortest of those: it begins no later and ends no
 * earlier than `now` does. Undefined when none has less missing. `last` is the place of the last edge.
 */
export function findWider(
  now: EdgeRange,
  last: number,
  countMissing: (range: EdgeRange) => number,
): Wider | undefined {
  let best: (Wider & { missing: number }) | undefined;
  let least = countMissing(now);
  for (const months of balanceMonths) {
    for (let end = now.end; end <= last; end++) {
      const front = end - Number(months);
      if (front < 0 || front > now.front || (front === now.front && end === now.end)) continue;
      const missing = countMissing({ front, end });
      if (missing >= least) continue;
      best = { front, end, months, missing };
      least = missing;
    }
  }
  return best && { front: best.front, end: best.end, months: best.months };
}

import type { Reading, Step } from './registers.ts';

/**
 * Devices that are delivered as volumes of intervals instead of a register (docs/metering.md,
 * «Volumes of intervals»): each reading is what was used from its `begin` to its `at`.
 */

export interface Volume extends Reading {
  readonly begin: number;
}

/** The volumes as a curve: what lies between two intervals is unknown. In order of time, disjoint. */
export function volumeSteps(volumes: readonly Reading[]): Step[] {
  const steps: Step[] = [];
  let end: number | undefined;
  for (const { begin, at, value, quality } of volumes) {
    const from = begin ?? at;
    if (end !== from) steps.push({ at: from, increment: end === undefined ? 0 : null, quality: 0 });
    steps.push({ at, increment: value, quality });
    end = at;
  }
  return steps;
}

/**
 * What becomes of stored volumes, in order of time, when others are delivered: those of the same
 * interval replace them, unless `isFixed` says that a person has corrected it to be otherwise; those
 * that overlap another interval are conflicts.
 */
export function mergeVolumes<Delivered extends Volume>(
  stored: readonly Reading[],
  delivered: readonly Delivered[],
  judge: (one: Delivered) => 'duplicate' | 'conflict' | undefined,
) {
  const order = [...stored];
  const fresh = new Map<number, Delivered>();
  const corrected = new Map<number, Delivered>();
  const conflicts: Delivered[] = [];
  let duplicates = 0;
  for (const one of delivered) {
    const verdict = judge(one);
    const place = placeBehind(order, one.begin);
    const known = order[place];
    const isFree = known === undefined || (known.begin ?? known.at) >= one.at;
    const isSame = known?.at === one.at && known.begin === one.begin;
    if (verdict === 'duplicate') duplicates++;
    else if (verdict === 'conflict' || !(isFree || isSame)) conflicts.push(one);
    else if (isFree) {
      order.splice(place, 0, one);
      fresh.set(one.at, one);
    } else if (known?.value === one.value && known.quality === one.quality) duplicates++;
    else {
      order[place] = one;
      (fresh.has(one.at) ? fresh : corrected).set(one.at, one);
    }
  }
  const lists = { fresh: [...fresh.values()], corrected: [...corrected.values()] };
  return { readings: order, duplicates, conflicts, deleted: [], ...lists };
}

/** The place of the first that ends behind an instant. */
function placeBehind(order: readonly Reading[], at: number): number {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((order[middle] as Reading).at <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

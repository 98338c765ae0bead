import { dayMs } from '../../schemas/time.ts';
import type { Installation } from './registers.ts';

/** Documented defaults (docs/metering.md, «Plausible dates»). */
export const dateDefaults = {
  /** Readings before a silence so long are far from the others, … */
  far: 731 * dayMs,
  /** … before the first installation on record sooner, … */
  farBeforeInstallation: 31 * dayMs,
  /** … if they are no more than these, within this time: else they are a history of their own. */
  most: 100,
  within: 31 * dayMs,
} as const;

/** Since when a device is known to be there: nothing is known of one without an installation. */
export function installedSince(installations: readonly Installation[]): number {
  const begins = installations.map(({ from }) => from);
  return begins.length === 0 ? Number.NEGATIVE_INFINITY : Math.min(...begins);
}

/** How long nothing was read behind a reading that lies far before all others; milliseconds. */
export function silenceBehind(at: number, installed: number): number {
  return at < installed ? dateDefaults.farBeforeInstallation : dateDefaults.far;
}

/**
 * How many of a device's readings, given in order of time, lie so far before all others that their
 * clock was most likely wrong, as after a reset to the year 2000.
 */
export function countFar(
  instants: readonly number[],
  installations: readonly Installation[],
): number {
  const installed = installedSince(installations);
  let [far, begin] = [0, 0];
  for (let index = 1; index < instants.length; index++) {
    const [before, at] = [instants[index - 1] as number, instants[index] as number];
    const { most, within } = dateDefaults;
    const isHistory = index - begin > most || before - (instants[begin] as number) > within;
    if (isHistory) break;
    if (at - before > silenceBehind(before, installed)) [far, begin] = [index, index];
  }
  return far;
}

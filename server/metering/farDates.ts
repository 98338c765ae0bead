import type { Installation } from './registers.ts';

/** Documented defaults (docs/metering.md, «Plausible dates»). */
export const dateDefaults = {
  /** Readings before a silence so long are far from the others, … */
  far: 731 * 86_400_000,
  /** … before the first installation on record sooner, … */
  farBeforeInstallation: 31 * 86_400_000,
  /** … if they are no more than these, within this time: else they are a history of their own. */
  most: 100,
  within: 31 * 86_400_000,
} as const;

/**
 * How many of a device's readings, given in order of time, lie so far before all others that their
 * clock was most likely wrong, as after a reset to the year 2000.
 */
export function countFar(
  instants: readonly number[],
  installations: readonly Installation[],
): number {
  const recorded = installations.map(({ from }) => from).filter((from) => from > 0);
  const installed = recorded.length === 0 ? Number.NEGATIVE_INFINITY : Math.min(...recorded);
  let [far, begin] = [0, 0];
  for (let index = 1; index < instants.length; index++) {
    const [before, at] = [instants[index - 1] as number, instants[index] as number];
    const { farBeforeInstallation, most, within } = dateDefaults;
    const silence = before < installed ? farBeforeInstallation : dateDefaults.far;
    const isHistory = index - begin > most || before - (instants[begin] as number) > within;
    if (isHistory) break;
    if (at - before > silence) [far, begin] = [index, index];
  }
  return far;
}

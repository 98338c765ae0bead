import type { MarketManifests } from '../session/manifestSet.ts';

/** The screens that actions in a part of a manifest open over the page, be it sound or not. */
export function listOpened(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { do: does, screen } = part as { do?: unknown; screen?: unknown };
  const own = does === 'open' && typeof screen === 'string' ? [screen] : [];
  return [...own, ...Object.values(part).flatMap(listOpened)];
}

/** The screens from which one gets to a screen by opening panels, itself included. */
export function listAround({ screens }: MarketManifests, id: string): ReadonlySet<string> {
  const around = new Set([id]);
  // A set that grows while it is walked through: each of them once.
  for (const inner of around) {
    for (const [outer, { opens }] of screens) if (opens.includes(inner)) around.add(outer);
  }
  return around;
}

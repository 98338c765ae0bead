/** The screens that actions in a part of a manifest open over the page, be it sound or not. */
export function listOpened(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { do: does, screen } = part as { do?: unknown; screen?: unknown };
  const own = does === 'open' && typeof screen === 'string' ? [screen] : [];
  return [...own, ...Object.values(part).flatMap(listOpened)];
}

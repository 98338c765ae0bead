import type { ScreenManifest } from '../../schemas/manifest/compiled.ts';
import type { DeclaredParameter, DeclaredQuery } from '../core/bindings.ts';

type Known = Omit<DeclaredParameter, keyof ScreenManifest['query'][string]>;

/** A screen's query parameters, each with what its controls let it be. */
export function readDeclaredQuery({ query, root }: ScreenManifest): DeclaredQuery {
  const known = new Map(listKnown(root));
  return Object.fromEntries(
    Object.entries(query).map(([name, own]) => [name, { ...own, ...known.get(name) }]),
  );
}

/** What is known without a call: the values of choices, and that a period is made of days. */
function listKnown(part: unknown): [query: string, known: Known][] {
  if (typeof part !== 'object' || part === null) return [];
  const { kind, query, only, begin, end, most } = part as Readonly<Record<string, unknown>>;
  if (kind === 'choice' && Array.isArray(only) && only.length > 0) {
    return [[String(query), { accepts: (value) => only.includes(value) }]];
  }
  if (kind === 'pick' && typeof most === 'number') return [[String(query), { most }]];
  if (kind === 'period') {
    const [first, last] = [String(begin), String(end)];
    return [
      [first, { accepts: isDay }],
      [last, { accepts: isDay, atLeast: first }],
    ];
  }
  return Object.values(part).flatMap(listKnown);
}

/** From 1900 to 2999, as calls take them. */
function isDay(value: string): boolean {
  if (!/^(?:19|2\d)\d\d-\d\d-\d\d$/.test(value)) return false;
  const instant = new Date(`${value}T00:00:00Z`);
  // 31 February is read as a day in March.
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(value);
}

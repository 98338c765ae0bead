import type { ManifestIndex, ScreenManifest } from '../../../schemas/manifest/compiled.ts';
import { withoutPlural } from '../read/texts.ts';

/** What the renderer says by itself, whichever manifests it draws; a test compares its sources. */
export const rendererTexts = {
  namespaces: ['errors', 'forms', 'ui', 'validation'],
  enumerations: ['deviceCategory', 'documentType', 'intervalStatus', 'urgency'],
} as const;

/** What somebody gets who isn't signed in, in one market. */
export interface PublicManifests {
  readonly index: ManifestIndex;
  readonly screens: readonly ScreenManifest[];
}

/**
 * Tells of a text, by namespace and path, whether a page can show it before anybody is signed in. A
 * text that a manifest doesn't name whole isn't found: only the renderer's own may be put together.
 */
export function findPublicTexts(
  markets: readonly PublicManifests[],
): (namespace: string, path: string) => boolean {
  const named = new Set<string>(rendererTexts.enumerations);
  const whole = new Set<string>(rendererTexts.namespaces);
  for (const { index, screens } of markets) {
    collectStrings([index, screens], named);
    // A module's public screen can have parts for who is signed in, which come before the other texts.
    for (const { id } of screens) whole.add(id.split('.')[0] ?? '');
  }
  return (namespace, path) =>
    whole.has(namespace) ||
    named.has(`${namespace}:${path}`) ||
    named.has(withoutPlural(`${namespace}:${path}`)) ||
    (namespace === 'enums' && named.has(path.split('.')[0] ?? ''));
}

/** Texts by namespace with only those that are wanted; groups that have none are left out. */
export function pickTexts(
  texts: Readonly<Record<string, object>>,
  isWanted: (namespace: string, path: string) => boolean,
): Record<string, object> {
  const pick = (group: object, namespace: string, above: string): [string, string | object][] =>
    Object.entries(group).flatMap(([key, text]): [string, string | object][] => {
      if (typeof text === 'string') return isWanted(namespace, above + key) ? [[key, text]] : [];
      const inner = pick(text, namespace, `${above}${key}.`);
      return inner.length > 0 ? [[key, Object.fromEntries(inner)]] : [];
    });
  return Object.fromEntries(
    Object.entries(texts).flatMap(([namespace, group]) => {
      const picked = pick(group, namespace, '');
      return picked.length > 0 ? [[namespace, Object.fromEntries(picked)]] : [];
    }),
  );
}

function collectStrings(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') into.add(value);
  else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) collectStrings(member, into);
  }
}

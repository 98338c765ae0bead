import { type Fault, joinPath, suggest } from './faults.ts';
import type { Located, LocatedEntry } from './located.ts';

/**
 * Lays an override over a file: objects merge key by key, `null` removes a key, anything else
 * replaces what was there.
 */
export function layer(
  base: Located,
  override: Located,
  faults: Fault[],
  path: readonly string[] = [],
): Located {
  if (!base.entries || !override.entries) return override;
  const entries = new Map<string, LocatedEntry>(base.entries);
  for (const [key, entry] of override.entries) {
    const known = base.entries.get(key);
    const here = [...path, key];
    if (entry.value.scalar === null) {
      if (!known) {
        const message = `the override removes "${key}", which isn't there${suggest(key, base.entries.keys())}`;
        faults.push({
          file: entry.keyFile,
          offset: entry.keyOffset,
          path: joinPath(here),
          message,
        });
      }
      entries.delete(key);
    } else if (known) {
      entries.set(key, { ...entry, value: layer(known.value, entry.value, faults, here) });
    } else {
      const addedBeside = [...base.entries.keys()];
      entries.set(key, { ...entry, value: { ...entry.value, addedBeside } });
    }
  }
  return { ...base, entries };
}

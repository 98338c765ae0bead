import { applyEdits, modify } from 'jsonc-parser';
import { parseLocated } from '../ground/located.ts';
import { toVersion2, type VersionedText, type VersionedTexts } from './migrations/version2.ts';

/**
 * What one step of the language changes: a pure function of all files that are at its version, or
 * newer for what they refer to. Answers the new texts of those at its version.
 */
export type Migration = (files: VersionedTexts) => ReadonlyMap<string, string>;

/** By the version that a step starts from. */
export const migrations: readonly Migration[] = [toVersion2];

export type MigrationResult =
  | { readonly text: string; readonly from: number; readonly to: number }
  | { readonly fault: string };

/**
 * Manifest files by place in the newest version: comments and layout of what isn't touched stay.
 * What has no version, or is no JSON, is left for the checks to complain of.
 */
export function migrateTexts(
  texts: ReadonlyMap<string, string>,
  steps: readonly Migration[] = migrations,
): Map<string, MigrationResult> {
  const newest = steps.length + 1;
  const results = new Map<string, MigrationResult>();
  const files = new Map<string, VersionedText>();
  for (const [place, text] of texts) {
    const version = readVersion(text);
    if (version === undefined) {
      results.set(place, { text, from: newest, to: newest });
    } else if (version > newest) {
      const fault = `expected at most version ${newest} of the manifest language, found ${version}: this server is older than the file`;
      results.set(place, { fault });
    } else {
      results.set(place, { text, from: version, to: newest });
      files.set(place, { text, version });
    }
  }
  for (let at = 1; at < newest; at += 1) {
    if (![...files.values()].some(({ version }) => version === at)) continue;
    migrateStep(files, at, steps[at - 1]);
  }
  for (const [place, { text, version }] of files) {
    const { from } = results.get(place) as { from: number };
    const to = version === newest ? newest : from;
    results.set(place, { text, from, to });
  }
  return results;
}

function migrateStep(files: Map<string, VersionedText>, at: number, step?: Migration): void {
  // Also those that nobody could read: what is nested a million deep must not hurt here.
  const readable = new Map([...files].filter(([, file]) => isReadable(file)));
  const changed = step?.(new Map([...readable].filter(([, { version }]) => version >= at)));
  for (const [place, { text, version }] of readable) {
    if (version !== at) continue;
    const edits = modify(changed?.get(place) ?? text, ['manifestVersion'], at + 1, {});
    files.set(place, {
      text: applyEdits(changed?.get(place) ?? text, edits),
      version: at + 1,
    });
  }
}

function isReadable({ text }: VersionedText): boolean {
  return parseLocated({ name: '', text }, []) !== undefined;
}

/** Read without parsing, for most files are in the newest version. */
function readVersion(text: string): number | undefined {
  const [, digits] = /"manifestVersion"\s*:\s*([1-9]\d{0,4})\s*[,}\n]/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

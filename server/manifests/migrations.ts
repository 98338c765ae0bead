import {
  applyEdits,
  findNodeAtLocation,
  type JSONPath,
  modify,
  type Node,
  parse,
  parseTree,
} from 'jsonc-parser';

type FileKind = 'market' | 'module' | 'screen' | 'form' | 'override';

/** A value to set at a path of a file; undefined takes it out. */
export interface Edit {
  readonly path: JSONPath;
  readonly value: unknown;
}

/** What one step of the language changes in a file: a pure function of the file as it was. */
export type Migration = (file: { readonly kind: FileKind; readonly content: unknown }) => Edit[];

/** By the version that a step starts from. There is one version so far, and so no step. */
export const migrations: readonly Migration[] = [];

export type MigrationResult =
  | { readonly text: string; readonly from: number; readonly to: number }
  | { readonly fault: string };

/**
 * A manifest file in the newest version: comments and layout stay. What has no version, or is no
 * JSON, is left for the checks to complain of.
 */
export function migrateText(
  text: string,
  kind: FileKind,
  steps: readonly Migration[] = migrations,
): MigrationResult {
  const version = readVersion(text);
  const newest = steps.length + 1;
  if (version === undefined) return { text, from: newest, to: newest };
  if (version > newest) {
    return {
      fault: `expected at most version ${newest} of the manifest language, found ${version}: this server is older than the file`,
    };
  }
  let migrated = text;
  for (let at = version; at < newest; at += 1) {
    const content = parse(migrated, [], { allowTrailingComma: true });
    const edits = steps[at - 1]?.({ kind, content }) ?? [];
    for (const { path, value } of [...edits, { path: ['manifestVersion'], value: at + 1 }]) {
      const isThere = findNodeAtLocation(parseTree(migrated) as Node, path) !== undefined;
      if (value === undefined && !isThere) continue;
      const changes = modify(migrated, path, value, {
        formattingOptions: { insertSpaces: true, tabSize: 2 },
      });
      migrated = applyEdits(migrated, changes);
    }
  }
  return { text: migrated, from: version, to: newest };
}

/** Read without parsing: what is nested a million deep is refused later, and must not hurt here. */
function readVersion(text: string): number | undefined {
  const [, digits] = /"manifestVersion"\s*:\s*([1-9]\d{0,4})\s*[,}\n]/.exec(text) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

import path from 'node:path';
import { listFaults } from '../ground/faults.ts';
import { buildManifests } from '../pipeline.ts';
import { loadFiles, type ManifestDirectories, readSources } from '../read/load.ts';
import type { ManifestSet } from '../session/manifestSet.ts';
import { findLastGood, type LastGood } from './lastGood.ts';

export interface ReadResult {
  /** Undefined as soon as a manifest has a fault. */
  readonly set: ManifestSet | undefined;
  /** Each `file:line:column  path  what was expected, found…`. */
  readonly faults: readonly string[];
}

/** Reads and checks all manifests and texts strictly, as they are: for tests and tools. */
export async function readManifests(directories: ManifestDirectories): Promise<ReadResult> {
  const { set, faults } = buildManifests(await loadFiles(directories), nameOf(directories));
  return { set, faults: listFaults(faults) };
}

/** As a server that starts: with something in place of what is broken. Throws when that fails. */
export async function salvageManifests(directories: ManifestDirectories): Promise<LastGood> {
  return findLastGood(await readSources(directories), new Map(), nameOf(directories));
}

/** What faults call the directory of the manifests. */
export function nameOf({ manifestsDirectory }: ManifestDirectories): string {
  return path.basename(path.resolve(manifestsDirectory));
}

import path from 'node:path';
import { type BuildResult, buildManifests } from './build.ts';
import { listFaults } from './faults.ts';
import { type LoadedFiles, loadFiles, type ManifestDirectories } from './load.ts';
import type { ManifestSet } from './manifestSet.ts';
import { salvage } from './salvage.ts';

export interface ReadResult {
  /** Undefined as soon as a manifest has a fault. */
  readonly set: ManifestSet | undefined;
  /** Each `file:line:column  path  what was expected, found…`. */
  readonly faults: readonly string[];
}

/** Reads and checks all manifests and texts strictly: for tests, tools and the server alike. */
export async function readManifests(directories: ManifestDirectories): Promise<ReadResult> {
  const { result } = await read(directories);
  return { set: result.set, faults: listFaults(result.faults) };
}

/** As `readManifests`, but puts something in place of what is broken. Throws when that fails. */
export async function salvageManifests(
  directories: ManifestDirectories,
): Promise<ReadResult & { readonly set: ManifestSet }> {
  const { loaded, result } = await read(directories);
  const faults = listFaults(result.faults);
  let [files, { set, faults: left }]: [LoadedFiles, BuildResult] = [loaded, result];
  // What refers to something broken breaks in turn, hence several rounds.
  for (let round = 0; !set && round < 5; round += 1) {
    files = salvage(files, left);
    ({ set, faults: left } = buildManifests(files, nameOf(directories)));
  }
  if (!set) {
    throw new Error(`The manifests can't be served. Mend these files:\n  ${faults.join('\n  ')}`);
  }
  return { set, faults };
}

async function read(
  directories: ManifestDirectories,
): Promise<{ loaded: LoadedFiles; result: BuildResult }> {
  const loaded = await loadFiles(directories);
  return { loaded, result: buildManifests(loaded, nameOf(directories)) };
}

function nameOf({ manifestsDirectory }: ManifestDirectories): string {
  return path.basename(path.resolve(manifestsDirectory));
}

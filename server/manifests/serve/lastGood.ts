import { setImmediate } from 'node:timers/promises';
import { type Fault, listFaults } from '../ground/faults.ts';
import { type BuildResult, buildManifests } from '../pipeline.ts';
import { parseSources, type Sources } from '../read/load.ts';
import type { ManifestSet } from '../session/manifestSet.ts';
import { isSubstitute, substitute } from './placeholderScreen.ts';

/** What serves after files were read: sound, and as near to what was saved as can be. */
export interface LastGood {
  readonly set: ManifestSet;
  /** The files that are in effect. */
  readonly files: Sources;
  /** The faults of the files as they were saved, each `file:line:column  path  …`. */
  readonly faults: readonly string[];
  readonly exceptions: readonly Exception[];
}

/** A file that is saved but not in effect. */
export interface Exception {
  readonly file: string;
  readonly inEffect: 'its last good version' | 'a page that says that it is broken' | 'nothing';
  readonly why: readonly string[];
}

/** So many combinations of changed files are tried before all of them are taken back. */
const maxTrials = 40;

/**
 * Finds what can serve of files that were saved. A file with a fault stays as it last was, or has a
 * substitute when it never was good; where a fault stands in a file that didn't change, the fewest
 * changed files that explain it are taken back. Throws when nothing was good before, and what has
 * faults can't be replaced.
 */
export async function findLastGood(
  saved: Sources,
  before: Sources,
  manifestsName: string,
): Promise<LastGood> {
  const build = async (files: Sources): Promise<BuildResult> => {
    // Building takes a while: calls are answered in between.
    await setImmediate();
    return buildManifests(parseSources(files), manifestsName);
  };
  let result = await build(saved);
  const faults = listFaults(result.faults);
  const reasons = new Map<string, readonly string[]>();
  let files = saved;

  for (let isSearching = true; isSearching && result.faults.length > 0; ) {
    const next = withoutFaulty(files, before, result.faults, reasons);
    isSearching = next !== files;
    if (isSearching) [files, result] = [next, await build(next)];
  }
  if (!result.set) {
    if (before.size === 0) {
      throw new Error(`The manifests can't be served. Mend these files:\n  ${faults.join('\n  ')}`);
    }
    const why = listFaults(result.faults);
    const taken = await takeBackFewest(files, before, build);
    for (const name of listChanged(files, taken)) reasons.set(name, why);
    files = await bringBack(taken, saved, [...reasons.keys()], build);
    result = await build(files);
  }
  if (!result.set) throw new Error(`The manifests can't be served:\n  ${faults.join('\n  ')}`);
  return { set: result.set, files, faults, exceptions: listExceptions(saved, files, reasons) };
}

/** Each faulty file as it was before, or with a substitute; the same files when there is none left. */
function withoutFaulty(
  files: Sources,
  before: Sources,
  faults: readonly Fault[],
  reasons: Map<string, readonly string[]>,
): Sources {
  let found = files;
  for (const name of new Set(faults.map(({ file }) => file.name))) {
    const last = before.get(name);
    if (isSame(found, before, name)) continue;
    const next = last ? withFile(found, before, name) : substitute(found, name);
    if (!next) continue;
    const own = listFaults(faults.filter(({ file }) => file.name === name));
    for (const changed of listChanged(found, next)) {
      if (!reasons.has(changed)) reasons.set(changed, own);
    }
    found = next;
  }
  return found;
}

/** The first of the smallest combinations of changed files without which the rest is sound. */
async function takeBackFewest(
  files: Sources,
  before: Sources,
  build: (files: Sources) => Promise<BuildResult>,
): Promise<Sources> {
  const changed = listChanged(files, before);
  let trials = 0;
  for (const names of combinations(changed)) {
    trials += 1;
    if (trials > maxTrials) break;
    const trial = names.reduce((found, name) => withFile(found, before, name), files);
    if ((await build(trial)).set) return trial;
  }
  return before;
}

/** What was taken back for the sake of something that is now taken back itself has its turn again. */
async function bringBack(
  files: Sources,
  saved: Sources,
  names: readonly string[],
  build: (files: Sources) => Promise<BuildResult>,
): Promise<Sources> {
  let found = files;
  for (const name of names.slice(0, maxTrials)) {
    if (isSame(found, saved, name)) continue;
    const trial = withFile(found, saved, name);
    const { set, faults } = await build(trial);
    if (set && faults.every(({ file }) => file.name !== name)) found = trial;
  }
  return found;
}

/** Smaller ones first. */
function* combinations(names: readonly string[]): Generator<string[]> {
  for (let size = 1; size <= names.length; size += 1) yield* choose(names, size);
}

function* choose(names: readonly string[], size: number): Generator<string[]> {
  if (size === 0) yield [];
  for (const [at, name] of size > 0 ? names.entries() : []) {
    for (const rest of choose(names.slice(at + 1), size - 1)) yield [name, ...rest];
  }
}

function withFile(files: Sources, from: Sources, name: string): Sources {
  const source = from.get(name);
  const next = new Map(files);
  if (source) next.set(name, source);
  else next.delete(name);
  return next;
}

function isSame(one: Sources, other: Sources, name: string): boolean {
  const [a, b] = [one.get(name), other.get(name)];
  return a?.text === b?.text && a?.unread === b?.unread;
}

/** The names of files that differ. */
export function listChanged(one: Sources, other: Sources): string[] {
  const names = new Set([...one.keys(), ...other.keys()]);
  return [...names].filter((name) => !isSame(one, other, name)).toSorted();
}

function listExceptions(
  saved: Sources,
  files: Sources,
  reasons: ReadonlyMap<string, readonly string[]>,
): Exception[] {
  return listChanged(saved, files).map((file) => {
    const source = files.get(file);
    const good = source && !isSubstitute(source);
    const replaced = source ? 'a page that says that it is broken' : 'nothing';
    return {
      file,
      inEffect: good ? 'its last good version' : replaced,
      why: reasons.get(file) ?? [],
    };
  });
}

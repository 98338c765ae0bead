import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Sources } from '../read/load.ts';
import type { Exception, LastGood } from './lastGood.ts';

/**
 * What a running server leaves word of after each reading, in a file of its DATA_DIR: the command
 * line has no other way to know what is in effect.
 */
const statusSchema = z.object({
  pid: z.number(),
  readAt: z.string(),
  directory: z.string(),
  /** Names what was saved when it was read. */
  saved: z.string(),
  files: z.number(),
  /** The modules that are on, by market. */
  modules: z.record(z.string(), z.array(z.string())),
  faults: z.array(z.string()),
  exceptions: z.array(
    z.object({ file: z.string(), inEffect: z.string(), why: z.array(z.string()) }),
  ),
});
export type ManifestStatus = z.infer<typeof statusSchema>;

/** What came of reading the files. */
export interface LoadState extends LastGood {
  /** The files as they are saved. */
  readonly saved: Sources;
}

const fileIn = (dataDirectory: string) => path.join(dataDirectory, 'manifest-status.json');

/** Says on the console what came of each reading, and leaves word of it for the command line. */
export function createAnnouncer(
  dataDirectory: string,
  directory: string,
  say: (line: string) => void,
): (state: LoadState) => void {
  let isFirst = true;
  return (state) => {
    if (state.faults.length > 0) {
      for (const line of describeStatus({ ...state, files: state.saved.size })) {
        say(`  Manifests: ${line}`);
      }
    } else if (!isFirst) {
      say('  Manifests: read again, and all files are in effect.');
    }
    isFirst = false;
    try {
      writeStatus(dataDirectory, directory, state);
    } catch (error) {
      say(`  Manifests: no word could be left in ${dataDirectory}: ${(error as Error).message}`);
    }
  };
}

function writeStatus(dataDirectory: string, directory: string, state: LoadState): void {
  const status: ManifestStatus = {
    pid: process.pid,
    readAt: new Date().toISOString(),
    directory: path.resolve(directory),
    saved: hashSources(state.saved),
    files: state.saved.size,
    modules: listModules(state),
    faults: [...state.faults],
    exceptions: state.exceptions.map((one) => ({ ...one, why: [...one.why] })),
  };
  const file = fileIn(dataDirectory);
  // With a PostgreSQL server nothing else may have made it.
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  // Renamed into place, so that nobody reads half of it.
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(status), { mode: 0o600 });
  renameSync(`${file}.${process.pid}`, file);
}

/** The modules that are in effect, by market. */
export function listModules({ set }: Pick<LoadState, 'set'>): Record<string, string[]> {
  const markets = Object.entries(set.markets);
  return Object.fromEntries(
    markets.map(([country, { modules }]) => [country, [...modules.keys()]]),
  );
}

export function removeStatus(dataDirectory: string): void {
  rmSync(fileIn(dataDirectory), { force: true });
}

/** The word of a server that still runs; undefined when there is none. */
export function readStatus(dataDirectory: string): ManifestStatus | undefined {
  try {
    const status = statusSchema.parse(JSON.parse(readFileSync(fileIn(dataDirectory), 'utf8')));
    return isAlive(status.pid) ? status : undefined;
  } catch {
    // None was left, or by another version of the portal.
    return undefined;
  }
}

/** Equal files have equal names, whoever read them. */
export function hashSources(sources: Sources): string {
  const hash = createHash('sha256');
  for (const [name, { text, unread = '' }] of [...sources].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    hash.update(`${name}\0${text}\0${unread}\0`);
  }
  return hash.digest('base64url');
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process: alive, though we may not signal it.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** What is in effect, and what isn't and why, for people. */
export function describeStatus({
  files,
  faults,
  exceptions,
}: {
  readonly files: number;
  readonly faults: readonly string[];
  readonly exceptions: readonly (Omit<Exception, 'inEffect'> & { readonly inEffect: string })[];
}): string[] {
  if (faults.length === 0) return [`All ${files} files are in effect as they are saved.`];
  const lines = exceptions.flatMap(({ file, inEffect, why }) => [
    `NOT in effect: ${file} as it is saved. In its place: ${inEffect}, because of`,
    ...why.map((fault) => `    ${fault}`),
  ]);
  const told = new Set(exceptions.flatMap(({ why }) => why));
  const others = faults.filter((fault) => !told.has(fault));
  return [
    ...lines,
    ...(others.length > 0 ? ['Faults besides:', ...others.map((fault) => `    ${fault}`)] : []),
    `${files - exceptions.length} of ${files} files are in effect as they are saved.`,
  ];
}

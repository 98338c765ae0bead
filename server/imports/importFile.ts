import { createHash, type Hash } from 'node:crypto';
import { addAbortSignal, type Readable } from 'node:stream';
import type { Database, Transaction } from '../database/open.ts';
import { AppError } from '../errors.ts';
import { alone, type Turn } from '../workPool.ts';
import { findContentFault } from './contentFaults.ts';
import { type BatchOptions, importBatch, rejectAll } from './importBatch.ts';
import { detectKind, type ImportKind, ignoredColumns, isAccountKind, otherKinds } from './kinds.ts';
import { type Line, openLines, Stalled } from './lines.ts';
import type { Outcome } from './outcome.ts';
import type { DeviceClock } from './readings.ts';
import {
  beginAnew,
  beginRun,
  countRejections,
  finishRun,
  type ImportRun,
  keptRejections,
  type Rejection,
  writeProgress,
} from './runs.repository.ts';
import { refuseVolumes } from './volumeLook.ts';

export interface ImportOptions extends BatchOptions {
  readonly stream: Readable;
  readonly fileName: string;
  readonly onProgress?: (run: ImportRun) => void;
  /** What the file holds, where the caller says so; else its header tells. */
  readonly kind?: ImportKind | undefined;
  /** Kinds that the caller may import; others are refused. */
  readonly only?: readonly ImportKind[];
  /** Where each batch waits for its turn; while others want theirs, batches are short. */
  readonly turn?: Turn;
  /** Aborted, the import ends: what is stored stays, and the same file goes on there. */
  readonly stopping?: AbortSignal;
  /** A larger file is refused; by default none is. */
  readonly mostBytes?: number;
  /** Who sends nothing for so long while it is waited for is given up; by default nobody is. */
  readonly idleMilliseconds?: number;
}

export interface ImportSummary extends Omit<ImportRun, 'id' | 'claim' | 'digest'> {
  readonly importId: number;
  readonly kind: ImportKind;
  /** Kinds that its columns would fit as well, if the caller said so. */
  readonly alsoFits: readonly ImportKind[];
  /** The first hundred. */
  readonly rejections: Rejection[];
}

/** Whichever comes first ends a batch, so that it weighs the same whatever the lines are like. */
const batchLimits = { lines: 20_000, cells: 200_000, characters: 4_000_000 };
/** Of the columns that nothing is read of, so many are named. */
const mostIgnored = 100;
/** Of a batch: the piece that is stored at once while others want something. */
const smallestShare = 1 / 64;
/** How often what the database refused is halved to find the lines that it was about. */
const mostHalvings = 300;

/**
 * Imports a file as it streams by, in memory that doesn't grow with it. Each batch is stored whole
 * or not at all, together with how far the file has come: after a crash the same file goes on there,
 * and a finished one imported again finds only duplicates. A bad line is recorded with its number
 * and reason and stops nothing. Throws IMPORT_REFUSED when the file as a whole can't be read.
 */
export async function importFile(
  database: Database,
  options: ImportOptions,
): Promise<ImportSummary> {
  const { stream, stopping } = options;
  // Else a sender who pauses would be waited for.
  if (stopping) addAbortSignal(stopping, stream);
  let importer: Importer | undefined;
  try {
    const { mostBytes = Infinity, idleMilliseconds = Infinity } = options;
    const limits = { mostBytes, idleMilliseconds };
    const detect = (header: readonly string[]) => detectKind(header, options.kind);
    const { kind, header, head, lines } = await openLines(stream, limits, detect);
    refuseOthers(options, kind);
    const { first, rest } = await lookAhead(lines);
    if (!options.kind) {
      const read = database.transaction.bind(database);
      await refuseVolumes({ kind, header, lines: first }, { country: options.country, read });
    }
    importer = await openImporter(database, options, { kind, header, head });
    for (const line of first) await importer.take(line);
    for await (const line of rest) await importer.take(line);
    return await importer.finish();
  } catch (error) {
    if (error instanceof Stalled) throw error.toAppError(importer?.linesDone() ?? 0);
    if (!stopping?.aborted || (error as Error).name !== 'AbortError') throw error;
    throw stopped(importer?.linesDone() ?? 0);
  }
}

function refuseOthers({ kind: wanted, only, takers }: ImportOptions, kind: ImportKind): void {
  if (only && !only.includes(kind)) {
    throw new AppError(
      'IMPORT_REFUSED',
      `This takes ${only.join(' or ')}, but the file holds ${kind}.`,
    );
  }
  if (wanted && wanted !== kind) {
    throw new AppError('IMPORT_REFUSED', `The file is JSON, and so holds ${kind}, not ${wanted}.`);
  }
  if (isAccountKind(kind) && !takers) {
    throw new AppError('IMPORT_REFUSED', `A file of ${kind} can’t be imported here.`);
  }
}

/** Enough to see what a file is like. */
const lookedAt = { lines: 1000, characters: 200_000 };

async function lookAhead(lines: AsyncIterable<Line>) {
  const iterator = lines[Symbol.asyncIterator]();
  const first: Line[] = [];
  for (let characters = 0; ; ) {
    if (first.length >= lookedAt.lines || characters >= lookedAt.characters) break;
    const { value, done } = await iterator.next();
    if (done) break;
    first.push(value);
    characters += value.content.length;
  }
  return { first, rest: { [Symbol.asyncIterator]: () => iterator } };
}

interface Importer {
  take(line: Line): Promise<void>;
  /** Up to which line everything is stored. */
  linesDone(): number;
  finish(): Promise<ImportSummary>;
}

async function openImporter(
  database: Database,
  options: ImportOptions,
  { kind, header, head }: { kind: ImportKind; header: readonly string[]; head: Buffer },
): Promise<Importer> {
  const { fileName, country, by } = options;
  // The same file read as another kind is another import.
  const known = options.kind ? `${country} ${options.kind}` : country;
  const fingerprint = createHash('sha256').update(known).update(head).digest('hex');
  const ignored = ignoredColumns(kind, header).slice(0, mostIgnored);
  const file = { kind, fileName, fingerprint, country, by, ignored };
  let { run, kept } = await database.transaction(async (tx) => {
    const begun = await beginRun(tx, file);
    // The id for the activity log, whose entry goes with the beginning: so it covers each batch.
    return { importId: begun.id, run: begun, kept: await countRejections(tx, begun.id) };
  });
  const { turn = alone, stopping } = options;
  const done = run.lines;
  /** Of the lines that are dealt with. */
  let dealt = createHash('sha256');
  let isSameFile = done === 0 || run.digest === '';
  let batch = emptyBatch();
  let halvings = 0;
  const latest = new Map<number, number>();
  const latestBegun = new Map<number, number>();
  // Small at first, for nobody knows yet who else is there.
  let share = smallestShare;

  const store = async (lines: readonly Line[], work: Work): Promise<void> => {
    const last = lines.at(-1);
    if (!last) return;
    const hash = dealt.copy();
    for (const { content } of lines) hash.update(`${content}\n`);
    const [next, nowKept] = await database.transaction(async (tx) => {
      const outcome = await work(tx, lines);
      const rejections = outcome.rejections.slice(0, keptRejections - kept);
      const progress = {
        ...run,
        lines: last.number,
        digest: digestOf(hash),
        accepted: run.accepted + outcome.accepted,
        duplicates: run.duplicates + outcome.duplicates,
        rejected: run.rejected + outcome.rejected,
        corrected: run.corrected + (outcome.corrected ?? 0),
        deviceErrors: run.deviceErrors + (outcome.deviceErrors ?? 0),
      };
      await writeProgress(tx, progress, rejections);
      return [progress, kept + rejections.length] as const;
    });
    run = next;
    kept = nowKept;
    dealt = hash;
  };
  /** Lines that fail together are tried in halves, until those are left that fail alone. */
  const storeSound = async (lines: readonly Line[]): Promise<void> => {
    try {
      // What a failed attempt has seen must not count for the next.
      const clock = new Map<number, number>();
      const clockBegun = new Map<number, number>();
      const seen: DeviceClock = {
        after: (device) => clock.get(device) ?? latest.get(device),
        begun: (device) => clockBegun.get(device) ?? latestBegun.get(device),
        saw(device, at, begin) {
          clock.set(device, at);
          if (begin !== undefined) clockBegun.set(device, begin);
        },
      };
      await store(lines, (tx) => importBatch(tx, kind, { ...options, ...seen }, lines));
      for (const [device, at] of clock) latest.set(device, at);
      for (const [device, begin] of clockBegun) latestBegun.set(device, begin);
    } catch (error) {
      const fault = findContentFault(error);
      if (!fault) throw error;
      halvings += 1;
      if (lines.length === 1 || halvings > mostHalvings) {
        await store(lines, () => rejectAll(lines, fault));
      } else {
        const middle = lines.length >> 1;
        await storeSound(lines.slice(0, middle));
        await storeSound(lines.slice(middle));
      }
    }
  };
  const flush = async (): Promise<void> => {
    const { lines } = batch;
    const whole = fullness(batch);
    batch = emptyBatch();
    for (let begin = 0; begin < lines.length; ) {
      if (stopping?.aborted) throw stopped(run.lines);
      // Of telegrams the first in a quarter of an hour counts, which is seen within a batch alone.
      const pieces = kind === 'telegrams' ? 1 : Math.ceil(whole / share);
      const part = lines.slice(begin, begin + Math.ceil(lines.length / pieces));
      await turn.take(() => storeSound(part));
      share = turn.isWanted() ? Math.max(share / 2, smallestShare) : Math.min(share * 2, 1);
      begin += part.length;
      options.onProgress?.(run);
    }
  };

  /** Behind the lines that a run was resumed for: what another file has there would be lost. */
  const refuseOtherFile = async (): Promise<void> => {
    if (isSameFile) return;
    isSameFile = digestOf(dealt) === run.digest;
    if (isSameFile) return;
    await database.transaction((tx) => beginAnew(tx, file, run));
    throw new AppError(
      'CONFLICT',
      `This file begins like one whose import was broken off, but isn’t the same up to line ${done}. Nothing of it is stored yet: send it again, and it is read from its first line.`,
    );
  };

  return {
    async take(line) {
      if (line.number <= done) {
        dealt.update(`${line.content}\n`);
        return;
      }
      await refuseOtherFile();
      batch.lines.push(line);
      batch.cells += Object.keys(line.cells).length;
      batch.characters += line.content.length;
      if (fullness(batch) >= 1) await flush();
    },
    linesDone: () => run.lines,
    async finish() {
      await refuseOtherFile();
      await flush();
      const { id: importId, claim, digest: _, ...counts } = run;
      const rejections = await database.transaction((tx) => finishRun(tx, { id: importId, claim }));
      return { importId, kind, ...counts, alsoFits: otherKinds(kind, header), rejections };
    },
  };
}

function digestOf(hash: Hash): string {
  return hash.copy().digest('hex');
}

function stopped(lines: number): AppError {
  return new AppError(
    'UNAVAILABLE',
    `The portal is being stopped. What stands up to line ${lines} is stored: send the same file again soon, and it goes on there.`,
  );
}

type Work = (tx: Transaction, lines: readonly Line[]) => Promise<Outcome>;

interface Batch {
  readonly lines: Line[];
  cells: number;
  characters: number;
}

const emptyBatch = (): Batch => ({ lines: [], cells: 0, characters: 0 });

/** How much of a whole batch it is; 1 and more is enough. */
function fullness({ lines, cells, characters }: Batch): number {
  return Math.max(
    lines.length / batchLimits.lines,
    cells / batchLimits.cells,
    characters / batchLimits.characters,
  );
}

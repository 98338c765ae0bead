import { addAbortSignal } from 'node:stream';
import type { Database, Transaction } from '../database/open.ts';
import { AppError } from '../errors.ts';
import type { Said } from '../said.ts';
import type { Turn } from '../workPool.ts';
import { createBatches, type Work } from './batches.ts';
import { type ImportKind, ignoredColumns, otherKinds } from './kinds.ts';
import type { Line } from './lines.ts';
import { type FileOptions, type OpenedFile, openFile } from './openFile.ts';
import type { Outcome } from './outcome.ts';
import type { Rejection } from './runs.repository.ts';

export interface TrialOptions extends FileOptions {
  readonly turn?: Turn;
  /** Aborted, the trial ends with an error: nobody waits for it any more. */
  readonly stopping?: AbortSignal;
  /** For so long lines are tried out; those behind are counted. By default all are tried. */
  readonly maxMilliseconds?: number;
}

export interface Trial {
  readonly kind: ImportKind;
  readonly alsoFits: readonly ImportKind[];
  /** The columns as they are spelt; none of JSON. */
  readonly header: readonly string[];
  /** The same by the portal's names. */
  readonly names: readonly string[];
  readonly ignored: readonly string[];
  /** What each column is, as somebody may say it. */
  readonly columns: OpenedFile['columns'];
  /** The source that it was read by. */
  readonly source?: OpenedFile['source'];
  /** How the file was read. */
  readonly understood: readonly Said[];
  /** Totals and repeated headers, of which nothing was read. */
  readonly ignoredLines: number;
  /** How many lines there are, and how many of them the counts are of: from the first one on. */
  readonly lines: number;
  readonly tried: number;
  readonly accepted: number;
  readonly duplicates: number;
  readonly corrected: number;
  readonly deviceErrors: number;
  readonly rejected: number;
  /** As `ImportSummary` has it. */
  readonly assigned?: number;
  /** The first lines, and the first that would be rejected. */
  readonly shown: readonly Line[];
  /** Of the first that would be rejected. */
  readonly rejections: readonly Rejection[];
}

const shownLines = 5;
const shownRejections = 20;
/** Of others a line may need one above it, which a batch that was taken back has not left behind. */
const independent: readonly ImportKind[] = ['readings', 'wide', 'volumes'];

/**
 * What an import of a file would do: it is imported, batch by batch, and each batch is taken back.
 * Throws IMPORT_REFUSED when the file as a whole can't be read.
 */
export async function tryFile(database: Database, options: TrialOptions): Promise<Trial> {
  const { stream, stopping } = options;
  if (stopping) addAbortSignal(stopping, stream);
  const file = await openFile(database, options);
  try {
    return await tryLines(database, options, file);
  } finally {
    await file.close();
  }
}

async function tryLines(
  database: Database,
  options: TrialOptions,
  { kind, header, names, understood, columns, source, lines }: OpenedFile,
): Promise<Trial> {
  const { stopping, turn, maxMilliseconds = Infinity } = options;
  const end = performance.now() + maxMilliseconds;
  const counts = { accepted: 0, duplicates: 0, corrected: 0, deviceErrors: 0, rejected: 0 };
  const shown = new Map<number, Line>();
  const rejections: Rejection[] = [];
  let tried = 0;

  let assigned = 0;
  const store = async (given: readonly Line[], work: Work): Promise<void> => {
    const outcome = await tryOut(database, (tx) => work(tx, given));
    counts.accepted += outcome.accepted;
    counts.duplicates += outcome.duplicates;
    counts.corrected += outcome.corrected ?? 0;
    counts.deviceErrors += outcome.deviceErrors ?? 0;
    counts.rejected += outcome.rejected;
    assigned += outcome.assigned ?? 0;
    for (const one of outcome.rejections.slice(0, shownRejections - rejections.length)) {
      rejections.push(one);
      const line = given.find(({ number }) => number === one.line);
      if (line) shown.set(line.number, line);
    }
    tried += given.length;
  };
  const batches = createBatches({
    kind,
    turn,
    store,
    batch: { ...options, zone: source?.source.timeZone },
    isCut: independent.includes(kind),
    onPiece() {
      if (stopping?.aborted) throw new AppError('BAD_REQUEST', 'Nobody waits for it any more.');
      if (performance.now() > end) throw new TimeIsUp();
    },
  });

  let isUp = false;
  const unlessUp = async (work: () => Promise<void> | undefined) => {
    if (isUp) return;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof TimeIsUp)) throw error;
      isUp = true;
    }
  };

  let count = 0;
  try {
    for await (const line of lines) {
      count += 1;
      if (count <= shownLines) shown.set(line.number, line);
      await unlessUp(() => batches.take(line));
    }
    await unlessUp(() => batches.flush());
  } finally {
    await batches.settle();
  }
  const { notes, ignoredLines } = understood;
  const ignored = ignoredColumns(kind, header, names);
  const read = { header, names, ignored, understood: notes, ignoredLines, columns };
  const known = { ...read, source, lines: count, tried };
  const inOrder = [...shown.values()].sort((a, b) => a.number - b.number);
  return {
    kind,
    alsoFits: otherKinds(kind, names),
    ...known,
    ...counts,
    ...(options.assign && kind === 'properties' && { assigned }),
    shown: inOrder,
    rejections,
  };
}

/** What is left is only counted. */
class TimeIsUp extends Error {}

class TakenBack extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super('Tried out, and taken back.');
    this.outcome = outcome;
  }
}

async function tryOut(
  database: Pick<Database, 'transaction'>,
  work: (tx: Transaction) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await database.transaction(async (tx) => {
      throw new TakenBack(await work(tx));
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.outcome;
    throw error;
  }
}

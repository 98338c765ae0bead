import { createHash, type Hash } from 'node:crypto';
import { addAbortSignal } from 'node:stream';
import type { Database, Transaction } from '../database/open.ts';
import { AppError } from '../errors.ts';
import { type Said, said } from '../said.ts';
import type { Turn } from '../workPool.ts';
import { createBatches, type Work } from './batches.ts';
import { Stalled } from './bytes.ts';
import { type ImportKind, ignoredColumns, otherKinds } from './kinds.ts';
import type { Line } from './lines.ts';
import { type FileOptions, type OpenedFile, openFile } from './openFile.ts';
import { createPause } from './outcome.ts';
import { publishLines } from './publishLines.ts';
import {
  afterBatch,
  beginAnew,
  beginRun,
  countRejections,
  finishRun,
  type ImportRun,
  insertRun,
  keptRejections,
  type Rejection,
  resumeRun,
  writeProgress,
} from './runs.repository.ts';
import { shownCharacters } from './textLines.ts';

export interface ImportOptions extends FileOptions {
  readonly fileName: string;
  readonly onProgress?: (run: ImportRun) => void;
  /** Where each batch waits for its turn; while others want theirs, batches are short. */
  readonly turn?: Turn;
  /** Aborted, the import ends: what is stored stays, and the same file goes on there. */
  readonly stopping?: AbortSignal;
  /** The import that `beginImport` began with this very file; left out: what is known of the file. */
  readonly importId?: number;
}

export interface ImportSummary extends Omit<ImportRun, 'id' | 'claim' | 'digest'> {
  readonly importId: number;
  readonly kind: ImportKind;
  /** Kinds that its columns would fit as well, if the caller said so. */
  readonly alsoFits: readonly ImportKind[];
  /** The source that it was read by. */
  readonly source?: OpenedFile['source'];
  /** What each column is, as somebody may say it. */
  readonly columns: OpenedFile['columns'];
  /** How the file was read. */
  readonly understood: readonly Said[];
  /** Totals and repeated headers, of which nothing was read. */
  readonly ignoredLines: number;
  /** How many properties were assigned, where the caller said to whom. */
  readonly assigned?: number;
  /** The first hundred. */
  readonly rejections: Rejection[];
}

/** While a batch is being stored, so that it hardly waits for the lines that are read meanwhile. */
const readingTurnMilliseconds = 2;
/** So much of all refused lines of a file is kept. */
const keptCharacters = 16_000_000;
/** Of the columns that nothing is read of, so many are named. */
const maxIgnored = 100;

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
  let file: OpenedFile | undefined;
  try {
    file = await openFile(database, options);
    importer = await openImporter(database, options, file);
    const pause = createPause(readingTurnMilliseconds);
    for await (const line of file.lines) {
      // Nearly always there is nothing to wait for.
      const waits = [pause(), importer.take(line)] as const;
      if (waits[0] || waits[1]) await Promise.all(waits);
    }
    return await importer.finish();
  } catch (error) {
    await importer?.settle();
    if (error instanceof Stalled) throw error.toAppError(importer?.linesDone() ?? 0);
    if (!stopping?.aborted || (error as Error).name !== 'AbortError') throw error;
    throw stopped(importer?.linesDone() ?? 0);
  } finally {
    await file?.close();
  }
}

/**
 * Begins an import of a file of which no line is taken yet, and does `along` in the same transaction:
 * `importFile` goes on with it by its id. Throws IMPORT_REFUSED when the file as a whole can't be read.
 */
export async function beginImport(
  database: Database,
  options: FileOptions & Pick<ImportOptions, 'fileName'>,
  along: (tx: Transaction, importId: number, opened: OpenedFile) => Promise<void>,
): Promise<{ importId: number }> {
  let opened: OpenedFile | undefined;
  try {
    opened = await openFile(database, options);
    const file = describeFile(options, opened);
    const found = opened;
    return await database.transaction(async (tx) => {
      const { id: importId } = await insertRun(tx, file);
      await along(tx, importId, found);
      return { importId };
    });
  } finally {
    await opened?.close();
    options.stream.destroy();
  }
}

function describeFile(
  {
    fileName,
    country,
    by: who,
    kind: asked,
    notation,
    assign,
    columns,
  }: FileOptions & Pick<ImportOptions, 'fileName'>,
  { kind, header, names, head, source, understood: { sections } }: OpenedFile,
) {
  // The same file read as another kind, or its figures in another way, is another import.
  const { decimal, dates } = notation ?? {};
  const by = [source && JSON.stringify(source), columns && JSON.stringify(columns)];
  const known = [country, asked, decimal, dates, assign?.username, assign?.package, ...by]
    .filter((one) => one !== undefined)
    .join(' ');
  const fingerprint = createHash('sha256').update(known).update(head).digest('hex');
  const ignored = ignoredColumns(kind, header, names).slice(0, maxIgnored);
  return { kind, fileName, fingerprint, country, by: who, ignored, sections: [...sections] };
}

interface Importer {
  /** A promise where the caller has to wait before the next line. */
  take(line: Line): Promise<void> | undefined;
  /** Up to which line everything is stored. */
  linesDone(): number;
  /** Waits for what is being stored. */
  settle(): Promise<void>;
  finish(): Promise<ImportSummary>;
}

async function openImporter(
  database: Database,
  options: ImportOptions,
  opened: OpenedFile,
): Promise<Importer> {
  const { kind, names, understood, source, columns } = opened;
  const file = describeFile(options, opened);
  let { run, kept } = await database.transaction(async (tx) => {
    const { importId: wanted } = options;
    const started = await (wanted === undefined ? beginRun(tx, file) : resumeRun(tx, wanted));
    // The id for the activity log, whose entry goes with the beginning: so it covers each batch.
    return { importId: started.id, run: started, kept: await countRejections(tx, started.id) };
  });
  const { turn, stopping } = options;
  const zone = source?.source.timeZone;
  const done = run.lines;
  let assigned = 0;
  /** Of the lines that are dealt with. */
  let dealt = createHash('sha256');
  let isSameFile = done === 0 || run.digest === '';

  let room = keptCharacters;
  /** So long lines there are, and so many, that not all can be kept whole. */
  const keep = (one: Rejection): Rejection => {
    room -= one.content.length;
    if (room >= 0 || one.content.length <= shownCharacters) return one;
    return { ...one, content: one.content.slice(0, shownCharacters), isCut: true };
  };

  const store = async (lines: readonly Line[], work: Work): Promise<void> => {
    const last = lines.at(-1);
    if (!last) return;
    const hash = dealt.copy();
    hash.update(`${lines.map(({ content }) => content).join('\n')}\n`);
    const [next, nowKept, more] = await database.transaction(async (tx) => {
      const outcome = await work(tx, lines);
      const rejections = outcome.rejections.slice(0, keptRejections - kept).map(keep);
      const progress = { ...afterBatch(run, outcome), lines: last.number, digest: digestOf(hash) };
      await writeProgress(tx, progress, { rejections, sections: understood.sections });
      return [progress, kept + rejections.length, outcome.assigned ?? 0] as const;
    });
    assigned += more;
    publishLines(kind, run, next);
    run = next;
    kept = nowKept;
    dealt = hash;
  };
  const batches = createBatches({
    kind,
    batch: { ...options, zone },
    turn,
    store,
    // Of telegrams the first in a quarter of an hour counts, which is seen within a batch alone.
    isCut: kind !== 'telegrams',
    onPiece(place) {
      if (place === 'behind') options.onProgress?.(run);
      else if (stopping?.aborted) throw stopped(run.lines);
    },
  });

  /** Behind the lines that a run was resumed for: what another file has there would be lost. */
  const refuseOtherFile = async (): Promise<void> => {
    if (isSameFile) return;
    isSameFile = digestOf(dealt) === run.digest;
    if (isSameFile) return;
    await database.transaction((tx) => beginAnew(tx, file, run));
    throw new AppError('CONFLICT', said('refusals.otherBegun', { line: done }));
  };

  return {
    take(line) {
      if (line.number <= done) {
        dealt.update(`${line.content}\n`);
        return undefined;
      }
      return isSameFile ? batches.take(line) : refuseOtherFile().then(() => batches.take(line));
    },
    linesDone: () => run.lines,
    settle: () => batches.settle(),
    async finish() {
      await refuseOtherFile();
      await batches.flush();
      const { id: importId, claim, digest: _, ...counts } = run;
      const rejections = await database.transaction((tx) => finishRun(tx, { id: importId, claim }));
      const { notes, ignoredLines } = understood;
      const also = { source, columns, alsoFits: otherKinds(kind, names) };
      const read = { understood: notes, ignoredLines, ...also };
      const done = { importId, kind, ...counts, ...read, rejections };
      return options.assign && kind === 'properties' ? { ...done, assigned } : done;
    },
  };
}

function digestOf(hash: Hash): string {
  return hash.copy().digest('hex');
}

function stopped(lines: number): AppError {
  return new AppError('UNAVAILABLE', said('refusals.stopping', { lines }));
}

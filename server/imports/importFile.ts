import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Database, Transaction } from '../database/open.ts';
import { AppError } from '../errors.ts';
import { importFacts, isFactKind } from './facts.ts';
import type { ImportKind } from './kinds.ts';
import { type Line, openLines } from './lines.ts';
import { createWriter } from './masterData.ts';
import { eachLine, type Outcome } from './outcome.ts';
import { importReadings } from './readings.ts';
import {
  beginRun,
  finishRun,
  type ImportRun,
  type Rejection,
  writeProgress,
} from './runs.repository.ts';
import { importTelegrams } from './telegrams.ts';

export interface ImportOptions {
  readonly stream: Readable;
  readonly fileName: string;
  readonly country: string;
  /** Of properties that name none. */
  readonly timeZone: string;
  /** Who imports, as it is written beside corrections. */
  readonly by: string;
  /** Nothing is read later than it. */
  readonly now: Date;
  readonly onProgress?: (run: ImportRun) => void;
  /** Kinds that the caller may import; others are refused. */
  readonly only?: readonly ImportKind[];
}

export interface ImportSummary extends Omit<ImportRun, 'id'> {
  readonly importId: number;
  readonly kind: ImportKind;
  /** The first hundred. */
  readonly rejections: Rejection[];
}

const batchLines = 20_000;

/**
 * Imports a file as it streams by. Each batch is stored whole or not at all, together with how far
 * the file has come: after a crash the same file goes on there, and a finished one imported again
 * finds only duplicates. A bad line is recorded with its number and reason and stops nothing.
 * Throws IMPORT_REFUSED when the file as a whole can't be read.
 */
export async function importFile(
  database: Database,
  options: ImportOptions,
): Promise<ImportSummary> {
  const { kind, head, lines } = await openLines(options.stream);
  const importer = await openImporter(database, options, kind, head);
  for await (const line of lines) await importer.take(line);
  return importer.finish();
}

interface Importer {
  take(line: Line): Promise<void>;
  finish(): Promise<ImportSummary>;
}

async function openImporter(
  database: Database,
  options: ImportOptions,
  kind: ImportKind,
  head: Buffer,
): Promise<Importer> {
  if (options.only && !options.only.includes(kind)) {
    throw new AppError(
      'IMPORT_REFUSED',
      `This takes ${options.only.join(' or ')}, but the file holds ${kind}.`,
    );
  }
  const fingerprint = createHash('sha256').update(options.country).update(head).digest('hex');
  let run = await database.transaction((tx) =>
    beginRun(tx, {
      ...{ kind, fileName: options.fileName, fingerprint },
      ...{ country: options.country, by: options.by },
    }),
  );
  const done = run.lines;
  let batch: Line[] = [];

  const flush = async (): Promise<void> => {
    const lines = batch;
    batch = [];
    const last = lines.at(-1);
    if (!last) return;
    run = await database.transaction(async (tx) => {
      const outcome = await importBatch(tx, kind, options, lines);
      const next = {
        ...run,
        lines: last.number,
        accepted: run.accepted + outcome.accepted,
        duplicates: run.duplicates + outcome.duplicates,
        rejected: run.rejected + outcome.rejections.length,
      };
      await writeProgress(tx, next, outcome.rejections);
      return next;
    });
    options.onProgress?.(run);
  };

  return {
    async take(line) {
      if (line.number <= done) return;
      batch.push(line);
      if (batch.length >= batchLines) await flush();
    },
    async finish() {
      await flush();
      const { id: importId, ...counts } = run;
      const rejections = await database.transaction((tx) => finishRun(tx, importId));
      return { importId, kind, ...counts, rejections };
    },
  };
}

async function importBatch(
  tx: Transaction,
  kind: ImportKind,
  options: ImportOptions,
  lines: readonly Line[],
): Promise<Outcome> {
  if (kind === 'telegrams') return importTelegrams(tx, options, lines);
  if (kind === 'readings' || kind === 'wide') {
    return importReadings(tx, { ...options, isWide: kind === 'wide' }, lines);
  }
  if (isFactKind(kind)) return importFacts(tx, kind, options, lines);
  const write = await createWriter(tx, kind, options, lines);
  return eachLine(lines, write);
}

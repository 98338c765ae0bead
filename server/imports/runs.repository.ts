import { and, desc, eq, gt, like, ne, sql } from 'drizzle-orm';
import type { Transaction } from '../database/open.ts';
import { statement } from '../database/statement.ts';
import { importRejection, importRun } from '../database/tables.ts';
import { AppError } from '../errors.ts';
import { type Said, said } from '../said.ts';
import type { Outcome } from './outcome.ts';
import type { Section } from './sections.ts';
import { shownCharacters } from './textLines.ts';

export interface Rejection {
  readonly line: number;
  readonly code: string;
  readonly message: string;
  /** The message without words of any language. */
  readonly said?: Said | undefined;
  readonly content: string;
  /** The line is longer than anybody keeps. */
  readonly isCut?: boolean;
}

export interface ImportRun {
  readonly id: number;
  /** Lines wholly dealt with by an earlier run of the same file that was cut off. */
  readonly lines: number;
  /** SHA-256 of those lines; empty when it isn't known. */
  readonly digest: string;
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: number;
  /** Of the accepted ones, those that replaced what an earlier delivery said. */
  readonly corrected: number;
  readonly deviceErrors: number;
  /** The columns that nothing is read of, as they are spelt. */
  readonly ignored: readonly string[];
  /** Which of those who began it; the last one alone may write. */
  readonly claim: number;
}

const columns = {
  id: importRun.id,
  claim: importRun.claims,
  lines: importRun.lines,
  digest: importRun.digest,
  accepted: importRun.accepted,
  duplicates: importRun.duplicates,
  rejected: importRun.rejected,
  corrected: importRun.corrected,
  deviceErrors: importRun.deviceErrors,
  ignored: importRun.ignored,
};

interface BegunFile {
  readonly kind: string;
  readonly fileName: string;
  readonly fingerprint: string;
  readonly country: string;
  readonly by: string;
  readonly ignored: readonly string[];
  readonly sections?: readonly Section[];
}

/** So many rejections of a run are kept; the others are counted. */
export const keptRejections = 1000;
/** So much of a refused line: that of a wide file with thousands of devices. */
const longestKept = 1 << 17;

/**
 * The unfinished run of this very file, or a new one; among files that begin alike the name decides,
 * and after a week nobody comes back for one. Whoever began it before can't write to it any
 * more, dead or alive, and finds out at the next batch: two that import one file don't do it twice.
 */
export async function beginRun(tx: Transaction, started: BegunFile): Promise<ImportRun> {
  const { fingerprint, fileName } = started;
  // Two at once would both find none.
  await tx.run(`SELECT pg_advisory_xact_lock(hashtext('import_run'), hashtext($1))`, [fingerprint]);
  const newest = tx
    .select({ id: importRun.id })
    .from(importRun)
    .where(
      and(
        eq(importRun.fingerprint, fingerprint),
        eq(importRun.status, 'RUNNING'),
        gt(importRun.startedAt, sql`now() - interval '7 days'`),
      ),
    )
    .orderBy(desc(eq(importRun.fileName, fileName)), desc(importRun.id))
    .limit(1);
  const [unfinished] = await tx
    .update(importRun)
    .set({ claims: sql`${importRun.claims} + 1` })
    .where(eq(importRun.id, newest))
    .returning(columns);
  return unfinished ?? insertRun(tx, started);
}

/**
 * A run that was begun for the very file that is read now. Throws CONFLICT when it has ended, as after
 * the same file was sent again.
 */
export async function resumeRun(tx: Transaction, id: number): Promise<ImportRun> {
  const [run] = await tx
    .update(importRun)
    .set({ claims: sql`${importRun.claims} + 1` })
    .where(and(eq(importRun.id, id), eq(importRun.status, 'RUNNING')))
    .returning(columns);
  if (!run) throw takenOver();
  return run;
}

/** Leaves a run to whose file it is, and makes one of its own for a file that only begins alike. */
export async function beginAnew(
  tx: Transaction,
  started: BegunFile,
  { id, claim }: Pick<ImportRun, 'id' | 'claim'>,
): Promise<void> {
  await tx
    .update(importRun)
    .set({ claims: sql`${importRun.claims} - 1` })
    .where(and(eq(importRun.id, id), eq(importRun.claims, claim)));
  await insertRun(tx, started);
}

export async function insertRun(tx: Transaction, started: BegunFile): Promise<ImportRun> {
  const { by, ignored, sections = [], ...file } = started;
  const [run] = await tx
    .insert(importRun)
    .values({
      ...file,
      importedBy: by,
      ignored: [...ignored],
      sections: [...sections],
      status: 'RUNNING',
      startedAt: sql`now()`,
    })
    .returning(columns);
  return run as ImportRun;
}

/** The run, as long as nobody else has begun it after its holder. */
function isHeld({ id, claim }: Pick<ImportRun, 'id' | 'claim'>) {
  return and(eq(importRun.id, id), eq(importRun.claims, claim), eq(importRun.status, 'RUNNING'));
}

/**
 * Written with a batch's data in one transaction: what counts as done is done. Throws CONFLICT when the
 * run isn't the caller's any more.
 */
export async function writeProgress(
  tx: Transaction,
  run: ImportRun,
  { rejections, sections }: { rejections: readonly Rejection[]; sections?: readonly Section[] },
): Promise<void> {
  const { lines, digest, accepted, duplicates, rejected, corrected, deviceErrors } = run;
  const { rowCount } = await tx
    .update(importRun)
    .set({
      ...{ lines, digest, accepted, duplicates, rejected, corrected, deviceErrors },
      // One table has its section from the beginning.
      ...(sections && sections.length > 1 && { sections: [...sections] }),
    })
    .where(isHeld(run));
  if (rowCount === 0) throw takenOver();
  if (rejections.length === 0) return;
  await tx
    .insert(importRejection)
    .values(
      rejections.map(({ line, code, message, said: words, content, isCut = false }) => ({
        importId: run.id,
        line,
        code,
        message: toText(message, shownCharacters),
        said: writeSaid(words),
        content: toText(content, longestKept),
        isCut: isCut || content.length > longestKept,
      })),
    )
    .onConflictDoNothing();
}

/** What a run has come to with a batch's outcome. */
export function afterBatch(run: ImportRun, outcome: Outcome): ImportRun {
  return {
    ...run,
    accepted: run.accepted + outcome.accepted,
    duplicates: run.duplicates + outcome.duplicates,
    rejected: run.rejected + outcome.rejected,
    corrected: run.corrected + (outcome.corrected ?? 0),
    deviceErrors: run.deviceErrors + (outcome.deviceErrors ?? 0),
  };
}

/** Ends those whose fingerprints begin alike, as of days that are over. */
export async function finishOlderRuns(
  tx: Transaction,
  { id, fingerprints }: { id: number; fingerprints: string },
): Promise<void> {
  await tx
    .update(importRun)
    .set({ status: 'FINISHED', finishedAt: sql`now()` })
    .where(
      and(
        like(importRun.fingerprint, `${fingerprints} %`),
        eq(importRun.status, 'RUNNING'),
        ne(importRun.id, id),
      ),
    );
}

/** Longer ones are rare, and kept in English alone. */
const longestSaid = 4000;

/** JSON escapes what PostgreSQL's text can't hold. */
function writeSaid(words: Said | undefined): string | null {
  const json = words && JSON.stringify(words);
  return json === undefined || json.length > longestSaid ? null : json;
}

/** What `writeSaid` wrote. */
export function readSaid(json: string | null): Said | undefined {
  return json === null ? undefined : (JSON.parse(json) as Said);
}

/** PostgreSQL's text can't hold a NUL. */
function toText(text: string, most: number): string {
  return text.slice(0, most).replaceAll('\0', '\u2400');
}

export async function countRejections(tx: Transaction, id: number): Promise<number> {
  return tx.$count(importRejection, eq(importRejection.importId, id));
}

function takenOver(): AppError {
  return new AppError('CONFLICT', said('refusals.sentAgain'));
}

/** What the refused lines of a run need to be sent again; none where they can't be. */
export async function findSections(tx: Transaction, id: number): Promise<Section[]> {
  const [found] = await tx
    .select({ sections: importRun.sections })
    .from(importRun)
    .where(eq(importRun.id, id));
  return found?.sections ?? [];
}

/** The rejections behind a line, whole lines, a hundred at a time. */
export async function listRefused(
  tx: Transaction,
  id: number,
  after: number,
): Promise<Rejection[]> {
  const { line, code, message, said, content, isCut } = importRejection;
  const found = await tx
    .select({ line, code, message, said, content, isCut })
    .from(importRejection)
    .where(and(eq(importRejection.importId, id), gt(line, after)))
    .orderBy(line)
    .limit(100);
  return found.map((one) => ({ ...one, said: readSaid(one.said) }));
}

/** Ends a run that nobody may go on with; what it has stored stays. */
export async function stopRun(tx: Transaction, id: number): Promise<void> {
  await tx
    .update(importRun)
    .set({ status: 'STOPPED', finishedAt: sql`now()` })
    .where(and(eq(importRun.id, id), eq(importRun.status, 'RUNNING')));
}

/** Throws CONFLICT as `writeProgress` does. */
export async function finishRun(
  tx: Transaction,
  { id, claim }: Pick<ImportRun, 'id' | 'claim'>,
): Promise<Rejection[]> {
  const { rowCount } = await tx
    .update(importRun)
    .set({ status: 'FINISHED', finishedAt: sql`now()` })
    .where(isHeld({ id, claim }));
  if (rowCount === 0) throw takenOver();
  const found = await tx.query(firstRejections, [id]);
  return found.map((one) => ({ ...one, said: readSaid(one.said) }));
}

const firstRejections = statement(
  { line: 'bigint', code: 'text', message: 'text', said: 'text | null', content: 'text' },
  `SELECT line, code, message, said, left(content, ${shownCharacters}) AS content
   FROM import_rejection WHERE import_id = $1 ORDER BY line LIMIT 100`,
);

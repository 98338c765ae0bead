import type { Transaction } from '../database/open.ts';
import { AppError } from '../errors.ts';

export interface Rejection {
  readonly line: number;
  readonly code: string;
  readonly message: string;
  readonly content: string;
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
  /** Which of those who began it; the last one alone may write. */
  readonly claim: number;
}

const columns = 'id, claims AS claim, lines, digest, accepted, duplicates, rejected';

interface BegunFile {
  readonly kind: string;
  readonly fileName: string;
  readonly fingerprint: string;
  readonly country: string;
  readonly by: string;
}

/** So many rejections of a run are kept; the others are counted. */
export const keptRejections = 1000;

/**
 * The unfinished run of this very file, or a new one. Whoever began it before can't write to it any
 * more, dead or alive, and finds out at the next batch: two that import one file don't do it twice.
 */
export async function beginRun(tx: Transaction, begun: BegunFile): Promise<ImportRun> {
  const { fingerprint } = begun;
  // Two at once would both find none.
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('import_run'), hashtext($1))`, [
    fingerprint,
  ]);
  const [unfinished] = await tx.query<ImportRun>(
    `UPDATE import_run SET claims = claims + 1 WHERE id = (SELECT id FROM import_run
       WHERE fingerprint = $1 AND status = 'RUNNING' ORDER BY id DESC LIMIT 1)
     RETURNING ${columns}`,
    [fingerprint],
  );
  return unfinished ?? insertRun(tx, begun);
}

/** Leaves a run to whose file it is, and makes one of its own for a file that only begins alike. */
export async function beginAnew(
  tx: Transaction,
  begun: BegunFile,
  { id, claim }: Pick<ImportRun, 'id' | 'claim'>,
): Promise<void> {
  await tx.query('UPDATE import_run SET claims = claims - 1 WHERE id = $1 AND claims = $2', [
    id,
    claim,
  ]);
  await insertRun(tx, begun);
}

async function insertRun(tx: Transaction, begun: BegunFile): Promise<ImportRun> {
  const { kind, fileName, fingerprint, country, by } = begun;
  const [run] = await tx.query<ImportRun>(
    `INSERT INTO import_run (kind, file_name, fingerprint, status, started_at, country, imported_by)
     VALUES ($1, $2, $3, 'RUNNING', now(), $4, $5) RETURNING ${columns}`,
    [kind, fileName, fingerprint, country, by],
  );
  return run as ImportRun;
}

/**
 * Written with a batch's data in one transaction: what counts as done is done. Throws CONFLICT when the
 * run isn't the caller's any more.
 */
export async function writeProgress(
  tx: Transaction,
  run: ImportRun,
  rejections: readonly Rejection[],
): Promise<void> {
  const own = await tx.query(
    `UPDATE import_run SET lines = $2, accepted = $3, duplicates = $4, rejected = $5, digest = $7
     WHERE id = $1 AND claims = $6 AND status = 'RUNNING' RETURNING id`,
    [run.id, run.lines, run.accepted, run.duplicates, run.rejected, run.claim, run.digest],
  );
  if (own.length === 0) throw takenOver();
  if (rejections.length === 0) return;
  await tx.query(
    `INSERT INTO import_rejection (import_id, line, code, message, content)
     SELECT $1, line, code, message, content
     FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[]) AS given (line, code, message, content)
     ON CONFLICT DO NOTHING`,
    [
      run.id,
      rejections.map(({ line }) => line),
      rejections.map(({ code }) => code),
      rejections.map(({ message }) => toText(message)),
      rejections.map(({ content }) => toText(content)),
    ],
  );
}

/** As much as helps to find a line; PostgreSQL's text can't hold a NUL. */
function toText(text: string): string {
  return text.slice(0, 500).replaceAll('\0', '\u2400');
}

export async function countRejections(tx: Transaction, id: number): Promise<number> {
  const [found] = await tx.query<{ count: number }>(
    'SELECT count(*) AS count FROM import_rejection WHERE import_id = $1',
    [id],
  );
  return found?.count ?? 0;
}

function takenOver(): AppError {
  return new AppError(
    'CONFLICT',
    'The same file was sent again meanwhile, and is imported there: this import has ended, and nothing of it is stored twice. The list of imports says how far it is.',
  );
}

/** Throws CONFLICT as `writeProgress` does. */
export async function finishRun(
  tx: Transaction,
  { id, claim }: Pick<ImportRun, 'id' | 'claim'>,
): Promise<Rejection[]> {
  const own = await tx.query(
    `UPDATE import_run SET status = 'FINISHED', finished_at = now()
     WHERE id = $1 AND claims = $2 AND status = 'RUNNING' RETURNING id`,
    [id, claim],
  );
  if (own.length === 0) throw takenOver();
  return tx.query(
    'SELECT line, code, message, content FROM import_rejection WHERE import_id = $1 ORDER BY line LIMIT 100',
    [id],
  );
}

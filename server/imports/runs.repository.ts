import type { Transaction } from '../database/open.ts';

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
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: number;
}

const columns = 'id, lines, accepted, duplicates, rejected';

/** So many rejections of a run are kept; the others are counted. */
export const keptRejections = 1000;

/** The unfinished run of this very file, or a new one. */
export async function beginRun(
  tx: Transaction,
  begun: { kind: string; fileName: string; fingerprint: string; country: string; by: string },
): Promise<ImportRun> {
  const { kind, fileName, fingerprint, country, by } = begun;
  const [unfinished] = await tx.query<ImportRun>(
    `SELECT ${columns} FROM import_run WHERE fingerprint = $1 AND status = 'RUNNING' ORDER BY id DESC LIMIT 1`,
    [fingerprint],
  );
  if (unfinished) return unfinished;
  const [run] = await tx.query<ImportRun>(
    `INSERT INTO import_run (kind, file_name, fingerprint, status, started_at, country, imported_by)
     VALUES ($1, $2, $3, 'RUNNING', now(), $4, $5) RETURNING ${columns}`,
    [kind, fileName, fingerprint, country, by],
  );
  return run as ImportRun;
}

/** Written with a batch's data in one transaction: what counts as done is done. */
export async function writeProgress(
  tx: Transaction,
  run: ImportRun,
  rejections: readonly Rejection[],
): Promise<void> {
  await tx.query(
    `UPDATE import_run SET lines = $2, accepted = $3, duplicates = $4, rejected = $5 WHERE id = $1`,
    [run.id, run.lines, run.accepted, run.duplicates, run.rejected],
  );
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

export async function finishRun(tx: Transaction, id: number): Promise<Rejection[]> {
  await tx.query(`UPDATE import_run SET status = 'FINISHED', finished_at = now() WHERE id = $1`, [
    id,
  ]);
  return tx.query(
    'SELECT line, code, message, content FROM import_rejection WHERE import_id = $1 ORDER BY line LIMIT 100',
    [id],
  );
}

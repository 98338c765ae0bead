import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from '../../database/open.ts';

export type LinkPurpose = 'PASSWORD' | 'EMAIL' | 'UNLOCK';

export interface OpenLink {
  readonly accountId: number;
  readonly subject: string;
  /** The new address, of a link that confirms one. */
  readonly email: string | null;
  /** The session that asked for it. */
  readonly sid: string | null;
}

const tokenBytes = 32;

/** Keeps a new link in place of older ones for the same purpose; answers its token. */
export async function createLink(
  tx: Transaction,
  link: {
    readonly accountId: number;
    readonly purpose: LinkPurpose;
    readonly email?: string;
    readonly sid?: string | undefined;
    readonly at: Date;
    readonly minutes: number;
  },
): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url');
  const { accountId, purpose, email = null, sid = null, at, minutes } = link;
  await dropLinks(tx, accountId, purpose);
  await tx.query(
    `INSERT INTO account_link (token_hash, account_id, purpose, email, sid, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6::timestamptz, $6::timestamptz + make_interval(mins => $7))`,
    [hashOf(token), accountId, purpose, email, sid, at, minutes],
  );
  return token;
}

/** Takes an account's links away, of one purpose or of all. */
export async function dropLinks(
  tx: Transaction,
  accountId: number,
  purpose?: LinkPurpose,
): Promise<void> {
  await tx.query(
    'DELETE FROM account_link WHERE account_id = $1 AND ($2::text IS NULL OR purpose = $2)',
    [accountId, purpose ?? null],
  );
}

/** What a link can be used for at an instant. A used one is as good as none. */
export async function findLink(
  tx: Transaction,
  purpose: LinkPurpose,
  token: string,
  at: Date,
): Promise<{ state: 'VALID' | 'EXPIRED'; email: string | null } | undefined> {
  const [row] = await tx.query<{ isOver: boolean; email: string | null }>(
    `SELECT expires_at <= $3 AS "isOver", email FROM account_link
     WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL`,
    [hashOf(token), purpose, at],
  );
  return row && { state: row.isOver ? 'EXPIRED' : 'VALID', email: row.email };
}

/** Uses a link up; undefined when it can't be used (any more). Of two uses at once one wins. */
export async function redeemLink(
  tx: Transaction,
  purpose: LinkPurpose,
  token: string,
  at: Date,
): Promise<OpenLink | undefined> {
  const [row] = await tx.query<OpenLink>(
    `UPDATE account_link SET used_at = $3 FROM account
     WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3
       AND account.id = account_id AND disabled_at IS NULL
     RETURNING account.id::float8 AS "accountId", subject, account_link.email, account_link.sid`,
    [hashOf(token), purpose, at],
  );
  return row;
}

/** Gives a link back that was used in vain. */
export async function releaseLink(tx: Transaction, token: string): Promise<void> {
  await tx.query('UPDATE account_link SET used_at = NULL WHERE token_hash = $1', [hashOf(token)]);
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

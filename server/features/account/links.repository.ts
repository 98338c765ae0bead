import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { minuteMs } from '../../../schemas/time.ts';
import type { Transaction } from '../../database/open.ts';
import { accountLink } from '../../database/portalTables.ts';
import { account } from '../../database/tables.ts';

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
const isUnused = (purpose: LinkPurpose, token: string) =>
  and(
    eq(accountLink.tokenHash, hashOf(token)),
    eq(accountLink.purpose, purpose),
    isNull(accountLink.usedAt),
  );

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
  const expiresAt = new Date(at.getTime() + minutes * minuteMs);
  await tx.insert(accountLink).values({
    tokenHash: hashOf(token),
    accountId,
    purpose,
    email,
    sid,
    createdAt: at,
    expiresAt,
  });
  return token;
}

/** Takes an account's links away, of one purpose or of all; false when there were none. */
export async function dropLinks(
  tx: Transaction,
  accountId: number,
  purpose?: LinkPurpose,
): Promise<boolean> {
  const ofPurpose = purpose && eq(accountLink.purpose, purpose);
  const { rowCount } = await tx
    .delete(accountLink)
    .where(and(eq(accountLink.accountId, accountId), ofPurpose));
  return rowCount !== 0;
}

/** What a link can be used for at an instant. A used one is as good as none. */
export async function findLink(
  tx: Transaction,
  purpose: LinkPurpose,
  token: string,
  at: Date,
): Promise<{ state: 'VALID' | 'EXPIRED'; email: string | null } | undefined> {
  const [row] = await tx
    .select({ expiresAt: accountLink.expiresAt, email: accountLink.email })
    .from(accountLink)
    .where(isUnused(purpose, token));
  return row && { state: row.expiresAt <= at ? 'EXPIRED' : 'VALID', email: row.email };
}

/** Uses a link up; undefined when it can't be used (any more). Of two uses at once one wins. */
export async function redeemLink(
  tx: Transaction,
  purpose: LinkPurpose,
  token: string,
  at: Date,
): Promise<OpenLink | undefined> {
  const isOpen = and(isUnused(purpose, token), gt(accountLink.expiresAt, at));
  const [row] = await tx
    .update(accountLink)
    .set({ usedAt: at })
    .from(account)
    .where(and(isOpen, eq(account.id, accountLink.accountId), isNull(account.disabledAt)))
    .returning({
      accountId: account.id,
      subject: account.subject,
      email: accountLink.email,
      sid: accountLink.sid,
    });
  return row;
}

/** Gives a link back that was used in vain. */
export async function releaseLink(tx: Transaction, token: string): Promise<void> {
  await tx
    .update(accountLink)
    .set({ usedAt: null })
    .where(eq(accountLink.tokenHash, hashOf(token)));
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, lt } from 'drizzle-orm';
import type { Transaction } from '../../database/open.ts';
import { downloadTicket } from '../../database/portalTables.ts';

export type TicketAction =
  | 'report.file'
  | 'document.file'
  | 'documentPackage.file'
  | 'managedDocument.file'
  | 'supportMessage.file';

/** What a ticket lets its bearer do, once. */
interface Allowed {
  readonly action: TicketAction;
  readonly objectId: number;
}

const tokenBytes = 32;

/** Keeps a new ticket, and forgets those that are too old; answers its token. */
export async function createTicket(
  tx: Transaction,
  ticket: Allowed & { readonly accountId: number; readonly at: Date; readonly seconds: number },
): Promise<string> {
  const { accountId, action, objectId, at, seconds } = ticket;
  const token = randomBytes(tokenBytes).toString('base64url');
  await tx.delete(downloadTicket).where(lt(downloadTicket.expiresAt, at));
  const expiresAt = new Date(at.getTime() + seconds * 1000);
  await tx
    .insert(downloadTicket)
    .values({ tokenHash: hashOf(token), accountId, action, objectId, expiresAt });
  return token;
}

/** Uses a ticket up; answers whose it is, or undefined when it doesn't allow this (any more). */
export async function redeemTicket(
  tx: Transaction,
  token: string,
  { action, objectId, accountId, at }: Allowed & { readonly accountId?: number; readonly at: Date },
): Promise<number | undefined> {
  const [row] = await tx
    .delete(downloadTicket)
    .where(
      and(
        eq(downloadTicket.tokenHash, hashOf(token)),
        eq(downloadTicket.action, action),
        eq(downloadTicket.objectId, objectId),
        gt(downloadTicket.expiresAt, at),
        accountId === undefined ? undefined : eq(downloadTicket.accountId, accountId),
      ),
    )
    .returning({ accountId: downloadTicket.accountId });
  return row?.accountId;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
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
  ticket: Allowed & {
    readonly accountId: number;
    readonly previewId: number | null;
    readonly at: Date;
    readonly seconds: number;
  },
): Promise<string> {
  const { accountId, previewId, action, objectId, at, seconds } = ticket;
  const token = randomBytes(tokenBytes).toString('base64url');
  await tx.delete(downloadTicket).where(lt(downloadTicket.expiresAt, at));
  const expiresAt = new Date(at.getTime() + seconds * 1000);
  await tx
    .insert(downloadTicket)
    .values({ tokenHash: hashOf(token), accountId, previewId, action, objectId, expiresAt });
  return token;
}

/** Whose a ticket is, and in which preview of the account it was given. */
interface TicketOwner {
  readonly accountId: number;
  readonly previewId: number | null;
}

/** Uses a ticket up; answers whose it is, or undefined when it doesn't allow this (any more). */
export async function redeemTicket(
  tx: Transaction,
  token: string,
  { action, objectId, at }: Allowed & { readonly at: Date },
  owner: TicketOwner | undefined,
): Promise<TicketOwner | undefined> {
  const [row] = await tx
    .delete(downloadTicket)
    .where(
      and(
        eq(downloadTicket.tokenHash, hashOf(token)),
        eq(downloadTicket.action, action),
        eq(downloadTicket.objectId, objectId),
        gt(downloadTicket.expiresAt, at),
        owner && eq(downloadTicket.accountId, owner.accountId),
        owner && sql`${downloadTicket.previewId} IS NOT DISTINCT FROM ${owner.previewId}`,
      ),
    )
    .returning({ accountId: downloadTicket.accountId, previewId: downloadTicket.previewId });
  return row;
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

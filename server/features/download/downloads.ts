import type { OperationId } from '../../../schemas/api/operations.ts';
import type { Database, Transaction } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import { findOwner, type Owner } from '../../identity/owner.repository.ts';
import type { ManifestService } from '../../manifests/service.ts';
import type { Session } from '../../session.ts';
import { createTicket, redeemTicket, type TicketAction } from './tickets.repository.ts';

const ticketSeconds = 60;

/** Which call gives a ticket: who may not make it (any more) can't use one. */
const givenBy = {
  'report.file': 'report.ticket',
  'document.file': 'document.ticket',
  'documentPackage.file': 'documentPackage.ticket',
  'managedDocument.file': 'managedDocument.ticket',
  'supportMessage.file': 'supportMessage.ticket',
} as const satisfies Record<TicketAction, OperationId>;

export const linkExpired = () =>
  new AppError('LINK_EXPIRED', 'This link has been used, or is too old. Ask for the file anew.');

export type Downloads = ReturnType<typeof createDownloads>;

/** Files that are fetched without a session, by tickets that work once, within a minute. */
export function createDownloads({
  database,
  manifests,
  now,
}: {
  readonly database: Database;
  readonly manifests: Pick<ManifestService, 'findOperationRefusal'>;
  readonly now: () => Date;
}) {
  return {
    /** The caller has made sure that the account may have the file. */
    async issue(tx: Transaction, accountId: number, action: TicketAction, objectId: number) {
      const ticket = { accountId, action, objectId, at: now(), seconds: ticketSeconds };
      return { token: await createTicket(tx, ticket), validSeconds: ticketSeconds };
    },

    /**
     * Uses a ticket up; answers whose it is, with the rights of now. Throws LINK_EXPIRED, also for a
     * session that isn't its owner's.
     */
    async redeem(
      action: TicketAction,
      objectId: number,
      { token = '', session }: { token?: string | undefined; session: Session | undefined },
    ): Promise<Owner> {
      const owner = await database.transaction(async (tx) => {
        const accountId = await redeemTicket(tx, token, {
          ...{ action, objectId, at: now() },
          ...(session && { accountId: session.accountId }),
        });
        return accountId === undefined ? undefined : findOwner(tx, accountId);
      });
      const refusal = owner && manifests.findOperationRefusal(givenBy[action], owner.subject);
      if (!owner || refusal !== undefined) throw linkExpired();
      return owner;
    },
  };
}

/** Whoever looks ahead for somebody else must not use their ticket up. */
export function refuseLook(method: string): void {
  if (method === 'GET') return;
  throw new AppError('NOT_FOUND', 'There is nothing to be looked at without fetching it.');
}

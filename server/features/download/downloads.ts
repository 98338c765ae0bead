import type { Readable } from 'node:stream';
import { type OperationId, operations } from '../../../schemas/api/operations.ts';
import type { Database, Transaction } from '../../database/open.ts';
import { writingAside } from '../../database/readOnly.ts';
import { AppError } from '../../errors.ts';
import type { NotedCall } from '../../identity/identity.ts';
import { findOwner, type Owner } from '../../identity/owner.repository.ts';
import { findPreview, notePreviewCall } from '../../identity/previews.repository.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import type { Session } from '../../session.ts';
import { type Downloaded, type Reader, recordStream } from './recordDownload.ts';
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

/** Whose ticket it was, and whether somebody else has it, who looks at the account. */
export type TicketOwner = Owner & Reader & { readonly isPreview: boolean };

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
  /** Whose a ticket is; of one that was given in a preview only while that goes on, and noted. */
  async function findTicketOwner(
    tx: Transaction,
    { accountId, previewId }: { accountId: number; previewId: number | null },
    call: NotedCall | undefined,
  ): Promise<TicketOwner | undefined> {
    const preview = previewId === null ? undefined : await findPreview(tx, previewId);
    if (previewId !== null && preview?.accountId !== accountId) return undefined;
    if (preview && call) await notePreviewCall(tx, preview, call);
    const owner = await findOwner(tx, accountId);
    const actorId = preview?.actorId ?? accountId;
    return owner && { ...owner, actorId, isPreview: preview !== undefined };
  }

  return {
    /**
     * A ticket for the account of a session. The caller has made sure that it may have the file, and
     * is in no transaction any more.
     */
    async issue(
      { accountId, preview }: Pick<Session, 'accountId' | 'preview'>,
      action: TicketAction,
      objectId: number,
    ) {
      const of = { accountId, previewId: preview?.id ?? null, action, objectId };
      const ticket = { ...of, at: now(), seconds: ticketSeconds };
      const token = await writingAside(() =>
        database.transaction((tx) => createTicket(tx, ticket)),
      );
      return { token, validSeconds: ticketSeconds };
    },

    /**
     * Uses a ticket up; answers whose it is, with the rights of now. Throws LINK_EXPIRED, also for a
     * session that isn't its owner's, or not the one that looks at the owner's account.
     */
    async redeem(
      action: TicketAction,
      objectId: number,
      { token = '', session }: { token?: string | undefined; session: Session | undefined },
    ): Promise<TicketOwner> {
      const claimed = session && {
        accountId: session.accountId,
        previewId: session.preview?.id ?? null,
      };
      // The call of a session is noted as all of its calls are.
      const call = session ? undefined : { operation: action, path: pathOf(action, objectId) };
      const owner = await writingAside(() =>
        database.transaction(async (tx) => {
          const found = await redeemTicket(tx, token, { action, objectId, at: now() }, claimed);
          return found && findTicketOwner(tx, found, call);
        }),
      );
      const refusal = owner && manifests.findOperationRefusal(givenBy[action], owner.subject);
      if (!owner || refusal !== undefined) throw linkExpired();
      return owner;
    },

    /** Notes that a ticket's owner gets the file; without that it isn't sent. */
    record: (stream: Readable, reader: Reader, file: Downloaded): Promise<void> =>
      recordStream(database, stream, reader, file),
  };
}

function pathOf(action: TicketAction, objectId: number): string {
  return operations[action].path.replace(/\{\w+\}/, `${objectId}`);
}

/** Whoever looks ahead for somebody else must not use their ticket up. */
export function refuseLook(method: string): void {
  if (method === 'GET') return;
  throw new AppError('NOT_FOUND', 'There is nothing to be looked at without fetching it.');
}

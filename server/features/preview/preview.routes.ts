import { previewHeader } from '../../../schemas/api/paths.ts';
import type { previewOperations } from '../../../schemas/api/previews.ts';
import type { Database, Transaction } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import type { Handlers } from '../../http/handler.ts';
import { mayPreview } from '../../identity/previewRules.ts';
import { endPreview, startPreview } from '../../identity/previews.repository.ts';
import { findAccountSession } from '../../identity/session.repository.ts';
import type { Session } from '../../session.ts';
import { findMarketAccount } from '../activityLog/activityLog.repository.ts';

/** Begins and ends that a session is seen as another account's: see `authenticate`. */
export function createPreviewHandlers({
  database,
}: {
  readonly database: Database;
}): Handlers<keyof typeof previewOperations> {
  return {
    'preview.start': ({ body }, { session, http }) =>
      database.transaction(async (tx) => {
        const { accountId, user } = await requireCustomer(tx, session, body.username);
        const { id } = await startPreview(tx, session, accountId);
        // The page learns at once that the session is another account's from here on.
        http.header(previewHeader, String(id));
        return { username: user.username, userId: user.userId };
      }),
    'preview.end': async (_request, { session: { preview } }) => {
      if (preview) await database.transaction((tx) => endPreview(tx, preview.actor));
      return {};
    },
  };
}

/** Staff, who can't sign in and other markets' are nobody. */
async function requireCustomer(
  tx: Transaction,
  actor: Session,
  username: string,
): Promise<Session> {
  const found = await findMarketAccount(tx, actor.user.country, username);
  const customer = found && (await findAccountSession(tx, found.id));
  if (customer && mayPreview(actor, customer)) return customer;
  throw new AppError('NOT_FOUND', `«${username}» is no account that can be looked at.`);
}

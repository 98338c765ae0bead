import { AppError } from '../../errors.ts';
import { endSessions, listSessions } from '../../identity/portalSessions.repository.ts';
import type { Session } from '../../session.ts';
import type { AccountDeps } from './accountDeps.ts';
import { describeBrowser } from './describeBrowser.ts';

/** Where an account is signed in. */
export function createSessionsService({
  database,
  identity,
}: Pick<AccountDeps, 'database' | 'identity'>) {
  const { statements } = database;
  return {
    async list({ accountId, sid: current }: Session) {
      const sessions = await listSessions(statements, accountId);
      return sessions.map(({ sid, userAgent, ...session }) => ({
        ...session,
        browser: describeBrowser(userAgent ?? ''),
        place: sid === current ? ('HERE' as const) : ('ELSEWHERE' as const),
      }));
    },

    /** Throws NOT_FOUND for what isn't an open session of the account. */
    async end(id: number, { accountId, user }: Session): Promise<void> {
      const found = (await listSessions(statements, accountId)).find((one) => one.id === id);
      if (!found) throw new AppError('NOT_FOUND', 'There is no such session.');
      await endSessions(statements, { subject: user.userId, sid: found.sid });
      await identity.directory.endSession(user.userId, found.sid);
    },
  };
}

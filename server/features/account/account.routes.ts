import type { accountOperations } from '../../../schemas/api/account.ts';
import { localeOfLanguage } from '../../../schemas/entities/market.ts';
import type { Database } from '../../database/open.ts';
import { AppError } from '../../errors.ts';
import type { Handlers } from '../../http/handler.ts';
import type { Session } from '../../session.ts';

type AccountOperation = keyof typeof accountOperations;

export function createAccountHandlers({ database }: { database: Database }) {
  const notYet = async () => {
    throw new AppError('UNAVAILABLE', 'Under construction.');
  };
  return {
    'language.save': async ({ params, body }, { session }) => {
      needOwn(params.id, session);
      await database.transaction((tx) =>
        tx.query('UPDATE account SET language = $2 WHERE id = $1', [
          session.accountId,
          localeOfLanguage[body.language],
        ]),
      );
      return { ...session.user, language: body.language };
    },
    'session.end': notYet,
    'profile.get': notYet,
    'profile.save': notYet,
    'notifications.save': notYet,
    'activity.own': notYet,
    'password.change': notYet,
    'password.forgot': notYet,
    'password.check': notYet,
    'password.reset': notYet,
    'email.change': notYet,
    'email.check': notYet,
    'email.confirm': notYet,
    'totp.get': notYet,
    'totp.begin': notYet,
    'totp.confirm': notYet,
    'totp.remove': notYet,
  } satisfies Handlers<AccountOperation>;
}

/** Somebody else's account is as absent as that of nobody. */
function needOwn(id: string, { user }: Session): void {
  if (id !== user.userId) throw new AppError('NOT_FOUND', `There is no user «${id}».`);
}

import type { accountOperations } from '../../../schemas/api/account.ts';
import { activityTypeSchema } from '../../../schemas/entities/activity.ts';
import {
  type Language,
  type Locale,
  languageOf,
  localeOf,
} from '../../../schemas/entities/languages.ts';
import type { Profile } from '../../../schemas/entities/profile.ts';
import type { Transaction } from '../../database/open.ts';
import type { Handlers } from '../../http/handler.ts';
import { addressOf } from '../../http/remoteAddress.ts';
import { recordActivity } from '../../identity/activity.repository.ts';
import type { Session } from '../../session.ts';
import { requireOwn } from '../ownAccount.ts';
import { toPage, wholePage } from '../paging.ts';
import { readSessionUser } from '../session/sessionUser.ts';
import {
  countActivity,
  listActivity,
  readProfile,
  writeLanguage,
  writeNotifications,
  writeProfile,
} from './account.repository.ts';
import type { AccountDeps } from './accountDeps.ts';
import { createEmailService } from './email.service.ts';
import { createPasswordService } from './passwords.service.ts';
import { createSessionsService } from './sessions.service.ts';
import { createTotpService } from './totp.service.ts';
import { createUnlockService } from './unlock.service.ts';

const done = { done: true } as const;

export function createAccountHandlers(deps: AccountDeps): Handlers<keyof typeof accountOperations> {
  const { database, identity } = deps;
  const passwords = createPasswordService(deps);
  const emails = createEmailService(deps);
  const unlock = createUnlockService(deps);
  identity.onLocked(unlock.mailLink);
  const sessions = createSessionsService(deps);
  const totp = createTotpService(deps);

  async function read({ accountId }: Session): Promise<Profile> {
    const { locale, ...profile } = await database.read((tx) => readProfile(tx, accountId));
    const language = languageOf(locale as Locale);
    return { ...profile, language, passwordKeeper: identity.directory.keeper };
  }

  return {
    'session.end': async (_request, { session }) => {
      await identity.endSession(session);
      return done;
    },
    'language.save': async ({ params, body }, { session }) => {
      requireOwn(params.id, session);
      const { language }: { language: Language } = body;
      await database.transaction((tx) => writeLanguage(tx, session.accountId, localeOf(language)));
      return { ...readSessionUser(session, deps), language };
    },
    'profile.get': async ({ params }, { session }) => {
      requireOwn(params.id, session);
      return read(session);
    },
    'profile.save': async ({ params, body }, { session }) => {
      requireOwn(params.id, session);
      await database.transaction(async (tx) => {
        await writeProfile(tx, session.accountId, body);
        await log(tx, 'PROFILE_CHANGED', session);
      });
      return read(session);
    },
    'notifications.save': async ({ params, body }, { session }) => {
      requireOwn(params.id, session);
      const { notifications: isOn } = body;
      await database.transaction(async (tx) => {
        if (!(await writeNotifications(tx, session.accountId, isOn))) return;
        await log(tx, isOn ? 'NOTIFICATIONS_ON' : 'NOTIFICATIONS_OFF', session);
      });
      return read(session);
    },
    'activity.own': async ({ params, query }, { session }) => {
      requireOwn(params.id, session);
      const { accountId } = session;
      const rows = await database.read((tx) => listActivity(tx, accountId, query));
      const known = rows.map((row) => ({
        ...row,
        actionType: activityTypeSchema.parse(row.actionType),
      }));
      return toPage(known, query, () => database.read((tx) => countActivity(tx, accountId)));
    },
    'sessions.own': async ({ params }, { session }) => {
      requireOwn(params.id, session);
      return wholePage(await sessions.list(session));
    },
    'sessions.endOne': async ({ params }, { session }) => {
      requireOwn(params.id, session);
      await sessions.end(params.session, session);
      return done;
    },
    'password.change': async ({ body }, { session }) => {
      await passwords.change(body, session);
      return done;
    },
    'password.forgot': async ({ body }, { http }) => {
      await passwords.forgot(body.account, addressOf(http));
      return done;
    },
    'password.check': ({ body }, { http }) => passwords.check(body.token, addressOf(http)),
    'password.reset': async ({ body }, { http }) => {
      await passwords.reset(body, addressOf(http));
      return done;
    },
    'lock.open': async ({ body }, { http }) => {
      await unlock.open(body.token, addressOf(http));
      return done;
    },
    'email.change': async ({ body }, { session }) => {
      await emails.change(body, session);
      return read(session);
    },
    'email.check': ({ body }, { http }) => emails.check(body.token, addressOf(http)),
    'email.confirm': async ({ body }, { http }) => {
      await emails.confirm(body.token, addressOf(http));
      return done;
    },
    'totp.get': (_request, { session }) => totp.read(session),
    'totp.begin': (_request, { session }) => totp.begin(session),
    'totp.confirm': ({ body }, { session }) => totp.confirm(body.code, session),
    'totp.remove': (_request, { session }) => totp.remove(session),
    'totp.turnOff': ({ body }, { session }) => totp.turnOff(session, body),
  };

  function log(
    tx: Transaction,
    type: 'PROFILE_CHANGED' | 'NOTIFICATIONS_ON' | 'NOTIFICATIONS_OFF',
    { accountId }: Session,
  ): Promise<void> {
    return recordActivity(tx, { type, actorId: accountId, affectedId: accountId });
  }
}

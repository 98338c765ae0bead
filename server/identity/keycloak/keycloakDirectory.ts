import type { Logger } from 'pino';
import { passwordHistoryLength } from '../../../schemas/passwordPolicy.ts';
import { AppError, faultOf, InvalidRequest } from '../../errors.ts';
import { said } from '../../said.ts';
import { findUnlinkedUsername } from '../accounts.repository.ts';
import type { DirectoryAccount, IdentityDirectory } from '../directory.ts';
import { type Ask, connectKeycloak, type KeycloakAccess, Refusal } from './keycloakConnection.ts';
import { ensureGroup, findMemberships, groupPath } from './keycloakGroups.ts';
import { splitName } from './personName.ts';

interface DirectoryDeps {
  readonly access: KeycloakAccess;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Till an account has its first password. */
const firstAction = 'UPDATE_PASSWORD';

/** Second factors of any kind that a code in an authenticator app brings along. */
const totpCredentials = ['otp', 'recovery-authn-codes'];

/**
 * Keycloak's accounts, by its administration. An account that waits for its owner's first sign-in
 * is the one of its user name, as `linkAccount` will find it.
 */
export function createKeycloakDirectory(deps: DirectoryDeps): IdentityDirectory {
  const { access, logger } = deps;
  const ask = connectKeycloak(access);
  const realm = access.realm.name;

  return {
    keeper: 'PROVIDER',

    async create({ username, email, name, roles }) {
      for (const role of roles) await ensureGroup(ask, role);
      const user = {
        username,
        email,
        enabled: true,
        ...splitName(name),
        groups: roles.map(groupPath),
        // Until the owner has used the link that the portal mails.
        requiredActions: [firstAction],
      };
      try {
        return (await ask(({ users }) => users.create(user))).id;
      } catch (error) {
        const isThere = error instanceof Refusal && error.status === 409;
        const started = isThere ? await findBegun(ask, { username, email }) : undefined;
        if (started !== undefined) return started;
        throw refuseAccount(error, { username, email });
      }
    },

    discard: (subject) =>
      onUser(subject, (id) => ask(({ users }) => users.del({ id }))).catch(noneIfGone),

    async setEnabled(subject, isEnabled) {
      const change = onUser(subject, (id) =>
        ask(({ users }) => users.update({ id }, { enabled: isEnabled })),
      );
      // Who isn't there can't sign in, and who hasn't come yet will be let in.
      const mayBeGone = !isEnabled || findUnlinkedUsername(subject) !== undefined;
      await (mayBeGone ? change.catch(noneIfGone) : change);
    },

    setPassword: (subject, password) =>
      onUser(subject, async (id) => {
        const credential = { type: 'password', value: password, temporary: false };
        await ask(({ users }) => users.resetPassword({ id, credential })).catch(refusePassword);
        // Who has a new password need not wait for the wrong ones to be forgotten.
        await ask(({ attackDetection }) => attackDetection.del({ id })).catch((err: unknown) =>
          logger.warn({ err, subject: id }, 'Keycloak keeps an account locked for wrong passwords'),
        );
      }),

    setEmail: (subject, email, { isConfirmed } = { isConfirmed: true }) =>
      onUser(subject, async (id) => {
        const change = { email, emailVerified: isConfirmed };
        await ask(({ users }) => users.update({ id }, change)).catch(refuseEmail);
      }),

    hasTotp: (subject) =>
      onUser(subject, async (id) => {
        const credentials = await ask(({ users }) => users.getCredentials({ id }));
        return credentials.some(({ type }) => type === 'otp');
      }),

    removeTotp: (subject) =>
      onUser(subject, async (id) => {
        const credentials = await ask(({ users }) => users.getCredentials({ id }));
        for (const { id: credentialId, type } of credentials) {
          if (!credentialId || !totpCredentials.includes(type ?? '')) continue;
          await ask(({ users }) => users.deleteCredential({ id, credentialId }));
        }
      }),

    async findRoles(subject) {
      const memberships = await onUser(subject, (id) => findMemberships(ask, id)).catch(noneIfGone);
      return memberships && memberships.length > 0
        ? memberships.map(({ role }) => role)
        : undefined;
    },

    setRoles: (subject, roles) =>
      onUser(subject, async (id) => {
        const memberships = await findMemberships(ask, id);
        // Rights are taken before others are given: a fault in between leaves too few.
        for (const { role, groupId } of memberships) {
          if (!roles.includes(role)) await ask(({ users }) => users.delFromGroup({ id, groupId }));
        }
        for (const role of roles) {
          if (memberships.some((held) => held.role === role)) continue;
          const groupId = await ensureGroup(ask, role);
          await ask(({ users }) => users.addToGroup({ id, groupId }));
        }
      }),

    // Nothing is said of one that had ended by itself: see the client's `catchNotFound`.
    endSession: async (_subject, sid) => {
      await ask(({ realms }) => realms.removeSession({ realm, sessionId: sid }));
    },

    endSessions: (subject, exceptSid) =>
      onUser(subject, async (id) => {
        if (exceptSid === undefined) return ask(({ users }) => users.logout({ id }));
        const sessions = await ask(({ users }) => users.listSessions({ id }));
        for (const { id: sessionId } of sessions) {
          if (sessionId === undefined || sessionId === exceptSid) continue;
          await ask(({ realms }) => realms.removeSession({ realm, sessionId }));
        }
      }).catch(noneIfGone),
  };

  /** Does something with a user; throws NOT_FOUND when Keycloak has none such. */
  async function onUser<T>(subject: string, act: (id: string) => Promise<T>): Promise<T> {
    const username = findUnlinkedUsername(subject);
    const id = username === undefined ? subject : await findId(ask, username);
    if (id === undefined) throw gone(subject);
    return act(id).catch((error: unknown) => {
      throw toAppError(error, subject);
    });
  }
}

async function findId(ask: Ask, username: string): Promise<string | undefined> {
  const found = await ask(({ users }) => users.find({ username, exact: true }));
  return found.find((user) => user.username?.toLowerCase() === username)?.id;
}

/**
 * The account that an earlier attempt has made and nobody has used: it waits for a first password at
 * the same address. Anybody else's stays theirs, whatever it is called.
 */
async function findBegun(
  ask: Ask,
  { username, email }: Pick<DirectoryAccount, 'username' | 'email'>,
): Promise<string | undefined> {
  const id = await findId(ask, username.toLowerCase());
  if (id === undefined) return undefined;
  const user = await ask(({ users }) => users.findOne({ id }));
  const isWaiting = user?.requiredActions?.includes(firstAction) && !user.federationLink;
  if (!isWaiting || user?.email?.toLowerCase() !== email.toLowerCase()) return undefined;
  const credentials = await ask(({ users }) => users.getCredentials({ id }));
  return credentials.length === 0 ? id : undefined;
}

function gone(subject: string, cause?: unknown): AppError {
  return new AppError('NOT_FOUND', `Keycloak has no account ${subject}.`, { cause });
}

function noneIfGone(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'NOT_FOUND') return;
  throw error;
}

function toAppError(error: unknown, subject: string): unknown {
  if (!(error instanceof Refusal)) return error;
  if (error.status === 404) return gone(subject, error);
  return new AppError('UNAVAILABLE', `Keycloak refuses this change: ${error.reason}.`, {
    cause: error,
  });
}

function refusePassword(error: unknown): never {
  if (!(error instanceof Refusal) || !error.reason.startsWith('invalidPassword')) throw error;
  const isUsed = error.reason === 'invalidPasswordHistoryMessage';
  const words = isUsed
    ? said('field.passwordUsed', { most: passwordHistoryLength })
    : said('field.passwordRefused', { reason: error.reason });
  const rule = isUsed ? 'passwordHistory' : 'passwordPolicy';
  throw new InvalidRequest([faultOf('body.password', words, rule)], { cause: error });
}

function refuseEmail(error: unknown): never {
  if (!(error instanceof Refusal) || error.status === 404) throw error;
  throw new AppError(
    'EMAIL_UPDATE_FAILED',
    `Keycloak refuses this e-mail address: ${error.reason}.`,
    { cause: error },
  );
}

const fieldsOfAttributes: Readonly<Record<string, string>> = {
  username: 'body.username',
  email: 'body.email',
  firstName: 'body.name',
  lastName: 'body.name',
};

function refuseAccount(
  error: unknown,
  { username, email }: Pick<DirectoryAccount, 'username' | 'email'>,
): unknown {
  if (!(error instanceof Refusal)) return error;
  if (error.status === 409) {
    return new AppError(
      'CONFLICT',
      `Keycloak has an account «${username}» already, or one with the address ${email}.`,
      { cause: error },
    );
  }
  const field = fieldsOfAttributes[error.field ?? ''];
  const words = said('field.accountRefused', { reason: error.reason });
  const details = field === undefined ? [] : [faultOf(field, words)];
  return new AppError('VALIDATION_FAILED', words, { details, cause: error });
}

import { randomUUID } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import { shareOfPool } from '../../database/shareOfPool.ts';
import { AppError } from '../../errors.ts';
import { createEmbeddedTokenCheck } from '../accessTokens.ts';
import { createAuthenticate, createEndSession } from '../authenticate.ts';
import { demoPassword } from '../demoAccounts.ts';
import { type IdentityDeps, type PortalIdentity, signInScope } from '../identityDeps.ts';
import { networkOf } from '../networkOf.ts';
import { createRefusalLog } from '../tokenRefusals.ts';
import { createEmbeddedDirectory } from './embeddedDirectory.ts';
import { createEmbeddedProvider } from './embeddedProvider.ts';
import { openKeyRing } from './keyRing.ts';
import { type ProviderKeys, signingAlgorithm } from './keys.repository.ts';
import { forgetSession } from './payload.repository.ts';
import { accessTokenSeconds, displayClaims } from './providerConfiguration.ts';
import { findProviderAccount, openLock } from './signIn.repository.ts';
import { createSignInSteps } from './signInSteps.ts';

/** The provider that runs within the portal. Throws with NODE_ENV=production. */
export async function createEmbeddedIdentity(deps: IdentityDeps): Promise<PortalIdentity> {
  const { config, database, logger, passwordCost, failureMs, limits, now } = deps;
  const { listDemoUsernames = () => [] } = deps;
  if (config.NODE_ENV === 'production') {
    throw new Error(
      'The embedded identity provider is for trying out and developing. Set OIDC_ISSUER to your identity provider, or unset NODE_ENV.',
    );
  }
  const { statements } = database;
  // Else a storm of sign-ins would have all connections, and every call would wait.
  const ownShare = database.statementsOn(shareOfPool(database.pool));
  const publicUrl = config.PUBLIC_URL.replace(/\/$/, '');
  const issuer = `${publicUrl}/oidc`;
  const { OIDC_CLIENT_ID: clientId, OIDC_AUDIENCE: audience } = config;
  const ring = await openKeyRing(database);
  const onRefused = createRefusalLog(logger);
  const checkToken = createEmbeddedTokenCheck({
    issuer,
    audience,
    findKey: ring.findKey,
    onRefused,
  });

  const lockListeners = new Set<(accountId: number) => void>();
  const onLocked = (accountId: number) => {
    for (const listener of lockListeners) listener(accountId);
  };
  const endSession = createEndSession(statements);
  const steps = createSignInSteps({
    statements: ownShare,
    limits,
    now,
    onLocked,
    passwordCost,
    failureMs,
  });
  const demo = config.DEMO
    ? { listUsernames: listDemoUsernames, password: demoPassword }
    : undefined;
  const createProvider = (keys: ProviderKeys) =>
    createEmbeddedProvider({
      publicUrl,
      clientId,
      audience,
      keys,
      statements: ownShare,
      logger,
      limits,
      steps,
      demo,
    });
  let known = await ring.keys();
  let provider = createProvider(known);
  /** It remembers nothing itself, so one with other keys takes its place at any time. */
  async function findProvider() {
    const keys = await ring.keys();
    if (keys !== known) {
      known = keys;
      provider = createProvider(keys);
    }
    return provider;
  }
  return {
    signIn: { authority: issuer, clientId, scope: signInScope },
    authenticate: createAuthenticate({
      statements,
      countWrites: database.countWrites,
      checkToken,
      onRefused,
    }),
    endSession: async (session) => {
      await endSession(session);
      // Else a refresh token would bring newer tokens.
      if (session.sid !== undefined) await forgetSession(statements, session.sid);
    },
    endByLogoutToken: undefined,
    onLocked: (listener) => void lockListeners.add(listener),
    openLock: (accountId, address) => openLock(statements, accountId, networkOf(address)),
    directory: createEmbeddedDirectory({ statements, passwordCost }),
    provider: (request, response) => {
      void findProvider().then((listener) => listener(request, response));
    },
    async issueToken(username, seconds = accessTokenSeconds) {
      const account = await findProviderAccount(statements, { username });
      if (!account) throw new AppError('NOT_FOUND', `There is no account «${username}».`);
      const [key] = (await ring.keys()).signing;
      if (!key) throw new Error('The embedded identity provider has no signing key.');
      return new SignJWT({ ...displayClaims(account), client_id: clientId })
        .setProtectedHeader({ alg: signingAlgorithm, typ: 'at+jwt', kid: key.kid })
        .setSubject(account.subject)
        .setIssuer(issuer)
        .setAudience(audience)
        .setJti(randomUUID())
        .setIssuedAt()
        .setExpirationTime(`${seconds}s`)
        .sign(await importJWK(key, signingAlgorithm));
    },
    // The provider keeps neither a timer nor a connection by now.
    close: () => undefined,
  };
}

import { randomUUID } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import type { Logger } from 'pino';
import type { Database } from '../database/open.ts';
import { AppError } from '../errors.ts';
import type { Session } from '../session.ts';
import {
  createEmbeddedTokenCheck,
  createExternalTokenCheck,
  type TokenCheck,
} from './accessTokens.ts';
import { demoPassword, demoUsernames } from './demoAccounts.ts';
import { createEmbeddedProvider } from './embedded/embeddedProvider.ts';
import { ensureProviderKeys, signingAlgorithm, toPublicKey } from './embedded/keys.repository.ts';
import { accessTokenSeconds, displayClaims } from './embedded/providerConfiguration.ts';
import { findProviderAccount } from './embedded/signIn.repository.ts';
import { createExternalDirectory } from './externalDirectory.ts';
import type { Identity } from './identity.ts';
import type { PasswordCost } from './passwords.ts';
import { findSession, linkAccount } from './session.repository.ts';

export interface IdentityConfig {
  /** The portal's address in the browser, without a path. */
  readonly PUBLIC_URL: string;
  readonly OIDC_ISSUER?: string | undefined;
  readonly OIDC_CLIENT_ID: string;
  readonly OIDC_AUDIENCE: string;
  readonly OIDC_ADMIN_CLIENT_ID?: string | undefined;
  readonly OIDC_ADMIN_CLIENT_SECRET?: string | undefined;
  readonly DEMO: boolean;
  readonly NODE_ENV?: string | undefined;
}

interface IdentityParts {
  readonly config: IdentityConfig;
  readonly database: Pick<Database, 'pool'>;
  readonly logger: Pick<Logger, 'error' | 'warn'>;
  /** Cheaper hashing for tests. */
  readonly passwordCost?: PasswordCost;
  /** Milliseconds that a failed sign-in takes at least. */
  readonly failureMs?: number;
}

export interface PortalIdentity extends Identity {
  /**
   * A bearer token for an account, by the embedded provider only. Throws NOT_FOUND for an unknown
   * user name and BAD_REQUEST when an external provider is configured.
   */
  issueToken(username: string, seconds?: number): Promise<string>;
  close(): void;
}

const scope = 'openid profile';
// Neither provider keeps a timer or a connection by now.
const holdNothingOpen = () => undefined;

/**
 * Sign-in as configured: the provider at OIDC_ISSUER, else the embedded one. An account belongs to
 * the provider's `sub`. Under an external provider an account that has had no sign-in yet is claimed
 * by the first token whose `preferred_username` is its user name, and never changes hands again.
 */
export async function createIdentity(parts: IdentityParts): Promise<PortalIdentity> {
  return parts.config.OIDC_ISSUER
    ? createExternalIdentity(parts, parts.config.OIDC_ISSUER)
    : createEmbeddedIdentity(parts);
}

async function createEmbeddedIdentity(parts: IdentityParts): Promise<PortalIdentity> {
  const { config, database, logger, passwordCost, failureMs } = parts;
  if (config.NODE_ENV === 'production') {
    throw new Error(
      'The embedded identity provider is for trying out and developing. Set OIDC_ISSUER to your identity provider, or unset NODE_ENV.',
    );
  }
  const { pool } = database;
  const publicUrl = config.PUBLIC_URL.replace(/\/$/, '');
  const issuer = `${publicUrl}/oidc`;
  const { OIDC_CLIENT_ID: clientId, OIDC_AUDIENCE: audience } = config;
  const keys = await ensureProviderKeys(pool);
  const checkToken = createEmbeddedTokenCheck({
    issuer,
    audience,
    keys: keys.signing.map(toPublicKey),
  });

  return {
    signIn: { authority: issuer, clientId, scope },
    authenticate: async (authorization) => {
      const claims = await readClaims(authorization, checkToken);
      return claims && admit(await findSession(pool, claims.subject));
    },
    provider: createEmbeddedProvider({
      publicUrl,
      clientId,
      audience,
      keys,
      pool,
      logger,
      passwordCost,
      failureMs,
      demo: config.DEMO ? { usernames: demoUsernames, password: demoPassword } : undefined,
    }),
    async issueToken(username, seconds = accessTokenSeconds) {
      const account = await findProviderAccount(pool, { username });
      if (!account) throw new AppError('NOT_FOUND', `There is no account «${username}».`);
      const [key] = keys.signing;
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
    close: holdNothingOpen,
  };
}

function createExternalIdentity(
  { config, database, logger }: IdentityParts,
  issuer: string,
): PortalIdentity {
  const { pool } = database;
  const checkToken = createExternalTokenCheck({ issuer, audience: config.OIDC_AUDIENCE });
  return {
    signIn: { authority: issuer, clientId: config.OIDC_CLIENT_ID, scope },
    authenticate: async (authorization) => {
      const claims = await readClaims(authorization, checkToken);
      if (!claims) return undefined;
      const { subject, username } = claims;
      const found = await findSession(pool, subject);
      if (found || !username || !(await linkAccount(pool, subject, username))) return admit(found);
      return admit(await findSession(pool, subject));
    },
    directory: createExternalDirectory(issuer, config, logger),
    provider: undefined,
    issueToken: async () => {
      throw new AppError(
        'BAD_REQUEST',
        `Tokens come from ${issuer}: ask it for one. Only the embedded identity provider hands them out here.`,
      );
    },
    close: holdNothingOpen,
  };
}

async function readClaims(authorization: string | undefined, checkToken: TokenCheck) {
  const token = /^Bearer ([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1];
  return token === undefined ? undefined : checkToken(token);
}

function admit(found: { session: Session; isDisabled: boolean } | undefined): Session | undefined {
  if (found?.isDisabled) {
    throw new AppError(
      'ACCOUNT_BLOCKED',
      'This account is disabled. Ask the main user or the portal administrator.',
    );
  }
  return found?.session;
}

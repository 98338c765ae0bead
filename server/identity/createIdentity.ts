import { AppError } from '../errors.ts';
import { createDiscovery, createExternalTokenCheck } from './accessTokens.ts';
import { createAuthenticate, createEndSession } from './authenticate.ts';
import { createBackChannel } from './backChannel.ts';
import { takeOverRoles } from './directoryRoles.repository.ts';
import { createEmbeddedIdentity } from './embedded/embeddedIdentity.ts';
import { createExternalDirectory } from './externalDirectory.ts';
import {
  type GivenDeps,
  type IdentityConfig,
  type IdentityDeps,
  type PortalIdentity,
  signInScope,
} from './identityDeps.ts';
import { createLimits } from './limits.ts';
import { linkAccount } from './session.repository.ts';
import { createRefusalLog } from './tokenRefusals.ts';

/**
 * Sign-in as configured: the provider at OIDC_ISSUER, else the embedded one. An account belongs to
 * the provider's `sub`. Under an external provider an account that has had no sign-in yet is claimed
 * by the first token whose `preferred_username` is its user name, and never changes hands again.
 */
export async function createIdentity(given: GivenDeps): Promise<PortalIdentity> {
  const deps = { limits: createLimits(), now: () => new Date(), ...given };
  return deps.config.OIDC_ISSUER
    ? createExternalIdentity(deps, deps.config.OIDC_ISSUER)
    : createEmbeddedIdentity(deps);
}

function createExternalIdentity(
  { config, database, logger }: IdentityDeps,
  issuer: string,
): PortalIdentity {
  const { statements } = database;
  const { OIDC_CLIENT_ID: clientId, OIDC_AUDIENCE: audience } = config;
  const onRefused = createRefusalLog(logger);
  const findKeySet = createDiscovery(issuer);
  const directory = createExternalDirectory(issuer, config, logger);
  return {
    signIn: { authority: issuer, clientId, scope: signInScope, ...wantedAccess(config) },
    authenticate: createAuthenticate({
      countWrites: database.countWrites,
      statements,
      checkToken: createExternalTokenCheck({ issuer, audience, findKeySet, onRefused }),
      onRefused,
      claimAccount: async ({ subject, username }) =>
        username !== undefined && (await linkAccount(statements, subject, username)),
      onFirstCall: async ({ user }) => {
        await takeOverRoles({ statements, directory, logger }, user.userId);
      },
    }),
    endSession: createEndSession(statements),
    endByLogoutToken: createBackChannel({ statements, issuer, clientId, findKeySet }),
    // The provider locks, and says so itself.
    onLocked: () => undefined,
    openLock: async () => undefined,
    directory,
    provider: undefined,
    issueToken: async () => {
      throw new AppError(
        'BAD_REQUEST',
        `Tokens come from ${issuer}: ask it for one. Only the embedded identity provider hands them out here.`,
      );
    },
    // The provider's keys are fetched when they are needed.
    close: () => undefined,
  };
}

/** What the browser names besides the scopes, for providers that write a JWT only for a named API. */
function wantedAccess({
  OIDC_RESOURCE: resource = [],
  OIDC_RESOURCE_PARAMETER: name,
}: IdentityConfig) {
  if (resource.length === 0) return {};
  return name === 'audience' ? { audience: resource.join(' ') } : { resource: [...resource] };
}

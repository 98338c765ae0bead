import type { Logger } from 'pino';
import type { IdentityDirectory } from './directory.ts';
import { createKeycloakDirectory } from './keycloak/keycloakDirectory.ts';
import { findKeycloakRealm } from './keycloak/keycloakRealm.ts';
import { noDirectory } from './noDirectory.ts';

interface ExternalDirectoryConfig {
  readonly OIDC_ADMIN_CLIENT_ID?: string | undefined;
  readonly OIDC_ADMIN_CLIENT_SECRET?: string | undefined;
}

/** The directory of an external provider: Keycloak's when it is configured, else none. */
export function createExternalDirectory(
  issuer: string,
  config: ExternalDirectoryConfig,
  logger: Pick<Logger, 'warn'>,
): IdentityDirectory {
  const realm = findKeycloakRealm(issuer);
  const { OIDC_ADMIN_CLIENT_ID: clientId, OIDC_ADMIN_CLIENT_SECRET: clientSecret } = config;
  if (!realm || clientId === undefined || clientSecret === undefined) {
    return noDirectory;
  }
  return createKeycloakDirectory({
    access: { realm, clientId, clientSecret },
    logger,
  });
}

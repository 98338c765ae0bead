import { AppError } from '../errors.ts';
import type { IdentityDirectory } from './directory.ts';

/**
 * Stands for an external provider that the portal may not administer: nothing is known of its
 * accounts, and every change throws UNAVAILABLE with what to configure.
 */
export function createNoDirectory(issuer: string): IdentityDirectory {
  const refuse = async () => {
    throw new AppError(
      'UNAVAILABLE',
      `The portal can't change accounts at ${issuer}. For Keycloak set OIDC_ADMIN_CLIENT_ID and OIDC_ADMIN_CLIENT_SECRET; at any other provider change them there.`,
    );
  };
  return {
    keeper: 'NONE',
    hasTotp: async () => false,
    findRoles: async () => undefined,
    create: refuse,
    setEnabled: refuse,
    setPassword: refuse,
    setEmail: refuse,
    removeTotp: refuse,
    setRoles: refuse,
    endSessions: refuse,
  };
}

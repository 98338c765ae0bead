import { AppError } from '../errors.ts';
import { unlinkedSubject } from './accounts.repository.ts';
import type { IdentityDirectory } from './directory.ts';

/** Of an external provider that the portal may not administer: people do it there themselves. */
export const noDirectory: IdentityDirectory = {
  keeper: 'NONE',
  create: async ({ username }) => unlinkedSubject(username),
  discard: async () => undefined,
  setEnabled: async () => undefined,
  setPassword: refuse,
  setEmail: refuse,
  hasTotp: async () => false,
  removeTotp: refuse,
  findRoles: async () => undefined,
  setRoles: async () => undefined,
  endSession: async () => undefined,
  endSessions: async () => undefined,
};

async function refuse(): Promise<never> {
  throw new AppError(
    'UNAVAILABLE',
    'The identity provider keeps this, and the portal may not change it there. Change it at the provider, or let the operator set OIDC_ADMIN_CLIENT_ID and OIDC_ADMIN_CLIENT_SECRET.',
  );
}

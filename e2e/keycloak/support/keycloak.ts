import KeycloakAdminClient from '@keycloak/keycloak-admin-client';
import { expect } from '@playwright/test';
import { createExternalDirectory } from '../../../server/identity/externalDirectory.ts';

const url = need('KEYCLOAK_URL');
export const realm = 'meterhouse';
export const issuer = `${url}/realms/${realm}`;
export const portalClientId = 'meterhouse-portal';

/** Allowed by our password policy and by Keycloak's. */
export const password = 'Correct-horse-9';

function need(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run npm run e2e:keycloak.`);
  return value;
}

/** Keycloak as its administrator sees it, in the realm of the portal. */
export async function openAdministration(): Promise<KeycloakAdminClient> {
  const client = new KeycloakAdminClient({ baseUrl: url, realmName: 'master' });
  await client.auth({
    grantType: 'password',
    clientId: 'admin-cli',
    username: need('KEYCLOAK_ADMIN_USERNAME'),
    password: need('KEYCLOAK_ADMIN_PASSWORD'),
  });
  client.setConfig({ realmName: realm });
  return client;
}

/** Keycloak as the portal sees it. */
export const directory = createExternalDirectory(
  issuer,
  {
    OIDC_ADMIN_CLIENT_ID: need('OIDC_ADMIN_CLIENT_ID'),
    OIDC_ADMIN_CLIENT_SECRET: need('OIDC_ADMIN_CLIENT_SECRET'),
  },
  { warn: (...told: unknown[]) => expect(told).toEqual([]) },
);

let made = 0;

/** An account at Keycloak only, under a name that no other test has. */
export async function makeStranger(): Promise<{ id: string; username: string }> {
  made += 1;
  const username = `stranger-${process.pid}-${made}`;
  const email = `${username}@example.org`;
  const id = await directory.create({ username, email, name: 'Jana Nováková', roles: [] });
  await directory.setPassword(id, password);
  return { id, username };
}

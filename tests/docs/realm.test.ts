import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { signInCallbackPath, silentCallbackPath } from '../../renderer/core/auth.ts';
import { roleSchema } from '../../schemas/entities/access.ts';
import {
  findBrokenRules,
  passwordHistoryLength,
  passwordLength,
} from '../../schemas/passwordPolicy.ts';
import { readConfig } from '../../server/config.ts';

/** The realm that operators import says what the portal expects; a real Keycloak tries it by e2e. */

const text = readFileSync('docs/keycloak/realm.json', 'utf8');
const realm = JSON.parse(text);
const config = readConfig({});
const clientOf = (id: string) =>
  realm.clients.find(({ clientId }: { clientId: string }) => clientId === id);
const portal = clientOf(config.OIDC_CLIENT_ID);
const address = `\${METERHOUSE_PORTAL_URL}`;

it('leads back to the portal only', () => {
  expect(portal).toMatchObject({
    redirectUris: [`${address}${signInCallbackPath}`, `${address}${silentCallbackPath}`],
    webOrigins: [address],
    attributes: {
      'post.logout.redirect.uris': `${address}/`,
      'backchannel.logout.url': `${address}/auth/backchannel-logout`,
      'backchannel.logout.session.required': 'true',
    },
  });
  // Nothing but the portal's address is left to be filled in, and no other address is in it.
  const filledIn = text.replaceAll(/\$\{(username|email|firstName|lastName)\}/g, '');
  expect(filledIn.replaceAll(address, '')).not.toMatch(/\$\{|https?:/);
});

it('gives tokens by PKCE only, for this API, five minutes long, and refresh tokens once', () => {
  expect(portal).toMatchObject({
    publicClient: true,
    standardFlowEnabled: true,
    implicitFlowEnabled: false,
    directAccessGrantsEnabled: false,
    serviceAccountsEnabled: false,
    attributes: { 'pkce.code.challenge.method': 'S256' },
  });
  const audiences = portal.protocolMappers.map(
    (mapper: { config: Record<string, string> }) => mapper.config['included.custom.audience'],
  );
  expect(audiences).toContain(config.OIDC_AUDIENCE);
  expect(realm).toMatchObject({
    accessTokenLifespan: 300,
    revokeRefreshToken: true,
    refreshTokenMaxReuse: 0,
  });
});

it('has the portal’s password policy', () => {
  const policy: string = realm.passwordPolicy;
  const pattern = /regexPattern\((.*)\) and/.exec(policy)?.[1] ?? '';
  expect(policy.replace(pattern, '')).toBe(
    `length(${passwordLength.min}) and maxLength(${passwordLength.max}) and lowerCase(1) and upperCase(1) and digits(1) and specialChars(1) and regexPattern() and passwordHistory(${passwordHistoryLength})`,
  );
  // Java's (?s) is a flag here.
  const whole = new RegExp(`^${pattern.replace('(?s)', '')}$`, 's');
  for (const password of [
    'Fiiiive-alike-1',
    'Fiiiiive-alike-1',
    '-----Alike-1aa',
    'Aa1-Aa1-Aa1-',
  ]) {
    expect(whole.test(password), password).toBe(!findBrokenRules(password).includes('repeat'));
  }
});

it('has a group for each role, and holds no secret and nobody', () => {
  const names = realm.groups.map(({ name }: { name: string }) => name);
  expect([...names].sort()).toEqual([...roleSchema.options].sort());
  expect(text).not.toMatch(/"(secret|credentials|privateKey|clientSecret)"/);
  expect(realm.users).toEqual([
    {
      username: 'service-account-meterhouse-directory',
      enabled: true,
      serviceAccountClientId: 'meterhouse-directory',
      clientRoles: { 'realm-management': ['manage-users'] },
    },
  ]);
  expect(clientOf('meterhouse-directory')).toMatchObject({
    publicClient: false,
    serviceAccountsEnabled: true,
    standardFlowEnabled: false,
    directAccessGrantsEnabled: false,
  });
});

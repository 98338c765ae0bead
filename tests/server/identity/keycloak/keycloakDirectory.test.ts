import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { IdentityDirectory } from '../../../../server/identity/directory.ts';
import { createExternalDirectory } from '../../../../server/identity/externalDirectory.ts';
import { createKeycloakDirectory } from '../../../../server/identity/keycloak/keycloakDirectory.ts';
import { findKeycloakRealm } from '../../../../server/identity/keycloak/keycloakRealm.ts';
import { splitName } from '../../../../server/identity/keycloak/personName.ts';
import { type FakeKeycloak, startFakeKeycloak } from './support/fakeKeycloak.ts';

let keycloak: FakeKeycloak;
let directory: IdentityDirectory;
const warn = vi.fn();

const directoryAt = (baseUrl: string, timeoutMs = 2000) =>
  createKeycloakDirectory({
    access: {
      realm: { baseUrl, name: 'meterhouse' },
      clientId: 'meterhouse-directory',
      clientSecret: 'secret',
      timeoutMs,
    },
    logger: { warn },
  });

const password = 'Correct-horse-9';
const account = { username: 'anna', email: 'anna@example.org', name: 'Anna Nowak' };
const unavailable = (message: string) => ({
  code: 'UNAVAILABLE',
  status: 503,
  message: expect.stringContaining(message),
});
const pathsOf = (method: string) =>
  keycloak.calls.filter((call) => call.method === method).map(({ path }) => path);

beforeEach(async () => {
  warn.mockReset();
  keycloak = await startFakeKeycloak();
  directory = directoryAt(keycloak.url);
});

afterEach(() => keycloak.close());

describe('the connection', () => {
  it('signs in once for many calls, also for those that begin together', async () => {
    await Promise.all([
      directory.setEnabled('u1', true),
      directory.setEnabled('u2', true),
      directory.setEmail('u3', 'a@example.org'),
    ]);
    await directory.setEnabled('u1', false);
    expect(keycloak.signIns).toBe(1);
    expect(keycloak.calls.at(-1)).toEqual({
      method: 'PUT',
      path: '/users/u1',
      token: 'token-1',
      body: { enabled: false },
    });
  });

  it('signs in anew before its token ends', async () => {
    keycloak.lifespan = 10;
    await directory.setEnabled('u1', true);
    await directory.setEnabled('u1', true);
    expect(keycloak.signIns).toBe(2);
  });

  it('signs in anew, and tries again once, when its token is refused', async () => {
    await directory.setEnabled('u1', true);
    keycloak.revoked.add('token-1');
    await directory.setEnabled('u1', true);
    expect(keycloak.calls.map(({ token }) => token)).toEqual(['token-1', 'token-1', 'token-2']);
    for (const token of ['token-2', 'token-3', 'token-4']) keycloak.revoked.add(token);
    await expect(directory.setEnabled('u1', true)).rejects.toMatchObject(
      unavailable('answered 401'),
    );
    expect(keycloak.signIns).toBe(3);
  });

  it('recovers after it could not sign in', async () => {
    keycloak.refusal = { status: 401, body: { error: 'unauthorized_client' } };
    await expect(directory.hasTotp('u1')).rejects.toMatchObject(
      unavailable('compare OIDC_ADMIN_CLIENT_ID and OIDC_ADMIN_CLIENT_SECRET'),
    );
    keycloak.refusal = { status: 502 };
    await expect(directory.hasTotp('u1')).rejects.toMatchObject(unavailable('answered 502'));
    keycloak.refusal = undefined;
    await directory.setEnabled('u1', true);
    expect(keycloak.signIns).toBe(3);
  });

  it('gives up on a Keycloak that is not there, or does not answer in time', async () => {
    await expect(directoryAt('http://127.0.0.1:9').setEnabled('u1', true)).rejects.toMatchObject(
      unavailable("http://127.0.0.1:9 can't be reached"),
    );
    keycloak.answers.set('PUT /users/u1', [{ status: 200, hangs: true }]);
    const begun = performance.now();
    await expect(directoryAt(keycloak.url, 150).setEnabled('u1', true)).rejects.toMatchObject(
      unavailable("can't be reached"),
    );
    expect(performance.now() - begun).toBeLessThan(10_000);
  });

  it.each([
    [403, 'manage-users of realm-management'],
    [500, 'answered 500'],
    [503, 'answered 503'],
  ])('says of a %d what is the matter', async (status, message) => {
    keycloak.answers.set('PUT /users/u1', [{ status, body: { error: 'x' } }]);
    await expect(directory.setEnabled('u1', true)).rejects.toMatchObject(unavailable(message));
  });

  it('takes its token nowhere else', async () => {
    const other = await startFakeKeycloak();
    const location = `${other.url}/admin/realms/meterhouse/users/u1`;
    keycloak.answers.set('PUT /users/u1', [{ status: 307, headers: { location } }]);
    await expect(directory.setEnabled('u1', true)).rejects.toMatchObject(
      unavailable("can't be reached"),
    );
    expect(other.calls).toEqual([]);
    other.close();
  });
});

describe('a new account', () => {
  const group = (role: string) => ({ id: `id-${role}`, name: role, path: `/${role}` });
  const made = (id: string) => ({ status: 201, headers: { location: `http://k/users/${id}` } });

  beforeEach(() => {
    keycloak.answers.set('GET /groups?search=portal_admin&exact=true&briefRepresentation=true', [
      { status: 200, body: [group('portal_admin')] },
    ]);
    keycloak.answers.set('POST /users', [made('u9')]);
  });

  it('is made in one call, in the groups of its roles', async () => {
    expect(await directory.create({ ...account, roles: ['portal_admin'] })).toBe('u9');
    const [, create, ...further] = keycloak.calls;
    expect(create?.body).toEqual({
      username: 'anna',
      email: 'anna@example.org',
      enabled: true,
      firstName: 'Anna',
      lastName: 'Nowak',
      groups: ['/portal_admin'],
      requiredActions: ['UPDATE_PASSWORD'],
    });
    // The portal itself mails the link to choose a password.
    expect(further).toEqual([]);
    expect(warn).not.toHaveBeenCalled();
  });

  it('gets the group that somebody else has made at the same time', async () => {
    const query = '/groups?search=portal_support&exact=true&briefRepresentation=true';
    const here = { ...group('portal_support'), id: 'made' };
    keycloak.answers.set(`GET ${query}`, [
      { status: 200, body: [] },
      { status: 200, body: [here] },
    ]);
    keycloak.answers.set('POST /groups', [{ status: 409, body: {} }]);
    expect(await directory.create({ ...account, roles: ['portal_support'] })).toBe('u9');
    expect(pathsOf('POST')).toEqual(['/groups', '/users']);
  });

  it.each([400, 409])(
    'is told which group to make when Keycloak makes none (%i)',
    async (status) => {
      const query = '/groups?search=portal_support&exact=true&briefRepresentation=true';
      keycloak.answers.set(`GET ${query}`, [{ status: 200, body: [] }]);
      keycloak.answers.set('POST /groups', [{ status, body: {} }]);
      await expect(
        directory.create({ ...account, roles: ['portal_support'] }),
      ).rejects.toMatchObject(
        unavailable("Keycloak's group «portal_support» is missing: make it."),
      );
      expect(pathsOf('POST')).toEqual(['/groups']);
    },
  );

  it('gets a group made that the realm hasn’t, but not one that lies below another', async () => {
    const query = '/groups?search=portal_support&exact=true&briefRepresentation=true';
    const below = { ...group('portal_support'), path: '/other/portal_support' };
    keycloak.answers.set(`GET ${query}`, [{ status: 200, body: [below] }]);
    keycloak.answers.set('POST /groups', [made('g1')]);
    await directory.create({ ...account, roles: ['portal_support'] });
    expect(pathsOf('POST')).toEqual(['/groups', '/users']);
    expect(keycloak.calls.find(({ path }) => path === '/groups')?.body).toEqual({
      name: 'portal_support',
    });
  });

  it.each([
    ['User exists with same username', 409, 'CONFLICT', []],
    ['error-username-invalid-character', 400, 'VALIDATION_FAILED', ['body.username']],
  ])('is refused with a reason: %s', async (errorMessage, status, code, fields) => {
    const fault = { field: 'username', errorMessage };
    keycloak.answers.set('GET /users?username=anna&exact=true', [{ status: 200, body: [] }]);
    keycloak.answers.set('POST /users', [
      { status, body: status === 400 ? { errors: [fault, { field: 'email' }] } : fault },
    ]);
    await expect(directory.create({ ...account, roles: [] })).rejects.toMatchObject({
      code,
      details: fields.map((field) => ({ field })),
    });
  });
});

describe('an account that is there already', () => {
  const there = {
    id: 'u7',
    username: 'Anna',
    email: 'Anna@example.org',
    requiredActions: ['UPDATE_PASSWORD'],
  };
  const create = (user: object, credentials: object[] = []) => {
    keycloak.answers.set('POST /users', [{ status: 409, body: { errorMessage: 'exists' } }]);
    keycloak.answers.set('GET /users?username=anna&exact=true', [{ status: 200, body: [user] }]);
    keycloak.answers.set('GET /users/u7', [{ status: 200, body: user }]);
    keycloak.answers.set('GET /users/u7/credentials', [{ status: 200, body: credentials }]);
    return directory.create({ ...account, roles: [] });
  };

  it('is ours when it waits for a first password at the same address', async () => {
    expect(await create(there)).toBe('u7');
  });

  it.each([
    ['another address', { ...there, email: 'other@example.org' }, []],
    ['no address', { ...there, email: undefined }, []],
    ['a password', there, [{ type: 'password' }]],
    ['another action to do', { ...there, requiredActions: ['CONFIGURE_TOTP'] }, []],
    ['another source', { ...there, federationLink: 'ldap' }, []],
    ['another name', { ...there, username: 'annabel' }, []],
  ])('is somebody else’s with %s', async (_, user, credentials) => {
    await expect(create(user, credentials)).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('an account', () => {
  it.each([
    ['invalidPasswordHistoryMessage', 'passwordHistory'],
    ['invalidPasswordMinLengthMessage', 'passwordPolicy'],
    ['invalidPasswordBlacklistedMessage', 'passwordPolicy'],
  ])('keeps its password when Keycloak says %s', async (error, rule) => {
    keycloak.answers.set('PUT /users/u1/reset-password', [{ status: 400, body: { error } }]);
    await expect(directory.setPassword('u1', password)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ field: 'body.password', rule }],
    });
  });

  it('keeps its password when Keycloak may not change it', async () => {
    const errorMessage = "Can't reset password as account is read only";
    keycloak.answers.set('PUT /users/u1/reset-password', [{ status: 400, body: { errorMessage } }]);
    await expect(directory.setPassword('u1', password)).rejects.toMatchObject(
      unavailable(errorMessage),
    );
  });

  it('with a new password is no longer locked for wrong ones', async () => {
    await directory.setPassword('u1', password);
    expect(pathsOf('DELETE')).toEqual(['/attack-detection/brute-force/users/u1']);
    keycloak.answers.set('DELETE /attack-detection/brute-force/users/u1', [{ status: 500 }]);
    await directory.setPassword('u1', password);
    expect(warn).toHaveBeenCalledOnce();
  });

  it('keeps its address when that is somebody else’s or is none', async () => {
    for (const status of [400, 409]) {
      keycloak.answers.set('PUT /users/u1', [{ status, body: { errorMessage: 'x' } }]);
      await expect(directory.setEmail('u1', 'b@example.org')).rejects.toMatchObject({
        code: 'EMAIL_UPDATE_FAILED',
      });
    }
  });

  it('that Keycloak doesn’t know has no roles, and can’t be changed', async () => {
    keycloak.answers.set('PUT /users/u1', [{ status: 404, body: { error: 'User not found' } }]);
    keycloak.answers.set('GET /users/u1/groups', [{ status: 404 }]);
    await expect(directory.setEnabled('u1', true)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await directory.findRoles('u1')).toBeUndefined();
    await directory.setEnabled('u1', false);
    keycloak.answers.set('POST /users/u1/logout', [{ status: 404 }]);
    await directory.endSessions('u1');
  });

  it('is taken back, also when it has gone by itself', async () => {
    keycloak.answers.set('DELETE /users/u1', [{ status: 204 }, { status: 404 }]);
    await directory.discard('u1');
    await directory.discard('u1');
    expect(pathsOf('DELETE')).toEqual(['/users/u1', '/users/u1']);
  });

  it('has an address that nobody has confirmed until somebody does', async () => {
    await directory.setEmail('u1', 'a@example.org', { isConfirmed: false });
    await directory.setEmail('u1', 'a@example.org');
    expect(
      keycloak.calls.flatMap(
        ({ body }) => (body as { emailVerified?: boolean })?.emailVerified ?? [],
      ),
    ).toEqual([false, true]);
  });

  it('that waits for its owner is found by its user name, letter for letter', async () => {
    const query = 'GET /users?username=anna&exact=true';
    keycloak.answers.set(query, [{ status: 200, body: [{ id: 'u7', username: 'Anna' }] }]);
    await directory.setEnabled('unlinked:anna', false);
    expect(pathsOf('PUT')).toEqual(['/users/u7']);
    keycloak.answers.set(query, [{ status: 200, body: [{ id: 'u8', username: 'annabel' }] }]);
    await expect(directory.setEmail('unlinked:anna', 'a@example.org')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    // Who hasn't come yet needs neither be shut out nor let in there.
    for (const isEnabled of [false, true]) await directory.setEnabled('unlinked:anna', isEnabled);
    expect(pathsOf('PUT')).toHaveLength(1);
  });

  it('has the roles of top-level groups that we know, undefined for none', async () => {
    const groups = (...paths: string[]) => [
      { status: 200, body: paths.map((path) => ({ id: path, path, name: path.split('/').pop() })) },
    ];
    const call = 'GET /users/u1/groups';
    keycloak.answers.set(call, groups('/portal_admin', '/staff', '/other/portal_super_admin'));
    expect(await directory.findRoles('u1')).toEqual(['portal_admin']);
    keycloak.answers.set(call, groups('/staff', '/portal_admin/portal_support'));
    expect(await directory.findRoles('u1')).toBeUndefined();
  });

  it('loses roles before it gets others, and keeps groups that are none of ours', async () => {
    const body = [
      { id: 'g1', path: '/portal_admin' },
      { id: 'g2', path: '/staff' },
    ];
    keycloak.answers.set('GET /users/u1/groups', [{ status: 200, body }]);
    keycloak.answers.set('GET /groups?search=portal_user&exact=true&briefRepresentation=true', [
      { status: 200, body: [{ id: 'g3', path: '/portal_user' }] },
    ]);
    await directory.setRoles('u1', ['portal_user']);
    expect(keycloak.calls.filter(({ method }) => method !== 'GET')).toMatchObject([
      { method: 'DELETE', path: '/users/u1/groups/g1' },
      { method: 'PUT', path: '/users/u1/groups/g3' },
    ]);
  });

  it('joins the group of a role that somebody else has made at the same time', async () => {
    keycloak.answers.set('GET /users/u1/groups', [{ status: 200, body: [] }]);
    keycloak.answers.set('GET /groups?search=portal_user&exact=true&briefRepresentation=true', [
      { status: 200, body: [] },
      { status: 200, body: [{ id: 'g3', path: '/portal_user' }] },
    ]);
    keycloak.answers.set('POST /groups', [{ status: 409, body: {} }]);
    await directory.setRoles('u1', ['portal_user']);
    expect(pathsOf('PUT')).toEqual(['/users/u1/groups/g3']);
  });

  it('loses its second factors, and nothing else', async () => {
    const body = [
      { id: 'c1', type: 'password' },
      { id: 'c2', type: 'otp' },
      { id: 'c3', type: 'otp' },
      { id: 'c4', type: 'recovery-authn-codes' },
    ];
    keycloak.answers.set('GET /users/u1/credentials', [{ status: 200, body }]);
    expect(await directory.hasTotp('u1')).toBe(true);
    await directory.removeTotp('u1');
    expect(pathsOf('DELETE')).toEqual(
      ['c2', 'c3', 'c4'].map((id) => `/users/u1/credentials/${id}`),
    );
  });

  it('loses one session, also when that has just ended by itself', async () => {
    await directory.endSession('u1', 's1');
    keycloak.answers.set('DELETE /sessions/s2', [{ status: 404 }]);
    await directory.endSession('u1', 's2');
    expect(pathsOf('DELETE')).toEqual(['/sessions/s1', '/sessions/s2']);
    keycloak.answers.set('DELETE /sessions/s3', [{ status: 500 }]);
    await expect(directory.endSession('u1', 's3')).rejects.toMatchObject(
      unavailable('answered 500'),
    );
  });

  it('loses all its sessions, or all but one', async () => {
    await directory.endSessions('u1');
    expect(pathsOf('POST')).toEqual(['/users/u1/logout']);
    const body = [{ id: 's1' }, { id: 's2' }, { id: 's3' }];
    keycloak.answers.set('GET /users/u1/sessions', [{ status: 200, body }]);
    // One of them has just ended by itself.
    keycloak.answers.set('DELETE /sessions/s1', [{ status: 404 }]);
    await directory.endSessions('u1', 's2');
    expect(pathsOf('DELETE')).toEqual(['/sessions/s1', '/sessions/s3']);
  });
});

it.each([
  ['https://k.example/realms/meterhouse', 'https://k.example', 'meterhouse'],
  ['https://k.example/auth/realms/m-2', 'https://k.example/auth', 'm-2'],
])('knows Keycloak by the issuer %s', (issuer, baseUrl, name) => {
  expect(findKeycloakRealm(issuer)).toEqual({ baseUrl, name });
});

it.each(['https://k.example', 'https://k.example/realms/', 'https://k.example/realms/a/b'])(
  'takes the issuer %s for another provider’s',
  (issuer) => {
    expect(findKeycloakRealm(issuer)).toBeUndefined();
  },
);

it.each([
  ['Anna Maria Nowak', 'Anna Maria', 'Nowak'],
  ['  Spółdzielnia  ', 'Spółdzielnia', ''],
  ['SM «Zgoda» (biuro) / Kraków', 'SM «Zgoda» biuro', 'Kraków'],
  ['', '', ''],
])('writes the name «%s» in two parts', (name, firstName, lastName) => {
  expect(splitName(name)).toEqual({ firstName, lastName });
});

describe('without an administration', () => {
  it.each(['https://other.example', 'https://k.example/realms/meterhouse'])(
    'what people keep at %s can’t be changed, and what to set is told',
    async (issuer) => {
      const none = createExternalDirectory(issuer, {}, { warn });
      expect(none.keeper).toBe('NONE');
      expect(await none.hasTotp('u1')).toBe(false);
      expect(await none.findRoles('u1')).toBeUndefined();
      const changes = [
        none.setPassword('u1', password),
        none.setEmail('u1', 'b@example.org'),
        none.removeTotp('u1'),
      ];
      for (const change of changes) {
        await expect(change).rejects.toMatchObject(unavailable('set OIDC_ADMIN_CLIENT_ID and'));
      }
    },
  );

  it('Keycloak is asked where both variables are set', () => {
    const config = {
      OIDC_ADMIN_CLIENT_ID: 'd',
      OIDC_ADMIN_CLIENT_SECRET: 's',
    };
    const issuer = 'https://k.example/realms/meterhouse';
    expect(createExternalDirectory(issuer, config, { warn }).keeper).toBe('PROVIDER');
  });
});

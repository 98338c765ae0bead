import { expect, test } from '@playwright/test';
import { findBrokenRules } from '../../schemas/passwordPolicy.ts';
import {
  directory,
  makeStranger,
  openAdministration,
  portalClientId,
  realm,
} from './support/keycloak.ts';

test('an account is made, changed, disabled and enabled by the portal’s own client', async () => {
  const { users } = await openAdministration();
  const account = { username: 'directory-1', email: 'one@example.org', name: 'Jan (biuro) Nowak' };
  const id = await directory.create({ ...account, roles: ['portal_admin', 'portal_user'] });
  expect(await users.findOne({ id })).toMatchObject({
    username: 'directory-1',
    firstName: 'Jan biuro',
    lastName: 'Nowak',
    enabled: true,
    requiredActions: ['UPDATE_PASSWORD'],
  });
  expect([...((await directory.findRoles(id)) ?? [])].sort()).toEqual([
    'portal_admin',
    'portal_user',
  ]);
  await expect(
    directory.create({ ...account, email: 'other@example.org', roles: [] }),
  ).rejects.toMatchObject({ code: 'CONFLICT' });

  await directory.setEnabled(id, false);
  expect(await users.findOne({ id })).toMatchObject({ enabled: false, lastName: 'Nowak' });
  await directory.setEnabled(id, true);
  await directory.setEmail(id, 'uno@example.org');
  expect(await users.findOne({ id })).toMatchObject({
    email: 'uno@example.org',
    emailVerified: true,
    enabled: true,
    firstName: 'Jan biuro',
    lastName: 'Nowak',
  });
  await expect(directory.setEmail(id, 'no address')).rejects.toMatchObject({
    code: 'EMAIL_UPDATE_FAILED',
  });
});

test('roles are groups, and other groups are left alone', async () => {
  const { groups, users } = await openAdministration();
  const { id } = await makeStranger();
  expect(await directory.findRoles(id)).toBeUndefined();
  const staff = await groups.create({ name: 'staff' });
  // A group of the right name in the wrong place gives no rights.
  const below = await groups.createChildGroup({ id: staff.id }, { name: 'portal_super_admin' });
  for (const { id: groupId } of [staff, below]) await users.addToGroup({ id, groupId });
  expect(await directory.findRoles(id)).toBeUndefined();

  await directory.setRoles(id, ['portal_admin', 'portal_domea']);
  await directory.setRoles(id, ['portal_domea', 'portal_support']);
  expect([...((await directory.findRoles(id)) ?? [])].sort()).toEqual([
    'portal_domea',
    'portal_support',
  ]);
  await directory.setRoles(id, []);
  expect((await users.listGroups({ id })).map(({ path }) => path).sort()).toEqual([
    '/staff',
    '/staff/portal_super_admin',
  ]);

  const [gone] = await groups.find({ search: 'portal_support', exact: true });
  await groups.del({ id: gone?.id ?? '' });
  await directory.setRoles(id, ['portal_support']);
  expect(await directory.findRoles(id)).toEqual(['portal_support']);
});

test('Keycloak refuses the passwords that the portal refuses, and the last five', async () => {
  const { users } = await openAdministration();
  const { id } = await makeStranger();
  const weak = [
    'Short-1-one',
    'Much-too-long-a-password-1',
    'ONLY-CAPITALS-1',
    'only-small-ones-1',
    'No-Digits-At-All',
    'NoSymbolAtAll123',
    'Fiiiiive-alike-1',
  ];
  const refusal = (rule: string) => ({
    code: 'VALIDATION_FAILED',
    details: [{ field: 'body.password', rule }],
  });
  for (const password of weak) {
    expect(findBrokenRules(password)).toHaveLength(1);
    await expect(directory.setPassword(id, password), password).rejects.toMatchObject(
      refusal('passwordPolicy'),
    );
  }
  const fine = [1, 2, 3, 4, 5].map((digit) => `Correct-horse-${digit}`);
  for (const password of fine) {
    expect(findBrokenRules(password)).toEqual([]);
    await directory.setPassword(id, password);
  }
  for (const password of fine) {
    await expect(directory.setPassword(id, password)).rejects.toMatchObject(
      refusal('passwordHistory'),
    );
  }
  await directory.setPassword(id, 'Fiiiive-alike-1!');
  await directory.setPassword(id, 'Correct-horse-1');
  expect((await users.findOne({ id }))?.requiredActions).toEqual([]);
});

test('a new password opens an account that wrong ones have locked', async () => {
  const { attackDetection, clients } = await openAdministration();
  const { id, username } = await makeStranger();
  const [portal] = await clients.find({ clientId: portalClientId });
  const client = { id: portal?.id ?? '' };
  // For this test only: people sign in on Keycloak's page.
  await clients.update(client, { ...portal, directAccessGrantsEnabled: true });
  try {
    for (let time = 0; time < 10; time += 1) {
      expect((await tryPassword(username, 'Wrong-horse-999')).status).toBe(401);
    }
    await expect.poll(async () => (await attackDetection.findOne({ id }))?.disabled).toBe(true);
    await directory.setPassword(id, 'Another-horse-9');
    expect((await attackDetection.findOne({ id }))?.disabled).toBe(false);
    await directory.setRoles(id, ['portal_user']);
    const answer = await tryPassword(username, 'Another-horse-9');
    expect(answer.status).toBe(200);
    await expectSessions(id, String((await answer.json()).access_token));
  } finally {
    await clients.update(client, { ...portal, directAccessGrantsEnabled: false });
  }
});

async function tryPassword(username: string, password: string): Promise<Response> {
  return fetch(`${process.env.KEYCLOAK_URL}/realms/${realm}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: portalClientId,
      scope: 'openid',
      username,
      password,
    }),
  });
}

/** What a token of the realm says, and that sessions end by their ids. */
async function expectSessions(id: string, token: string): Promise<void> {
  const [header, payload] = token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
  expect(header).toMatchObject({ alg: 'RS256', typ: 'at+jwt' });
  expect(payload).toMatchObject({ sub: id, aud: 'meterhouse-api', groups: ['portal_user'] });
  expect(payload.exp - payload.iat).toBe(300);
  const { users } = await openAdministration();
  const sids = async () => (await users.listSessions({ id })).map((session) => session.id);
  expect(await sids()).toEqual([payload.sid]);
  await directory.endSessions(id, payload.sid);
  expect(await sids()).toEqual([payload.sid]);
  await directory.endSessions(id, 'another');
  expect(await sids()).toEqual([]);
  await directory.endSessions(id);
}

test('an account that Keycloak doesn’t know can’t be changed', async () => {
  const nobody = '00000000-0000-4000-8000-000000000000';
  expect(await directory.findRoles(nobody)).toBeUndefined();
  await directory.setEnabled(nobody, false);
  await directory.endSessions(nobody);
  const changes = [
    () => directory.setEnabled(nobody, true),
    () => directory.setRoles('unlinked:nobody-at-all', ['portal_user']),
    () => directory.removeTotp(nobody),
  ];
  for (const change of changes) {
    await expect(change()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
});

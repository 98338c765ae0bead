import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { recordActivity } from '../../../server/identity/activity.repository.ts';
import { createTestDatabase } from '../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../support/wholePortal.ts';
import { addAccounts, anAccount, grantProperty } from '../identity/support/accounts.ts';

let database: Database;
let portal: WholePortal;

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startWholePortal(database);
  const support = { roles: ['portal_user', 'portal_support'] as const };
  const ids = await addAccounts(database, [
    anAccount('odd'),
    ...['sup', 'other'].map((name) => anAccount(name, support)),
  ]);
  await grantProperty(database, ids.get('odd') as number, ['CONSUMPTION_BASIC']);
});
afterAll(async () => {
  await portal.close();
  await database.close();
});

it('refuses what the database can’t keep, wherever it stands', async () => {
  const token = await portal.tokenOf('odd');
  const { body } = await portal.call('session.get', token);
  for (const name of ['A\0B', 'half a smile: \ud83d', '\ude00']) {
    const profile = { params: { id: body.userId }, body: { name, phoneNumber: '+48123456789' } };
    expect([name, await portal.call('profile.save', token, profile)]).toMatchObject([
      name,
      { status: 400, body: { status: 'VALIDATION_FAILED', errors: [{ field: 'body.name' }] } },
    ]);
  }
  const whole = { name: 'a whole \ud83d\ude00', phoneNumber: '+48123456789' };
  const saved = await portal.call('profile.save', token, {
    params: { id: body.userId },
    body: whole,
  });
  expect(saved.status).toBe(200);
  const forgot = { body: { account: 'a\0b' } };
  expect((await portal.call('password.forgot', undefined, forgot)).status).toBe(400);
  const headers = { authorization: `Bearer ${token}` };
  for (const path of ['/api/user/a%00b/profile', '/api/property?search=a%00b', '/no%00page']) {
    const response = await fetch(`${portal.url}${path}`, { headers });
    expect([path, response.status]).toEqual([path, 400]);
  }
});

it('refuses names of several lines in words of the account’s language, and keeps the old ones', async () => {
  const token = await portal.tokenOf('odd');
  const { body: session } = await portal.call('session.get', token);
  const params = { id: session.userId };
  for (const name of ['Two\nlines', 'Zofia\u202eałaM', 'a\tb']) {
    const body = { name, phoneNumber: '+48123456789' };
    expect(await portal.call('profile.save', token, { params, body })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'body.name', message: expect.stringContaining('jeden wiersz') }] },
    });
  }
  await database.pool.query("UPDATE account SET name = E'Two\nlines' WHERE username = 'odd'");
  expect((await portal.call('profile.get', token, { params })).body.name).toBe('Two\nlines');
  await database.pool.query("UPDATE account SET name = 'odd' WHERE username = 'odd'");
});

it('refuses it before a preview writes down what was asked for', async () => {
  const token = await portal.tokenOf('sup');
  expect((await portal.call('preview.start', token, { body: { username: 'odd' } })).status).toBe(
    200,
  );
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${portal.url}/api/manifest/screens/a%00b`, { headers });
  expect([response.status, await response.json()]).toMatchObject([
    400,
    { errors: [{ field: 'path' }] },
  ]);
});

it('refuses it in a package’s name, and logs one that is cut within a character', async () => {
  const token = await portal.tokenOf('other');
  const add = (name: string) =>
    portal.call('permissionPackage.create', token, {
      body: { name, description: 'x', features: ['CONSUMPTION_BASIC'] },
    });
  expect(await add('half \ud83d')).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'body.name' }] },
  });
  // The log has a hundred units of a text, the last of which is half a smile.
  await database.transaction((tx) =>
    recordActivity(tx, {
      type: 'PACKAGE_CREATED',
      detail: { 'na\0me': `${'x'.repeat(99)}\ud83d`, list: ['\ude00'], count: 1 },
    }),
  );
  const { rows } = await database.pool.query(
    'SELECT detail FROM activity_log ORDER BY id DESC LIMIT 1',
  );
  expect(rows).toEqual([
    { detail: { 'na\ufffdme': `${'x'.repeat(99)}\ufffd`, list: ['\ufffd'], count: 1 } },
  ]);
});

it('refuses a body that is no UTF-8, instead of guessing what it meant', async () => {
  const response = await fetch(`${portal.url}/api/password/forgot`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{"account":"\xff"}', 'latin1'),
  });
  expect([response.status, (await response.json()).status]).toEqual([400, 'BAD_REQUEST']);
});

it('signing in refuses it in an address and in a form', async () => {
  const wanted = { client_id: 'meterhouse-portal', response_type: 'code', state: 'a\0b' };
  const query = new URLSearchParams({
    ...wanted,
    scope: 'openid',
    redirect_uri: `${portal.url}/auth/callback`,
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  });
  const manual = { redirect: 'manual' } as const;
  const asked = await fetch(`${portal.url}/oidc/auth?${query}`, manual);
  expect(asked.status).toBe(400);
  const form = { grant_type: 'authorization_code', code: 'a\0b', code_verifier: 'x'.repeat(43) };
  const sent = await fetch(`${portal.url}/oidc/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...form,
      client_id: 'meterhouse-portal',
      redirect_uri: `${portal.url}/auth/callback`,
    }),
  });
  expect([sent.status, (await sent.json()).error]).toEqual([400, 'invalid_grant']);
});

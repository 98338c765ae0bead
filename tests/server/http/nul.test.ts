import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { createTestDatabase } from '../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../support/wholePortal.ts';
import { addAccounts, anAccount, grantProperty } from '../identity/support/accounts.ts';

let database: Database;
let portal: WholePortal;

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startWholePortal(database);
  const ids = await addAccounts(database, [anAccount('odd')]);
  await grantProperty(database, ids.get('odd') as number, ['CONSUMPTION_BASIC']);
});
afterAll(async () => {
  await portal.close();
  await database.close();
});

it('refuses what the database can’t keep, wherever it stands', async () => {
  const token = await portal.tokenOf('odd');
  const { body } = await portal.call('session.get', token);
  const profile = {
    params: { id: body.userId },
    body: { name: 'A\0B', phoneNumber: '+48123456789' },
  };
  expect(await portal.call('profile.save', token, profile)).toMatchObject({
    status: 400,
    body: { status: 'VALIDATION_FAILED', errors: [{ field: 'body' }] },
  });
  const forgot = { body: { account: 'a\0b' } };
  expect((await portal.call('password.forgot', undefined, forgot)).status).toBe(400);
  const headers = { authorization: `Bearer ${token}` };
  for (const path of ['/api/user/a%00b/profile', '/api/property?search=a%00b']) {
    const response = await fetch(`${portal.url}${path}`, { headers });
    expect([path, response.status]).toEqual([path, 400]);
  }
});

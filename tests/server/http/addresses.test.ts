import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { createOpenApi } from '../../../server/http/openapi.ts';
import { createTestDatabase } from '../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../support/wholePortal.ts';
import { addAccounts, anAccount } from '../identity/support/accounts.ts';

const { paths } = createOpenApi('http://portal.example') as {
  paths: Record<string, Record<string, object>>;
};
const methodsOf = (path: string) => Object.keys(paths[path] ?? {});

describe('an address', () => {
  let database: Database;
  let portal: WholePortal;
  beforeAll(async () => {
    database = await createTestDatabase();
    portal = await startWholePortal(database);
    await addAccounts(database, [anAccount('helper', { roles: ['portal_support'] })]);
  });
  afterAll(async () => {
    await portal.close();
    await database.close();
  });
  const asHelper = async (path: string, init: RequestInit = {}) => {
    const authorization = `Bearer ${await portal.tokenOf('helper')}`;
    return fetch(`${portal.url}${path}`, { ...init, headers: { ...init.headers, authorization } });
  };

  it.each(Object.keys(paths))('%s answers other methods with 405', async (path) => {
    const address = `${portal.url}${path.replace('{file}', `${'a'.repeat(32)}.js`)}`;
    const taken = methodsOf(path).map((method) => method.toUpperCase());
    const allow = [...taken, ...(taken.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
    const allowedBy = (response: Response) => response.headers.get('allow')?.split(', ').sort();
    const options = await fetch(address, { method: 'OPTIONS' });
    expect([options.status, allowedBy(options)]).toEqual([204, allow]);
    const others = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
      (method) => !allow.includes(method),
    );
    expect(others.length).toBeGreaterThan(0);
    for (const method of others) {
      const response = await fetch(address, { method });
      expect([method, response.status, allowedBy(response)]).toEqual([method, 405, allow]);
    }
  });

  it('takes numbers in digits only', async () => {
    for (const page of ['1e3', '0x10', '', '1.0', '%201', '٣']) {
      expect([page, (await asHelper(`/api/import?page=${page}`)).status]).toEqual([page, 400]);
      expect([page, (await asHelper(`/api/import/${page || '%20'}`)).status]).toEqual([page, 400]);
    }
    expect((await asHelper('/api/import?page=0')).status).toBe(200);
    expect((await asHelper('/api/import/7')).status).toBe(404);
  });

  it('refuses a body with what it doesn’t know', async () => {
    const send = (body: unknown) =>
      asHelper('/api/password/forgot/check', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await send({ token: 'a' })).status).toBe(200);
    const refused = await send({ token: 'a', tokens: 'b' });
    expect(refused.status).toBe(400);
    expect((await refused.json()).message).toContain('tokens');
  });
});

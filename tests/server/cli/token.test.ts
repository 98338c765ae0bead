import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { runToken } from '../../../server/cli/token.ts';
import type { Database } from '../../../server/database/open.ts';
import { createTestDatabase } from '../../support/database.ts';
import { addAccounts, anAccount } from '../identity/support/accounts.ts';
import { startPortal, type TestPortal } from '../identity/support/portal.ts';

let database: Database;
let portal: TestPortal;
let printed: string[] = [];
let complaints: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startPortal(database);
  await addAccounts(database, [anAccount('admin.pl'), anAccount('support.dk')]);
});

afterAll(async () => {
  await portal.close();
  await database.close();
});

beforeEach(() => {
  printed = [];
  complaints = [];
});

function run(username: string | undefined, issuer?: string): Promise<number> {
  return runToken(username, {
    config: {
      PUBLIC_URL: portal.url,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: 'meterhouse-portal',
      OIDC_AUDIENCE: 'meterhouse-api',
      DEMO: true,
    },
    database,
    print: (line) => printed.push(line),
    complain: (line) => complaints.push(line),
  });
}

it('prints a token that the running server accepts, and nothing else', async () => {
  expect(await run('admin.pl')).toBe(0);
  expect(complaints).toEqual([]);
  expect(printed).toHaveLength(1);
  const session = await portal.identity.authenticate(`Bearer ${printed[0]}`);
  expect(session?.user.username).toBe('admin.pl');
});

it.each([
  ['admin.lp', 'Did you mean «admin.pl»?'],
  ['zzzzzzzzzz', 'Known accounts: admin.pl, support.dk.'],
])('helps with the unknown user %s', async (username, help) => {
  expect(await run(username)).toBe(1);
  expect(printed).toEqual([]);
  expect(complaints).toEqual([`There is no account «${username}».`, help]);
});

it('says what is missing, and that an external provider hands out its own tokens', async () => {
  expect(await run(undefined)).toBe(2);
  expect(complaints.join()).toContain('token USER');
  expect(await run('admin.pl', 'https://login.example')).toBe(1);
  expect(complaints.join()).toContain('https://login.example');
  expect(printed).toEqual([]);
});

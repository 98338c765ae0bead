import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runAccount } from '../../../server/cli/account.ts';
import { readConfig } from '../../../server/config.ts';
import type { Database } from '../../../server/database/open.ts';
import { createTestDatabase } from '../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../support/wholePortal.ts';
import { addAccounts, anAccount, password } from '../identity/support/accounts.ts';
import { Browser } from '../identity/support/browser.ts';
import { realDirectories } from '../manifests/directories.ts';

let database: Database;
let portal: WholePortal;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startWholePortal(database);
  folder = await mkdtemp(path.join(tmpdir(), 'meterhouse-account-'));
  await addAccounts(database, [anAccount('worker', { language: 'en' })]);
});
afterAll(async () => {
  await portal.close();
  await database.close();
  await rm(folder, { recursive: true });
});

async function run(...args: string[]) {
  const said: string[] = [];
  const complaints: string[] = [];
  const code = await runAccount(args, {
    config: readConfig({ DATA_DIR: folder, PUBLIC_URL: portal.url }),
    database,
    localesDirectory: realDirectories.localesDirectory,
    print: (line) => said.push(line),
    complain: (line) => complaints.push(line),
  });
  return { code, said: said.join('\n'), complaints: complaints.join('\n') };
}

async function activity(affected: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ type: string }>(
    'SELECT type FROM activity_log WHERE affected = $1 ORDER BY id',
    [affected],
  );
  return rows.map(({ type }) => type);
}

describe('portal account', () => {
  it('makes an account, whose owner chooses a password by a mailed link', async () => {
    const made = await run(
      'create',
      'anna',
      'anna@example.com',
      'PL',
      'portal_user,portal_admin',
      'Anna',
      'Nowak',
    );
    expect(made).toMatchObject({ code: 0, complaints: '' });
    expect(made.said).toContain('anna@example.com');
    const [file = ''] = await readdir(path.join(folder, 'mail'));
    const mail = await readFile(path.join(folder, 'mail', file), 'utf8');
    // Quoted-printable: soft line breaks and escapes are undone.
    const text = mail.replaceAll('=\r\n', '').replaceAll('=3D', '=');
    expect(text).toContain('anna@example.com');
    const token = /#token=([\w-]+)/.exec(text)?.[1] ?? '';
    const next = { password: 'Another-Secret-1', repeatedPassword: 'Another-Secret-1' };
    const reset = await portal.call('password.reset', undefined, { body: { token, ...next } });
    expect(reset.status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const browser = new Browser(portal.url);
    const tokens = await browser.signIn('anna', next.password);
    expect(await browser.readSession(tokens.access_token)).toMatchObject({
      status: 200,
      user: { country: 'PL', language: 'PL', groups: ['portal_user', 'portal_admin'] },
    });
    expect(await activity('anna')).toEqual(['ACCOUNT_CREATED', 'PASSWORD_RESET', 'SIGN_IN']);
  });

  it('refuses a name that is taken, and what is no account', async () => {
    const taken = await run('create', 'WORKER', 'w@example.com', 'PL', 'portal_user');
    expect(taken).toMatchObject({ code: 1, complaints: 'There is an account «WORKER» already.' });
    const bad = await run('create', 'a b', 'nowhere', 'SK', 'root');
    expect(bad.code).toBe(2);
    for (const member of ['username', 'email', 'country', 'roles']) {
      expect(bad.complaints).toContain(member);
    }
    const lines = await run('create', 'two', 'two@example.com', 'PL', 'portal_user', 'Two\nlines');
    expect(lines).toMatchObject({ code: 2, complaints: expect.stringContaining('one line') });
    expect(await run('disable', 'nobody')).toMatchObject({
      code: 1,
      complaints: 'There is no account «nobody».',
    });
    for (const args of [[], ['disable'], ['delete', 'worker']]) {
      const { code, complaints } = await run(...args);
      expect(code).toBe(2);
      expect(complaints).toContain('account create USER EMAIL COUNTRY');
    }
  });

  it('shuts and opens an account while its owner works', async () => {
    const browser = new Browser(portal.url);
    const { access_token: token } = await browser.signIn('worker', password);
    const statusOf = async () => (await browser.readSession(token)).status;
    expect(await statusOf()).toBe(200);
    expect(await run('disable', 'Worker')).toMatchObject({ code: 0, said: 'Worker is disabled.' });
    expect(await statusOf()).toBe(423);
    await run('disable', 'worker');
    expect(await run('enable', 'worker')).toMatchObject({ code: 0 });
    expect(await statusOf()).toBe(200);
    // What was so already is no action.
    expect(await activity('worker')).toEqual(['SIGN_IN', 'ACCOUNT_DISABLED', 'ACCOUNT_ENABLED']);
  });

  it('helps who has lost the second factor', async () => {
    await database.pool.query(
      `INSERT INTO account_totp (account_id, secret, recovery_codes, created_at, confirmed_at)
       SELECT id, 'JBSWY3DPEHPK3PXP', '{}', now(), now() FROM account WHERE username = 'worker'`,
    );
    expect(await run('remove-totp', 'worker')).toMatchObject({ code: 0 });
    const browser = new Browser(portal.url);
    expect(await browser.signIn('worker', password)).toHaveProperty('access_token');
    expect((await activity('worker')).at(-1)).toBe('TOTP_REMOVED');
  });
});

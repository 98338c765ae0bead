import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTakers } from '../../../../server/cli/openTakers.ts';
import type { Database } from '../../../../server/database/open.ts';
import { AppError } from '../../../../server/errors.ts';
import { createWelcoming } from '../../../../server/features/account/welcoming.ts';
import type { IdentityDirectory } from '../../../../server/identity/directory.ts';
import { noDirectory } from '../../../../server/identity/noDirectory.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { markets } from '../../../support/markets.ts';
import { patience } from '../../../support/patience.ts';
import { startWholePortal, type WholePortal } from '../../../support/wholePortal.ts';
import { Browser } from '../../identity/support/browser.ts';
import { importText } from '../../imports/support.ts';

/** How owners of imported accounts come to their first password. */

let database: Database;
let portal: WholePortal;
let closeTakers: () => Promise<void>;

const password = 'Another-Secret-1';
const list = 'username;email;name;kind\nanna;anna@example.com;Anna Nowak;MAIN_USER\n';

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startWholePortal(database);
  const opened = await openTakers(database, markets);
  closeTakers = opened.close;
  const { accepted } = await importText(database, list, { takers: opened.takers });
  expect(accepted).toBe(1);
});
afterAll(async () => {
  await closeTakers();
  await portal.close();
  await database.close();
});

const anna = async () => {
  const { rows } = await database.pool.query<{ id: number; subject: string }>(
    `SELECT id::float8 AS id, subject FROM account WHERE username = 'anna'`,
  );
  return rows[0] as { id: number; subject: string };
};
const linkIn = (text = '') => /#token=([\w-]+)/.exec(text)?.[1] ?? '';
const reset = (token: string) =>
  portal.call('password.reset', undefined, {
    body: { token, password, repeatedPassword: password },
  });

describe('at a provider that administers accounts', () => {
  const create = vi.fn<IdentityDirectory['create']>();
  const directory = { ...noDirectory, keeper: 'PROVIDER', create } satisfies IdentityDirectory;
  let before: Awaited<ReturnType<typeof anna>>;
  const handle = async () => {
    const identity = { ...portal.parts.identity, directory };
    const { id } = await anna();
    return createWelcoming({ ...portal.parts, identity }).handle({ data: { accountId: id } });
  };

  beforeEach(async () => {
    before = await anna();
    create.mockReset().mockResolvedValue('their-subject');
    portal.mails.length = 0;
  });
  afterEach(() =>
    database.pool.query('UPDATE account SET subject = $2 WHERE id = $1', [
      before.id,
      before.subject,
    ]),
  );

  it('the account is made there, too, before its owner is told', async () => {
    await handle();
    expect(create).toHaveBeenCalledWith({
      username: 'anna',
      email: 'anna@example.com',
      name: 'Anna Nowak',
      roles: ['portal_user', 'portal_admin'],
    });
    expect((await anna()).subject).toBe('their-subject');
    expect(portal.mails).toMatchObject([{ to: 'anna@example.com' }]);
  });

  it('one that has somebody else of that name refuses: nobody is told, and nothing claimed', async () => {
    create.mockRejectedValue(new AppError('CONFLICT', 'Keycloak has an account «anna» already.'));
    await expect(handle()).rejects.toThrow('Keycloak has an account «anna» already.');
    expect(portal.mails).toEqual([]);
    expect(await anna()).toEqual(before);
    // Neither the name nor a forgotten password leads to that other account.
    expect(before.subject).not.toContain('anna');
  });

  it('a mail that can’t be sent is tried again, with a link of its own', async () => {
    portal.isMailDown = true;
    await expect(handle()).rejects.toThrow('The mail server is down.');
    portal.isMailDown = false;
    await handle();
    expect(create).toHaveBeenCalledTimes(2);
    expect(portal.mails).toHaveLength(1);
  });

  it.each(['disabled_at', 'deleted_at', 'last_sign_in_at'])(
    'whose owner can’t or needn’t come (%s) is left alone',
    async (column) => {
      await database.pool.query(`UPDATE account SET ${column} = now() WHERE username = 'anna'`);
      await handle();
      await database.pool.query(`UPDATE account SET ${column} = NULL WHERE username = 'anna'`);
      expect(create).not.toHaveBeenCalled();
      expect(portal.mails).toEqual([]);
    },
  );
});

it('at one that the portal may not administer, the account waits under its name', async () => {
  const { id, subject } = await anna();
  portal.mails.length = 0;
  const identity = { ...portal.parts.identity, directory: noDirectory };
  await createWelcoming({ ...portal.parts, identity }).handle({ data: { accountId: id } });
  expect((await anna()).subject).toBe('unlinked:anna');
  expect(portal.mails[0]?.text).toContain(portal.url);
  expect(linkIn(portal.mails[0]?.text)).toBe('');
  await database.pool.query('UPDATE account SET subject = $2 WHERE id = $1', [id, subject]);
});

it('at the embedded one, a process that works at jobs mails the link, and it opens the portal', async () => {
  portal.mails.length = 0;
  const { jobs } = portal.parts as unknown as {
    jobs: { start(): Promise<void>; stop(): Promise<void>; work(...of: unknown[]): void };
  };
  await jobs.start();
  createWelcoming(portal.parts).work(jobs);
  await vi.waitFor(() => expect(portal.mails).toHaveLength(1), patience);
  await jobs.stop();
  expect(await reset(linkIn(portal.mails[0]?.text))).toMatchObject({ status: 200 });
  const browser = new Browser(portal.url);
  const { access_token: token } = await browser.signIn('anna', password);
  expect(await browser.readSession(token)).toMatchObject({
    user: { groups: ['portal_user', 'portal_admin'] },
  });
});

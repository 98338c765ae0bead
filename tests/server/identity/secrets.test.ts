import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { remoteAddressOf, trackRemoteAddress } from '../../../server/http/remoteAddress.ts';
import { createMailer } from '../../../server/mail/mailer.ts';
import { createTestDatabase } from '../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../support/wholePortal.ts';
import { addAccounts, anAccount, password } from './support/accounts.ts';
import { Browser } from './support/browser.ts';

let database: Database;
let portal: WholePortal;
const lines: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startWholePortal(database, {
    log: (line) => lines.push(line),
    limits: { signIn: { points: 3, seconds: 60 } },
  });
  await addAccounts(database, [anAccount('quiet'), anAccount('guessed')]);
});
afterAll(async () => {
  await portal.close();
  await database.close();
});

describe('the log', () => {
  it('has no token, password or link in it, whatever goes wrong', async () => {
    const browser = new Browser(portal.url);
    const tokens = await browser.signIn('quiet', password);
    portal.isMailDown = true;
    await portal.call('password.forgot', undefined, { body: { account: 'quiet' } });
    await portal.parts.background.idle();
    portal.isMailDown = false;
    await portal.call('password.forgot', undefined, { body: { account: 'quiet' } });
    const link = /#token=([\w-]+)/.exec((await portal.nextMail()).text)?.[1] ?? '';
    expect(link).toHaveLength(43);
    // A call that fails within, and bodies that can't be read.
    const { transaction } = database;
    database.transaction = async () => {
      throw new Error('The database is on fire.');
    };
    const reset = {
      token: link,
      password: 'Another-Secret-1',
      repeatedPassword: 'Another-Secret-1',
    };
    expect((await portal.call('password.reset', undefined, { body: reset })).status).toBe(500);
    database.transaction = transaction;
    const { access_token: access, refresh_token: refresh, id_token: id } = tokens;
    await fetch(`${portal.url}/api/session`, { headers: { authorization: `Bearer ${access}x` } });
    await browser.requestTokens({ grant_type: 'refresh_token', refresh_token: `${refresh}x` });

    const log = lines.join('');
    expect(log).toContain('The database is on fire.');
    expect(log).toContain('The mail server is down.');
    for (const secret of [access, refresh, id, link, password, 'Another-Secret-1']) {
      expect(log).not.toContain(secret);
    }
  });

  it('of mails has no text', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'meterhouse-mail-'));
    const written: string[] = [];
    const mailer = createMailer(
      { DATA_DIR: folder, PUBLIC_URL: 'http://portal.example' },
      pino({ level: 'trace' }, { write: (line) => written.push(line) }),
    );
    await mailer.send({ to: 'a@example.com', subject: 'A link', text: 'http://x/#token=secret' });
    expect(written.join('')).toContain('A link');
    expect(written.join('')).not.toContain('secret');
    await rm(folder, { recursive: true });
  });
});

describe('guesses at the sign-in page', () => {
  it('are stopped by address, whatever account they are for, and don’t stop others', async () => {
    const statusOf = async (username: string, given: string, from: string) => {
      const browser = new Browser(portal.url);
      const { url } = await browser.openSignIn();
      const { response } = await browser.visit(url.href, {
        method: 'POST',
        headers: { 'x-forwarded-for': from },
        body: new URLSearchParams({ username, password: given }),
      });
      return response.status;
    };
    const statuses: number[] = [];
    for (const name of ['guessed', 'nobody', 'somebody', 'guessed']) {
      statuses.push(await statusOf(name, 'Wrong-password-1', '203.0.113.7'));
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(await statusOf('guessed', password, '203.0.113.7')).toBe(429);
    expect(await statusOf('guessed', password, '203.0.113.8')).toBeGreaterThanOrEqual(300);
  });
});

describe('where a request comes from', () => {
  const from = (trusted: string[], remoteAddress: string | undefined, forwarded?: string) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    const request = { socket: { remoteAddress }, headers } as never;
    trackRemoteAddress(trusted)(request);
    return remoteAddressOf(request);
  };

  it.each([
    [[], '203.0.113.7', undefined, '203.0.113.7'],
    // Nothing is guessed: a neighbour may forward what it likes.
    [[], '127.0.0.1', '198.51.100.1', '127.0.0.1'],
    [[], '10.0.0.5', '198.51.100.1', '10.0.0.5'],
    [['10.0.0.5'], '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    [['10.0.0.5'], '::ffff:10.0.0.5', '198.51.100.1', '198.51.100.1'],
    [['10.0.0.0/8'], '10.9.9.9', 'forged, 198.51.100.1', '198.51.100.1'],
    [['10.0.0.0/8'], '10.9.9.9', '198.51.100.1, nonsense', '10.9.9.9'],
    [['10.0.0.0/8'], '10.9.9.9', undefined, '10.9.9.9'],
    // From proxy to proxy, up to the first that isn't one.
    [['10.0.0.0/8', '192.0.2.1'], '10.1.1.1', 'forged, 198.51.100.1, 192.0.2.1', '198.51.100.1'],
    [['10.0.0.0/8'], '10.1.1.1', '10.2.2.2, 10.3.3.3', '10.2.2.2'],
    [['fd00::/8'], 'fd00::1', '2001:db8::1', '2001:db8::1'],
    [['::1'], '::1', '198.51.100.1', '198.51.100.1'],
    [['::1'], undefined, '198.51.100.1', ''],
  ])('trusting %j, %s forwarded for %s is %s', (trusted, direct, forwarded, expected) => {
    expect(from(trusted, direct, forwarded)).toBe(expected);
  });
});

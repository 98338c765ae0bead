import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../../server/database/open.ts';
import { createUnsubscribing } from '../../../../server/features/alerts/subscription.service.ts';
import { createMailer } from '../../../../server/mail/mailer.ts';
import { addAccount } from '../../../support/builders.ts';
import { createTestDatabase } from '../../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../../support/wholePortal.ts';

/** How a mail's reader ends such mails without signing in (RFC 8058), and has them again. */

let database: Database;
let portal: WholePortal;
let account: number;
let unsubscribing: ReturnType<typeof createUnsubscribing>;

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startWholePortal(database, { limits: { link: { points: 5, seconds: 600 } } });
  account = await addAccount(database, 'anna');
  unsubscribing = createUnsubscribing({ database, publicUrl: portal.url });
});
afterAll(async () => {
  await portal.close();
  await database.close();
});

const oneClick = (url: string, body = 'List-Unsubscribe=One-Click') =>
  portal.request(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const tokenOf = (page: string) => new URL(page).hash.slice('#token='.length);
async function read() {
  const { rows } = await database.pool.query(
    'SELECT notifications, monthly_summary FROM account WHERE id = $1',
    [account],
  );
  return rows[0];
}

it('a mail program ends them by a POST, a look by GET ends nothing', async () => {
  const { oneClick: url } = await unsubscribing(account, 'WARNINGS');
  const looked = await portal.request(url, { redirect: 'manual' });
  expect(looked.status).toBe(303);
  expect(looked.headers.get('location')).toMatch(/^\/auth\/unsubscribe#token=[\w-]{43}$/);
  expect((await oneClick(url, 'something=else')).status).toBe(400);
  expect(await read()).toEqual({ notifications: true, monthly_summary: true });
  expect((await oneClick(url)).status).toBe(200);
  expect(await read()).toEqual({ notifications: false, monthly_summary: true });
  const { rows } = await database.pool.query('SELECT type FROM activity_log');
  expect(rows).toEqual([{ type: 'NOTIFICATIONS_OFF' }]);
});

it('a page says which mails they are, ends them and takes it back', async () => {
  const { page } = await unsubscribing(account, 'SUMMARY');
  const token = tokenOf(page);
  const check = async () =>
    (await portal.call('subscription.check', undefined, { body: { token } })).body;
  expect(await check()).toEqual({ state: 'ON', kind: 'SUMMARY' });
  const change = (isOn: boolean) =>
    portal.call('subscription.change', undefined, { body: { token, isOn } });
  expect((await change(false)).body).toEqual({ state: 'OFF', kind: 'SUMMARY' });
  expect(await check()).toEqual({ state: 'OFF', kind: 'SUMMARY' });
  expect((await read()).monthly_summary).toBe(false);
  expect((await change(true)).status).toBe(200);
  expect((await read()).monthly_summary).toBe(true);
});

it('a link is the same in all mails, another for each kind, and ends with the account', async () => {
  const [first, again, other] = [
    await unsubscribing(account, 'WARNINGS'),
    await unsubscribing(account, 'WARNINGS'),
    await unsubscribing(account, 'SUMMARY'),
  ];
  expect(again).toEqual(first);
  expect(other).not.toEqual(first);
  await database.pool.query('UPDATE account SET disabled_at = now()');
  const token = tokenOf(first.page);
  const { body } = await portal.call('subscription.check', undefined, { body: { token } });
  expect(body).toEqual({ state: 'INVALID', kind: null });
  expect((await oneClick(first.oneClick)).status).toBe(410);
  await database.pool.query('UPDATE account SET disabled_at = NULL');
});

it('tokens are guessed only so often', async () => {
  const statuses: number[] = [];
  for (let guess = 0; guess < 6; guess += 1) {
    const { status } = await portal.call('subscription.change', undefined, {
      body: { token: `guess-${guess}`, isOn: false },
    });
    statuses.push(status);
  }
  expect(statuses).toContain(410);
  expect(statuses.at(-1)).toBe(429);
});

it('a mail says in its head how it is ended', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'meterhouse-mail-'));
  const options = { DATA_DIR: folder, PUBLIC_URL: 'https://portal.example' };
  const unsubscribe = `https://portal.example/unsubscribe/${'x'.repeat(43)}`;
  await createMailer(options, { info: () => undefined }).send({
    to: 'anna@example.org',
    subject: 'Warnings',
    text: 'One',
    id: 'one',
    unsubscribe,
  });
  const [file = ''] = await readdir(path.join(folder, 'mail'));
  const text = await readFile(path.join(folder, 'mail', file), 'utf8');
  const unfolded = text.replaceAll(/\r\n[ \t]+/g, ' ');
  expect(unfolded).toContain(`List-Unsubscribe: <${unsubscribe}>\r\n`);
  expect(unfolded).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
  await rm(folder, { recursive: true });
});

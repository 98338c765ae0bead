import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Country } from '../../../schemas/entities/market.ts';
import { messageStates } from '../../../schemas/entities/supportMessage.ts';
import type { Database } from '../../../server/database/open.ts';
import { createTestDatabase } from '../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../support/wholePortal.ts';
import { addAccounts, anAccount } from '../identity/support/accounts.ts';

/** What becomes of messages of the contact form: files come with them, and support looks after them. */

const pdf = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\na bill\n%%EOF', 'latin1');
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const people = ['writer', 'other', 'support', 'support-cz', 'writer-cz', 'admin'] as const;
type Person = (typeof people)[number];

let database: Database;
let portal: WholePortal;
const tokens = {} as Record<Person, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startWholePortal(database);
  const countryOf = (name: Person): Country => (name.endsWith('-cz') ? 'CZ' : 'PL');
  await addAccounts(
    database,
    people.map((name) => {
      const isSupport = name.startsWith('support');
      const roles = isSupport ? (['portal_support'] as const) : (['portal_admin'] as const);
      return anAccount(name, { roles, country: countryOf(name) });
    }),
  );
  for (const name of people) tokens[name] = await portal.tokenOf(name);
});
beforeEach(async () => {
  await database.pool.query(
    'TRUNCATE contact_message, unclaimed_file, download_ticket, contact_event, contact_attachment',
  );
  portal.mails.length = 0;
  portal.isMailDown = false;
});
afterAll(async () => {
  await portal.close();
  await database.close();
});

async function upload(content: Buffer | string, as: Person = 'writer') {
  const response = await portal.request(`${portal.url}/api/upload?fileName=picture`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens[as]}` },
    body: content as BodyInit,
  });
  const body = await response.json();
  return { status: response.status, id: body.upload as string, body };
}

const good = {
  subject: 'TECH_SUPPORT',
  message: 'The meter in flat 3 is silent.\nSince Monday.',
  emailAddress: 'a@b.pl',
  sendCopy: false,
};
const send = (more: object = {}, as: Person = 'writer') =>
  portal.call('contact.send', tokens[as], { body: { ...good, ...more } });
const list = async (as: Person, query = '') => {
  const response = await portal.request(`${portal.url}/api/contact/message${query}`, {
    headers: { authorization: `Bearer ${tokens[as]}` },
  });
  return { status: response.status, body: await response.json() };
};
const of = (message: number) => ({ params: { message: `${message}` } });
const change = (message: number, body: object, as: Person = 'support') =>
  portal.call('supportMessage.change', tokens[as], { ...of(message), body });

async function fetchFile(attachment: number, token: string, as?: Person) {
  const to = `${portal.url}/api/contact/attachment/${attachment}?token=${token}`;
  return portal.request(to, {
    headers: as ? { authorization: `Bearer ${tokens[as]}` } : {},
  });
}

async function attach() {
  const { id } = await upload(png);
  const { body } = await send({ attachments: [id] });
  const found = await portal.call('supportMessage.attachments', tokens.support, of(body.id));
  return { message: body.id as number, file: found.body.content[0] };
}

const stored = async () =>
  (await database.pool.query('SELECT stored_name FROM contact_attachment')).rows;

describe('files of a message', () => {
  it('come with it, are named in its mail, and wait for nobody any more', async () => {
    const [one, two] = [await upload(pdf), await upload(png)];
    const { status, body } = await send({ attachments: [one.id, two.id] });
    expect(status).toBe(200);
    expect(portal.mails).toHaveLength(1);
    expect(portal.mails[0]?.text).toContain('picture.pdf, picture.png');
    const files = await portal.call('supportMessage.attachments', tokens.support, of(body.id));
    expect(files.body.content).toEqual([
      expect.objectContaining({ fileName: 'picture.pdf', mediaType: 'application/pdf' }),
      expect.objectContaining({ fileName: 'picture.png', size: png.length }),
    ]);
    const { rows } = await database.pool.query('SELECT FROM unclaimed_file');
    expect(rows).toEqual([]);
  });

  it.each([
    ['another account’s', async () => [(await upload(pdf, 'other')).id]],
    ['the same one twice', async () => Array(2).fill((await upload(pdf)).id)],
    ['one that was never sent', async () => ['x'.repeat(32)]],
    [
      'more than five',
      async () => Promise.all(Array.from({ length: 6 }, async () => (await upload(pdf)).id)),
    ],
  ])('are refused with all of the message when they are %s', async (_what, make) => {
    const ids = await make();
    const { status, body } = await send({ attachments: ids });
    expect([status, body.status]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.errors[0].field).toContain('body.attachments');
    expect((await list('support')).body.total).toBe(0);
    expect(await stored()).toEqual([]);
    expect(portal.mails).toEqual([]);
  });

  it.each([
    '<!doctype html><script>alert(1)</script>',
    '<svg xmlns="http://www.w3.org/2000/svg"/>',
  ])('are never what a browser runs: %s', async (content) => {
    const { status, body } = await upload(content);
    expect([status, body.status]).toEqual([415, 'UNSUPPORTED_FORMAT']);
  });

  it('are saved by support with a ticket, once, and never opened in the portal', async () => {
    const { file } = await attach();
    const params = { attachment: `${file.id}` };
    const { body } = await portal.call('supportMessage.ticket', tokens.support, { params });
    const answer = await fetchFile(file.id, body.token);
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer()).equals(png)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename=picture.png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    expect((await fetchFile(file.id, body.token)).status).toBe(410);
  });

  it('are nobody else’s, nor with another file’s ticket, nor without one', async () => {
    const { file } = await attach();
    const another = (await attach()).file;
    const params = { attachment: `${file.id}` };
    for (const name of ['writer', 'admin'] as const) {
      expect((await portal.call('supportMessage.ticket', tokens[name], { params })).status).toBe(
        403,
      );
    }
    const czech = await portal.call('supportMessage.ticket', tokens['support-cz'], { params });
    expect(czech.status).toBe(404);
    const { body } = await portal.call('supportMessage.ticket', tokens.support, { params });
    expect((await fetchFile(another.id, body.token)).status).toBe(410);
    expect((await fetchFile(file.id, 'x')).status).toBe(410);
    expect((await fetchFile(file.id, body.token, 'support-cz')).status).toBe(410);
    expect((await fetchFile(file.id, body.token)).status).toBe(200);
  });
});

describe('the list of messages', () => {
  it('is support’s, of their own country, the newest first', async () => {
    const first = (await send()).body.id;
    const second = (await send({ subject: 'DATA_UPDATE' }, 'other')).body.id;
    const third = (await send({}, 'writer-cz')).body.id;
    const { body } = await list('support');
    expect(body.content.map((one: { id: number }) => one.id)).toEqual([second, first]);
    expect(body.content[1]).toEqual({
      id: first,
      createdAt: expect.any(String),
      state: 'NEW',
      subject: 'TECH_SUPPORT',
      sender: 'writer',
      emailAddress: 'a@b.pl',
      excerpt: good.message,
      attachments: 0,
      changedBy: null,
      changedAt: null,
    });
    const czech = (await list('support-cz')).body.content;
    expect(czech.map((one: { id: number }) => one.id)).toEqual([third]);
    expect((await list('admin')).status).toBe(403);
    for (const id of [first, second]) {
      const calls = [
        'supportMessage.get',
        'supportMessage.history',
        'supportMessage.attachments',
      ] as const;
      for (const call of calls) {
        expect((await portal.call(call, tokens['support-cz'], of(id))).status).toBe(404);
        expect((await portal.call(call, tokens.support, of(id))).status).toBe(200);
        expect((await portal.call(call, tokens.writer, of(id))).status).toBe(403);
      }
    }
    expect((await change(first, { state: 'CLOSED' }, 'support-cz')).status).toBe(404);
    expect((await change(first, { state: 'CLOSED' }, 'writer')).status).toBe(403);
    expect((await list('support', '?filter=state:NEW')).body.total).toBe(2);
  });

  it('is filtered, searched and sorted', async () => {
    const first = (await send({ message: 'A leak: 100 % wet' })).body.id;
    const second = (await send({ subject: 'DATA_UPDATE' }, 'other')).body.id;
    await change(first, { state: 'IN_WORK' });
    const found = async (query: string) =>
      (await list('support', query)).body.content.map((one: { id: number }) => one.id);
    expect(await found('?filter=state:IN_WORK')).toEqual([first]);
    expect(await found('?filter=state:NEW|IN_WORK&sort=state')).toEqual([second, first]);
    expect(await found('?filter=subject:DATA_UPDATE')).toEqual([second]);
    expect(await found('?filter=sender:oth')).toEqual([second]);
    expect(await found('?filter=changedBy:supp')).toEqual([first]);
    expect(await found('?search=100%20%25')).toEqual([first]);
    expect(await found('?search=nothing')).toEqual([]);
    expect((await list('support', '?page=3&size=1')).body.total).toBe(2);
  });

  it('counts those that nobody has looked after', async () => {
    const count = async (as: Person) =>
      (await portal.call('supportMessage.count', tokens[as])).body.waiting;
    const { id } = (await send()).body;
    await send({}, 'writer-cz');
    expect([await count('support'), await count('support-cz')]).toEqual([1, 1]);
    await change(id, { state: 'ANSWERED' });
    expect([await count('support'), await count('support-cz')]).toEqual([0, 1]);
    expect((await portal.call('supportMessage.count', tokens.admin)).status).toBe(403);
  });
});

describe('looking after a message', () => {
  it('says who did what and when, and the page has all of the message', async () => {
    const { id } = (await send({ additionalEmailAddress: 'c@d.pl' })).body;
    expect((await change(id, { state: 'IN_WORK', note: 'Called them.' })).body).toEqual({
      state: 'IN_WORK',
    });
    await change(id, { state: 'ANSWERED' });
    const { body } = await portal.call('supportMessage.get', tokens.support, of(id));
    expect(body).toMatchObject({
      id,
      state: 'ANSWERED',
      message: good.message,
      additionalEmailAddress: 'c@d.pl',
      changedBy: 'support',
      changedAt: expect.any(String),
      mailedAt: expect.any(String),
    });
    const history = await portal.call('supportMessage.history', tokens.support, of(id));
    expect(history.body.content).toMatchObject([
      { by: 'support', state: 'ANSWERED', note: null },
      { by: 'support', state: 'IN_WORK', note: 'Called them.' },
    ]);
  });

  it('goes the way from new to closed, and back to work, never back to new', async () => {
    const allowed: string[] = [];
    for (const from of messageStates) {
      for (const to of messageStates) {
        const { id } = (await send({}, from === 'NEW' ? 'writer' : 'other')).body;
        await database.pool.query('UPDATE contact_message SET state = $1 WHERE id = $2', [
          from,
          id,
        ]);
        // The form has no NEW to choose.
        const { status } = await change(id, { state: to });
        expect([200, 400, 409]).toContain(status);
        if (status === 200) allowed.push(`${from} ${to}`);
        await database.pool.query('DELETE FROM contact_message');
      }
    }
    expect(allowed).toEqual([
      ...['NEW IN_WORK', 'NEW ANSWERED', 'NEW CLOSED'],
      ...['IN_WORK IN_WORK', 'IN_WORK ANSWERED', 'IN_WORK CLOSED'],
      ...['ANSWERED IN_WORK', 'ANSWERED ANSWERED', 'ANSWERED CLOSED'],
      ...['CLOSED IN_WORK', 'CLOSED CLOSED'],
    ]);
  });

  it('shows a message whose mail could not be sent', async () => {
    portal.isMailDown = true;
    expect((await send()).status).toBe(500);
    const [row] = (await list('support')).body.content;
    const { body } = await portal.call('supportMessage.get', tokens.support, of(row.id));
    expect(body).toMatchObject({ state: 'NEW', mailedAt: null, message: good.message });
  });
});

it('the contact page links to all markets’ pages, the own one first', async () => {
  const links = async (as: Person) => (await portal.call('contact.links', tokens[as])).body.content;
  expect(await links('writer')).toEqual([
    { country: 'PL', countryName: 'Polska', url: 'https://www.meterhouse.pl/kontakt' },
    { country: 'CZ', countryName: 'Czechy', url: 'https://www.meterhouse.cz/kontakt' },
    { country: 'DK', countryName: 'Dania', url: 'https://www.meterhouse.dk/kontakt' },
  ]);
  expect((await links('writer-cz'))[0].country).toBe('CZ');
  expect((await portal.call('contact.links', undefined)).status).toBe(401);
});

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import type { Database } from '../../../server/database/open.ts';
import { createHandlers } from '../../../server/handlers.ts';
import { createMailer, type Mail } from '../../../server/mail/mailer.ts';
import { createManifestService } from '../../../server/manifests/serve/createManifestService.ts';
import type { Session } from '../../../server/session.ts';
import { createTestDatabase } from '../../support/database.ts';
import { handlerParts, noIdentity } from '../../support/handlerParts.ts';
import { createTestReporting } from '../../support/reporting.ts';
import { realDirectories } from '../manifests/directories.ts';

/** The contact form’s call behind the whole app; only who is signed in is said by the test. */

const signIn = { authority: 'http://localhost/oidc', clientId: 'portal', scope: 'openid' };
let database: Database;
let manifests: Awaited<ReturnType<typeof createManifestService>>;
let app: ReturnType<typeof createApp>;
let sent: Mail[] = [];
let isMailDown = false;
let clock = Date.UTC(2026, 10, 20, 12);

function sessionOf(accountId: number): Session {
  return {
    accountId,
    user: {
      username: `admin-${accountId}`,
      userId: `${accountId}`,
      mail: 'admin@example.org',
      country: 'CZ',
      language: 'CZ',
      groups: ['portal_admin'],
      features: [],
    },
    subject: { signedIn: true, country: 'CZ', roles: ['portal_admin'], features: [] },
  };
}

beforeAll(async () => {
  database = await createTestDatabase();
  manifests = await createManifestService({ ...realDirectories, signIn });
  const mailer = {
    async send(mail: Mail) {
      if (isMailDown) throw new Error('The mail server is down.');
      sent.push(mail);
    },
  };
  const now = () => new Date(clock);
  app = createApp({
    database,
    manifests,
    identity: {
      ...noIdentity,
      signIn,
      authenticate: async (account) => (account ? sessionOf(Number(account)) : undefined),
    },
    handlers: createHandlers({
      ...handlerParts(),
      ...createTestReporting({ database, manifests, mailer, now }),
      database,
      manifests,
      mailer,
      now,
    }),
    logger: pino({ level: 'silent' }),
    publicUrl: 'http://localhost',
    checkResponses: true,
  });
});
afterAll(async () => {
  manifests.close();
  await database.close();
});

const good = {
  subject: 'TECH_SUPPORT',
  message: 'The meter in flat 3 is silent.',
  emailAddress: 'a@b.cz',
  sendCopy: true,
};

async function post(body: unknown, account?: number) {
  const answer = await app.request('/api/contact', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(account !== undefined && { authorization: String(account) }),
    },
    body: JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers are asserted member by member.
  return { status: answer.status, body: (await answer.json()) as any };
}

const stored = async (account: number) =>
  (
    await database.pool.query(
      'SELECT message, mailed_at FROM contact_message WHERE account_id = $1 ORDER BY id',
      [account],
    )
  ).rows;

describe('a message', () => {
  it('is kept, and mailed to the market’s address with the copies asked for', async () => {
    sent = [];
    const answer = await post({ ...good, additionalEmailAddress: 'c@d.cz' }, 1);
    expect(answer).toEqual({ status: 200, body: { id: expect.any(Number) } });
    expect(sent).toEqual([
      {
        to: 'kontakt@meterhouse.cz',
        cc: ['admin@example.org'],
        replyTo: 'a@b.cz',
        subject: `[${answer.body.id}] Technická podpora`,
        text: expect.stringMatching(
          /\(a@b\.cz, c@d\.cz\) wrote:\n\nThe meter in flat 3 is silent\./,
        ),
      },
    ]);
    sent = [];
    await post({ ...good, sendCopy: false, additionalEmailAddress: 'c@d.cz' }, 9);
    expect(sent).toMatchObject([{ cc: [] }]);
    expect(await stored(1)).toEqual([{ message: good.message, mailed_at: expect.any(Date) }]);
  });

  it('is not lost when the mail can’t be sent', async () => {
    isMailDown = true;
    expect((await post(good, 2)).status).toBe(500);
    isMailDown = false;
    expect(await stored(2)).toEqual([{ message: good.message, mailed_at: null }]);
  });

  it('is refused where the form would not have sent it, by field and rule', async () => {
    const { status, body } = await post({ ...good, message: 'short', owner: 'me' }, 3);
    expect([status, body.status]).toEqual([400, 'VALIDATION_FAILED']);
    // biome-ignore lint/suspicious/noExplicitAny: see above.
    expect(body.errors.map(({ field, rule }: any) => `${field} ${rule}`).toSorted()).toEqual([
      'body.message minLength',
      'body.owner hidden',
    ]);
    expect(await stored(3)).toEqual([]);
  });

  it('needs somebody who is signed in, JSON, and patience after twenty in an hour', async () => {
    expect((await post(good)).status).toBe(401);
    const plain = await app.request('/api/contact', {
      method: 'POST',
      headers: { authorization: '4', 'content-type': 'text/plain' },
      body: 'hello',
    });
    expect(plain.status).toBe(415);
    for (let count = 0; count < 20; count += 1) expect((await post(good, 4)).status).toBe(200);
    expect((await post(good, 4)).body.status).toBe('TOO_MANY_REQUESTS');
    expect((await post(good, 5)).status).toBe(200);
    clock += 3_600_001;
    expect((await post(good, 4)).status).toBe(200);
  });
});

describe('what a form’s page fetches', () => {
  it('is a screen with the form, and its validators under a name that never changes', async () => {
    const answer = await app.request('/api/manifest/screens/contact.index', {
      headers: { authorization: '1' },
    });
    // biome-ignore lint/suspicious/noExplicitAny: see above.
    const screen = (await answer.json()) as any;
    const address: string = screen.root.children[0].form.validator;
    const module = await app.request(address);
    expect(module.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(module.headers.get('cache-control')).toContain('immutable');
    expect(await module.text()).toContain('export default function');
    expect((await app.request(address.replace(/.{4}\.js$/, 'xxxx.js'))).status).toBe(404);
  });

  it('hears that manifests have changed, and nothing of what is in them', async () => {
    const answer = await app.request('/api/manifest/events');
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    const reader = answer.body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toBe('event: ping\ndata: \n\n');
    await reader?.cancel();
  });
});

it('without SMTP_URL a mail is a whole file under DATA_DIR/mail', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'mail-'));
  const mailer = createMailer(
    { DATA_DIR: folder, PUBLIC_URL: 'https://portal.example' },
    { info: () => undefined },
  );
  await mailer.send({ to: 'a@b.pl', subject: 'Zażółć', text: 'Gęślą jaźń' });
  const [name = '', ...others] = await readdir(path.join(folder, 'mail'));
  expect([name.endsWith('.eml'), others]).toEqual([true, []]);
  const text = await readFile(path.join(folder, 'mail', name), 'utf8');
  expect(text).toContain('From: Meterhouse <no-reply@portal.example>');
  expect(text).toContain('To: a@b.pl');
  await rm(folder, { recursive: true });
});

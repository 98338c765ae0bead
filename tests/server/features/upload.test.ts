import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { allFileKinds, fileKinds } from '../../../schemas/entities/fileKinds.ts';
import type { Database } from '../../../server/database/open.ts';
import { claimUpload } from '../../../server/features/upload/claimUpload.ts';
import { createUploadHandlers } from '../../../server/features/upload/upload.routes.ts';
import { endStalled, Stalled } from '../../../server/imports/bytes.ts';
import { requireFileName } from '../../../server/storage/fileStore.ts';
import { createTestDatabase } from '../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../support/wholePortal.ts';
import { addAccounts, anAccount } from '../identity/support/accounts.ts';

const pdf = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\na bill\n%%EOF', 'latin1');
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const any = { accept: allFileKinds, mostBytes: 1_000_000 };

let database: Database;
let portal: WholePortal;
let token: string;
const ids = { one: 0, two: 0 } as Record<'one' | 'two' | (string & {}), number>;

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startWholePortal(database);
  await addAccounts(database, [
    anAccount('one', { roles: ['portal_admin'] }),
    anAccount('two', { roles: ['portal_admin'] }),
    anAccount('sup', { roles: ['portal_support'] }),
  ]);
  const { rows } = await database.pool.query('SELECT id, username FROM account');
  for (const { id, username } of rows) ids[username] = id;
  token = await portal.tokenOf('one');
});
afterEach(async () => {
  portal.clock = 0;
  await database.pool.query('TRUNCATE unclaimed_file');
});
afterAll(async () => {
  await portal.close();
  await database.close();
});

async function send(
  body: Buffer | ReadableStream<Uint8Array> | null,
  { name = 'a.pdf', as = token, headers = {} as Record<string, string> } = {},
) {
  const response = await portal.request(
    `${portal.url}/api/upload?fileName=${encodeURIComponent(name)}`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${as}`, ...headers },
      body,
      duplex: 'half',
    } as RequestInit,
  );
  return { status: response.status, body: await response.json() };
}

const claim = (upload: string, { account = 'one', limits = any } = {}) =>
  database.transaction((tx) =>
    claimUpload(tx, ids[account] ?? 0, { upload, field: 'upload', limits }),
  );
const refusal = (rule: string) => ({
  code: 'VALIDATION_FAILED',
  details: [expect.objectContaining({ field: 'body.upload', rule })],
});
const waiting = async () =>
  (await database.pool.query('SELECT name FROM unclaimed_file WHERE upload_id IS NOT NULL'))
    .rows as { name: string }[];

describe('sending a file', () => {
  it('keeps it under a clean name that ends as what it is', async () => {
    const { status, body } = await send(png, { name: '../../etc/a picture.pdf' });
    expect([status, body]).toEqual([
      200,
      {
        upload: expect.stringMatching(/^[\w-]{32}$/),
        fileName: 'a picture.pdf.png',
        mediaType: 'image/png',
        size: png.length,
      },
    ]);
    const [row] = await waiting();
    const content = await portal.parts.archive.files.get(requireFileName(row?.name ?? ''));
    expect(content && (await buffer(content)).equals(png)).toBe(true);
  });

  it.each([
    ['C:\\Windows\\system32\\x.pdf', 'x.pdf'],
    ['/etc/passwd', 'passwd.pdf'],
    ['..', '-.pdf'],
    ['a/../../b.PDF', 'b.pdf'],
    ['<script>.html', '-script-.html.pdf'],
    ['x\r\nSet-Cookie: a.pdf', 'x Set-Cookie- a.pdf'],
  ])('never takes a folder or a header out of the name %j', async (name, expected) => {
    const { body } = await send(pdf, { name });
    expect(body.fileName).not.toMatch(/[\\/:<>\r\n]|^\.\.?$/);
    expect(body.fileName.endsWith('.pdf')).toBe(true);
    expect(body.fileName.replaceAll(/-+/g, '-')).toBe(expected);
  });

  it.each([
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a drawing behind its XML declaration', '<?xml version="1.0"?><svg xmlns="x"></svg>'],
    ['a text', 'hello'],
    ['a program', '\x7fELF\x02\x01\x01'],
  ])('refuses %s, whatever it is called', async (_what, content) => {
    const { status, body } = await send(Buffer.from(content, 'latin1'), { name: 'a.pdf' });
    expect([status, body.status]).toEqual([415, 'UNSUPPORTED_FORMAT']);
    expect(await waiting()).toEqual([]);
    expect((await database.pool.query('SELECT FROM unclaimed_file')).rowCount).toBe(0);
  });

  it.each([
    ['a table', Buffer.from('serial;at;value\n'), 'text/plain', 'a.pdf.csv'],
    [
      'a table of a spreadsheet',
      Buffer.from('\ufeffserial\tat\n', 'utf16le'),
      'text/plain',
      'a.pdf.csv',
    ],
    ['telegrams', Buffer.from('{"id":"1"}\n'), 'text/plain', 'a.pdf.csv'],
    ['a page', Buffer.from(' <!doctype html><script>'), 'UNSUPPORTED_FORMAT', undefined],
    ['what is no text', Buffer.from('serial\0at'), 'UNSUPPORTED_FORMAT', undefined],
  ])(
    'takes data of support alone, and judges %s by its content',
    async (_what, content, kind, name) => {
      const { body } = await send(content, { as: await portal.tokenOf('sup') });
      expect([body.mediaType ?? body.status, body.fileName]).toEqual([kind, name]);
      expect((await send(content)).status).toBe(415);
    },
  );

  it('refuses an empty one, and none', async () => {
    expect((await send(Buffer.alloc(0))).status).toBe(400);
    expect((await send(null)).status).toBe(400);
  });

  it('refuses what is too large before it is read, and while it is read', async () => {
    const said = await send(pdf, { headers: { 'content-length': '10000001' } });
    expect([said.status, said.body.message]).toEqual([413, 'The file is larger than 10 MB.']);
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(1_000_000));
      },
    });
    expect((await send(endless)).status).toBe(413);
    expect(pulled).toBeGreaterThan(10);
    expect(pulled).toBeLessThan(30);
    expect((await database.pool.query('SELECT FROM unclaimed_file')).rowCount).toBe(0);
  });

  it('takes larger ones of support', async () => {
    const as = await portal.tokenOf('sup');
    const large = Buffer.concat([pdf, Buffer.alloc(11_000_000)]);
    expect((await send(large, { as })).status).toBe(200);
    expect((await send(large)).status).toBe(413);
  });

  it('is for who is signed in', async () => {
    const response = await portal.request(`${portal.url}/api/upload?fileName=a.pdf`, {
      method: 'POST',
      body: pdf,
    });
    expect(response.status).toBe(401);
  });

  it('keeps twenty of an account waiting, together too, and not another’s', async () => {
    const sent = await Promise.all(Array.from({ length: 22 }, () => send(pdf)));
    const statuses = sent.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(20).fill(200), 429, 429]);
    expect(await waiting()).toHaveLength(20);
    expect((await send(pdf, { as: await portal.tokenOf('two') })).status).toBe(200);
    const { upload } = sent.find(({ status }) => status === 200)?.body ?? {};
    expect((await portal.call('upload.remove', token, { params: { upload } })).status).toBe(200);
    expect((await send(pdf)).status).toBe(200);
  });

  it('counts how large they are together', async () => {
    const large = Buffer.concat([pdf, Buffer.alloc(9_900_000)]);
    for (let sent = 0; sent < 6; sent += 1) expect((await send(large)).status).toBe(200);
    expect((await send(large)).status).toBe(429);
    expect((await send(pdf)).status).toBe(200);
  });

  it('gives up what stops coming', async () => {
    const handlers = createUploadHandlers({
      database,
      files: portal.parts.archive.files,
      idleMilliseconds: 1,
    });
    const stuck = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => undefined) });
    const raw = new Request('http://x/', { method: 'POST', body: stuck, duplex: 'half' } as never);
    const http = { req: { raw, header: () => undefined } };
    const session = { accountId: ids.one, subject: { roles: [] } };
    const sending = handlers['upload.create'](
      { query: { fileName: 'a.pdf' }, params: undefined, body: undefined },
      { session, scope: undefined, http, turn: undefined } as never,
    );
    await expect(sending).rejects.toMatchObject({ code: 'UPLOAD_STALLED' });
    expect((await database.pool.query('SELECT FROM unclaimed_file')).rowCount).toBe(0);
  });
});

it('gives a customer two places at once, however many sub-users send', async () => {
  await addAccounts(database, [
    ...['sub.1', 'sub.2'].map((name) =>
      anAccount(name, { level: 2, createdByUsername: 'one', roles: ['portal_admin'] }),
    ),
  ]);
  const pulled: string[] = [];
  const ends: (() => void)[] = [];
  const slow = (name: string) =>
    new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          pulled.push(name);
          await new Promise<void>((resolve) => ends.push(resolve));
          controller.enqueue(pdf);
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
  const sending: ReturnType<typeof send>[] = [];
  for (const name of ['one', 'sub.1', 'sub.2', 'two']) {
    sending.push(send(slow(name), { as: await portal.tokenOf(name) }));
    const expected = Math.min(sending.length, 2);
    await expect.poll(() => pulled.length).toBeGreaterThanOrEqual(expected);
  }
  await expect.poll(() => pulled.at(-1)).toBe('two');
  expect(pulled).toEqual(['one', 'sub.1', 'two']);
  ends.shift()?.();
  await expect.poll(() => pulled.at(-1)).toBe('sub.2');
  for (const end of ends) end();
  expect((await Promise.all(sending)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

it.each([
  ['is given up', 10, false],
  ['is read', 100, true],
])(
  'what comes with less than the least rate is given up: %s at %i bytes each 20 ms',
  async (_what, bytes, isRead) => {
    vi.useFakeTimers();
    try {
      const pieces = async function* () {
        for (let index = 0; index < 100; index += 1) {
          await new Promise((resolve) => setTimeout(resolve, 20));
          yield Buffer.alloc(bytes);
        }
      };
      const read = (async () => {
        for await (const _ of endStalled(Readable.from(pieces()), 500));
        return 'whole';
      })().catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(5000);
      expect(await read).toEqual(isRead ? 'whole' : expect.any(Stalled));
    } finally {
      vi.useRealTimers();
    }
  },
);

describe('claiming an upload', () => {
  it('gives the file to one call alone, however many ask at once', async () => {
    const { upload } = (await send(pdf)).body;
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => claim(upload)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await waiting()).toEqual([]);
    expect((await database.pool.query('SELECT FROM unclaimed_file')).rowCount).toBe(0);
    await expect(claim(upload)).rejects.toMatchObject(refusal('upload'));
  });

  it('gives nobody another’s, who sees no difference to none', async () => {
    const { upload } = (await send(pdf)).body;
    const words = (account: string, id: string) =>
      claim(id, { account }).catch(({ message }: Error) => message);
    const none = randomBytes(24).toString('base64url');
    expect(await words('two', upload)).toBe(await words('two', none));
    const removed = await portal.call('upload.remove', await portal.tokenOf('two'), {
      params: { upload },
    });
    expect(removed.status).toBe(404);
    expect(await claim(upload)).toMatchObject({ fileName: 'a.pdf', bytes: pdf.length });
  });

  it('leaves it waiting when the call fails', async () => {
    const { upload } = (await send(pdf)).body;
    const failing = database.transaction(async (tx) => {
      await claimUpload(tx, ids.one ?? 0, { upload, field: 'upload', limits: any });
      throw new Error('The rest failed.');
    });
    await expect(failing).rejects.toThrow('The rest failed.');
    expect(await claim(upload)).toMatchObject({ contentType: 'application/pdf' });
  });

  it('takes only what the field takes', async () => {
    const { upload } = (await send(pdf)).body;
    const kinds = { accept: ['image/png'] as const, mostBytes: 1_000_000 };
    await expect(claim(upload, { limits: kinds })).rejects.toMatchObject(refusal('uploadKind'));
    const small = { accept: allFileKinds, mostBytes: pdf.length - 1 };
    await expect(claim(upload, { limits: small })).rejects.toMatchObject(refusal('uploadSize'));
    expect(await claim(upload)).toMatchObject({ bytes: pdf.length });
  });

  it('is over after a day, file and all', async () => {
    const { upload } = (await send(pdf)).body;
    const [row] = await waiting();
    portal.clock = 86_400_000 + 1000;
    await portal.parts.archive.files.sweep();
    expect(await waiting()).toEqual([]);
    await expect(claim(upload)).rejects.toMatchObject(refusal('upload'));
    expect(await portal.parts.archive.files.get(requireFileName(row?.name ?? ''))).toBe(undefined);
  });
});

it('takes nothing that a browser would run', () => {
  expect(allFileKinds.length).toBeGreaterThan(0);
  const extensions = Object.values(fileKinds).flat() as string[];
  for (const bad of ['html', 'htm', 'svg', 'xml', 'js', 'xhtml']) {
    expect(extensions).not.toContain(bad);
  }
});

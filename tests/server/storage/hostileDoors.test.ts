import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { getRequestListener } from '@hono/node-server';
import { parse } from 'content-disposition';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { operations } from '../../../schemas/api/operations.ts';
import { linePattern } from '../../../schemas/line.ts';
import { drawBySeed } from '../../../scripts/testing/seed.mjs';
import { AppError } from '../../../server/errors.ts';
import { mountPortal } from '../../../server/http/portal.ts';
import { newFileName, requireFileName } from '../../../server/storage/fileStore.ts';
import { createTestDatabase } from '../../support/database.ts';
import {
  canary,
  endlessNames,
  faultsOfName,
  hostileNames,
  maxAtOneDoor,
} from '../../support/hostileNames.ts';
import { layTrap } from '../../support/trap.ts';
import { startArchivePortal, type User } from '../features/document/support/archivePortal.ts';

/** Hostile names at every door that HTTP has: none leads to a file outside, and none is a fault. */

const pdf = '%PDF-1.7\n%âãÏÓ\na bill\n%%EOF';
const stores = /^meterhouse-(archive|reports)-/;
const trap = layTrap();
let portal: Awaited<ReturnType<typeof startArchivePortal>>;
let support: User;
let reader: User;
let before: ReturnType<typeof trap.look>;

beforeAll(async () => {
  const database = await createTestDatabase();
  vi.stubEnv('TMPDIR', trap.folder);
  portal = await startArchivePortal({ database });
  support = await portal.addUser({ roles: ['portal_user', 'portal_support'] });
  reader = await portal.addUser();
  before = trap.look(stores);
});
afterAll(async () => {
  await portal.stop();
  vi.unstubAllEnvs();
  trap.remove();
});

const headersOf = (user: User) => ({ authorization: `Bearer ${user.token}` });
/** As a part of an address; half a character is sent as what it would be in UTF-8, if it could be. */
const encode = (name: string) =>
  [...name].map((sign) => (sign.isWellFormed() ? encodeURIComponent(sign) : '%ED%A0%80')).join('');
const isRaw = (name: string) => /^[!-~]+$/.test(name) && !/[?#]/.test(name);
/** Of a name, what can be asked for: encoded, and as it stands where HTTP can say it. */
const writings = (name: string) => [encode(name), ...(isRaw(name) ? [name] : [])];

/** An answer to an address that nothing has tidied up on its way. */
async function ask(base: string, address: string, user?: User) {
  const { hostname, port } = new URL(base);
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
  const options = { hostname, port, path: address, headers: user && headersOf(user) };
  httpRequest(options, async (response) => {
    resolve({ status: response.statusCode ?? 0, body: await text(response) });
  })
    .on('error', reject)
    .end();
  return promise;
}

function expectNothingEscaped() {
  const after = trap.look(stores);
  expect(after.outside).toEqual(before.outside);
  expect(after.outside.length).toBeGreaterThan(6);
  expect(after.hasEscaped).toBe(false);
  expect(after.stored.filter((name) => !isStored(name))).toEqual([]);
}

function isStored(name: string): boolean {
  try {
    return requireFileName(name) === name;
  } catch {
    return false;
  }
}

it('there are enough of them, and the trap is set', () => {
  expect(hostileNames.length).toBeGreaterThanOrEqual(200);
  expect(faultsOfName('bill (2).pdf')).toEqual([]);
  expect(hostileNames.filter((name) => faultsOfName(name).length > 0).length).toBeGreaterThan(200);
  expectNothingEscaped();
});

it('the store has no file for any of them', async () => {
  const given = hostileNames.flatMap((name) => [name, `documents/${name}`, `uploads/ab/${name}`]);
  expect(given.filter(isStored)).toEqual([]);
  expect(isStored(newFileName('documents'))).toBe(true);
});

describe('sending a file', () => {
  const send = async (fileName: string) => {
    const response = await fetch(`${portal.portal.url}/api/upload?fileName=${fileName}`, {
      method: 'POST',
      headers: headersOf(support),
      body: pdf,
    });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  };

  it('is refused, or gives it a clean name', async () => {
    const taken: string[] = [];
    const names = drawBySeed(hostileNames, maxAtOneDoor, 'names of sent files');
    for (const name of names) {
      const { status, body } = await send(encode(name));
      expect([200, 400], name).toContain(status);
      if (status !== 200) continue;
      taken.push(body.fileName as string);
      const address = `${portal.portal.url}/api/upload/${body.upload}`;
      await fetch(address, { method: 'DELETE', headers: headersOf(support) });
    }
    expect(taken.length).toBeGreaterThan(names.length / 3);
    expect(taken.filter((name) => faultsOfName(name).length > 0)).toEqual([]);
    expect(taken.filter((name) => !name.endsWith('.pdf'))).toEqual([]);
    expectNothingEscaped();
  }, 120_000);

  it.each(endlessNames)('of an endless name is refused: %.10s', async (name) => {
    const { status } = await send(encode(name).slice(0, 15_000));
    expect([400, 414, 431]).toContain(status);
  });
});

describe('addresses of files', () => {
  it('of static files lead to those that were put up, by their own names', async () => {
    const { url } = portal.portal;
    const sent = await fetch(`${url}/api/upload?fileName=guide.pdf`, {
      method: 'POST',
      headers: headersOf(support),
      body: pdf,
    });
    const { upload } = (await sent.json()) as { upload: string };
    const body = { upload, label: 'Guide', language: 'EN', tags: [] };
    const { body: put } = await portal.call(support, 'staticFile.create', { body });
    const good = await ask(url, `/api/static/download/${put.id}/guide.pdf`, support);
    expect([good.status, good.body]).toEqual([200, pdf]);
    const places = hostileNames.flatMap((name) =>
      writings(name).flatMap((part) => [
        `/api/static/download/${put.id}/${part}`,
        `/api/static/download/${part}/guide.pdf`,
      ]),
    );
    await expectRefusals(url, places, support);
  }, 120_000);

  it('of whatever is fetched lead to no other', async () => {
    const { url } = portal.portal;
    const id = await portal.addDocument(reader.property, { content: pdf });
    const params = { document: id };
    const ticket = async () =>
      (await portal.call(reader, 'document.ticket', { params })).body.token;
    const token = await ticket();
    // Each way that a file is fetched by, those to come among them.
    const ways = Object.entries(operations)
      .filter(([operation]) => operation.endsWith('.file'))
      .map(([, way]) => way.path);
    expect(ways.length).toBeGreaterThanOrEqual(5);
    const places = hostileNames.flatMap((name) => [
      ...writings(name).flatMap((part) =>
        ways.map((way) => `${way.replaceAll(/\{\w+\}/g, () => part)}?token=${token}`),
      ),
      `/api/document/download/${id}?token=${encode(name)}`,
      `/api/upload/${encode(name)}`,
    ]);
    await expectRefusals(url, places);
    const good = await ask(url, `/api/document/download/${id}?token=${await ticket()}`);
    expect([good.status, good.body]).toEqual([200, pdf]);
  }, 120_000);

  it('of pages and scripts lead to those alone', async () => {
    const pages = path.join(trap.folder, 'dist');
    mkdirSync(path.join(pages, 'assets'), { recursive: true });
    writeFileSync(path.join(pages, 'index.html'), 'the page');
    writeFileSync(path.join(pages, 'assets/a.js'), 'a script');
    before = trap.look(stores);
    const app = new Hono();
    mountPortal(app, pages);
    app.onError((error, http) => http.text('refused', error instanceof AppError ? 404 : 500));
    const server = createServer(getRequestListener(app.fetch));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      expect((await ask(url, '/assets/a.js')).body).toBe('a script');
      for (const name of hostileNames) {
        for (const part of writings(name)) {
          for (const address of [`/${part}`, `/assets/${part}`, `/assets/../${part}`]) {
            const { status, body } = await ask(url, address);
            expect([200, 400, 404], address).toContain(status);
            expect(['the page', 'refused', ''], address).toContain(body);
          }
        }
      }
    } finally {
      server.closeAllConnections();
      server.close();
    }
    expectNothingEscaped();
  }, 120_000);

  async function expectRefusals(url: string, places: readonly string[], user?: User) {
    const wrong: unknown[] = [];
    expect(places.length).toBeGreaterThan(600);
    for (const address of places) {
      const { status, body } = await ask(url, address, user);
      if (status < 400 || status >= 500 || body.includes(trap.secret))
        wrong.push([address, status]);
    }
    expect(wrong).toEqual([]);
    expectNothingEscaped();
  }
});

it('a package is saved under a clean name, whatever it was called', async () => {
  await portal.addDocument(reader.property, { content: 'packed' });
  const possible = hostileNames.filter((name) => name.trim().length > 0 && name.length <= 100);
  const names = drawBySeed(possible, maxAtOneDoor, 'names of packages');
  const refused: string[] = [];
  const saved: string[] = [];
  for (const packageName of names) {
    const created = await portal.call(reader, 'documentPackage.create', {
      query: { packageName: packageName.toWellFormed() },
      body: {},
    });
    expect([200, 400], packageName).toContain(created.status);
    if (created.status === 200) {
      saved.push(created.body.packageName);
      const params = { packageId: created.body.packageId };
      await portal.call(reader, 'documentPackage.remove', { params });
    } else refused.push(packageName);
  }
  expect(saved.length).toBeGreaterThan(names.length / 3);
  const storable = refused.filter((name) => !/[\0\ud800-\udfff]/.test(name));
  expect(storable.filter((name) => linePattern.test(name))).toEqual([]);

  portal.archive.work(portal.jobs as never, 1);
  const { body } = await portal.call(reader, 'documentPackage.create', {
    query: { packageName: 'first' },
    body: {},
  });
  const params = { packageId: body.packageId };
  await vi.waitFor(
    async () => {
      const [row] = (await portal.call(reader, 'documentPackage.list')).body;
      expect(row).toMatchObject({ packageName: 'first', status: 'READY' });
    },
    { interval: 50 },
  );
  // Names from before had to be no line.
  for (const name of [...saved, ...storable]) {
    await portal.database.pool.query('UPDATE document_package SET name = $1 WHERE id = $2', [
      ...[name, body.packageId],
    ]);
    const { token } = (await portal.call(reader, 'documentPackage.ticket', { params })).body;
    const response = await fetch(
      `${portal.portal.url}/api/document/package/download/${body.packageId}?token=${token}`,
    );
    await response.body?.cancel();
    const header = response.headers.get('content-disposition') ?? '';
    const { type, parameters } = parse(header);
    expect([response.status, type], name).toEqual([200, 'attachment']);
    expect(faultsOfName(parameters.filename ?? ''), name).toEqual([]);
    expect(response.headers.get('x-injected')).toBeNull();
  }
  expectNothingEscaped();
}, 180_000);

it('the canary is what the names ask for', () => {
  expect(hostileNames.filter((name) => name.includes(canary)).length).toBeGreaterThan(100);
});

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filterQuery } from '../../../schemas/api/operation.ts';
import type { Database } from '../../../server/database/open.ts';
import { AppError } from '../../../server/errors.ts';
import { mountPortal } from '../../../server/http/portal.ts';
import { createTestDatabase } from '../../support/database.ts';
import { startWholePortal, type WholePortal } from '../../support/wholePortal.ts';
import { addAccounts, anAccount } from '../identity/support/accounts.ts';

let database: Database;
let portal: WholePortal;
const logged: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  portal = await startWholePortal(database, { log: (line) => logged.push(line) });
  await addAccounts(database, [
    anAccount('helper', { roles: ['portal_support'] }),
    anAccount('plain', { roles: ['portal_user'] }),
  ]);
});
afterAll(async () => {
  await portal.close();
  await database.close();
});

const post = (to: string, body: string) =>
  fetch(`${portal.url}${to}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });

describe('what nobody would send', () => {
  it('is no failure of the server, however deep it is', async () => {
    for (const depth of [60, 400_000]) {
      const deep = `{"token":${'['.repeat(depth)}${']'.repeat(depth)}}`;
      const response = await post('/api/password/forgot/check', deep);
      expect([depth, response.status]).toEqual([depth, 400]);
    }
  });

  it.each(['startedAt:2026-02-31..', 'startedAt:0000-01-01..', 'startedAt:..2026-13-01'])(
    'is refused as a filter: %s',
    async (filter) => {
      const token = await portal.tokenOf('helper');
      const response = await fetch(
        `${portal.url}/api/import?filter=${encodeURIComponent(filter)}`,
        { headers: { authorization: `Bearer ${token}` } },
      );
      expect(response.status).toBe(400);
    },
  );

  it('is answered with the methods that there are', async () => {
    const response = await fetch(`${portal.url}/api/session`, { method: 'POST' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, DELETE, HEAD, OPTIONS');
    expect(await response.json()).toMatchObject({ status: 'METHOD_NOT_ALLOWED' });
    expect((await fetch(`${portal.url}/api/nothing`, { method: 'POST' })).status).toBe(404);
  });
});

it.each(['0x10..', ' ..1', '1e400..', '1..1e5'])('%s is no range of numbers', (range) => {
  const { filter } = filterQuery({ area: 'number' });
  expect(filter.safeParse([`area:${range}`]).success).toBe(false);
  expect(filter.safeParse(['area:-1.5..20']).success).toBe(true);
});

describe('readiness', () => {
  const broken = [{ file: '/srv/portal/manifests/x.json', line: 1, column: 2, message: 'broken' }];
  it('names files to support only', async () => {
    const { manifests } = portal.parts;
    const { problems } = manifests;
    Object.assign(manifests, { problems: () => broken });
    const look = async (token?: string) => {
      const response = await fetch(`${portal.url}/readyz`, {
        headers: token ? { authorization: `Bearer ${token}` } : {},
      });
      return [response.status, await response.text()] as const;
    };
    for (const token of [undefined, 'nonsense', await portal.tokenOf('plain')]) {
      const [status, text] = await look(token);
      expect([status, JSON.parse(text)]).toEqual([
        200,
        {
          database: true,
          manifests: false,
          problems: 1,
          outdatedDevices: 0,
          queue: true,
          waitingJobs: 0,
          failedJobs: 0,
        },
      ]);
    }
    const [, text] = await look(await portal.tokenOf('helper'));
    expect(text).toContain('/srv/portal/manifests/x.json');
    Object.assign(manifests, { problems });
  });
});

describe('the log', () => {
  const refusals = () =>
    logged
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === 'Call refused')
      .map(({ address, path: to, code, reason }) => ({ address, path: to, code, reason }));

  it('tells from where a call was refused, and why, of visitors only what they try', async () => {
    logged.length = 0;
    const look = (to: string, token?: string) =>
      fetch(`${portal.url}${to}`, {
        headers: { 'x-forwarded-for': '203.0.113.7', ...(token && { authorization: token }) },
      });
    expect((await look('/api/session')).status).toBe(401);
    expect((await look('/api/no-such-thing')).status).toBe(404);
    expect(refusals()).toEqual([]);
    expect((await look('/api/session', 'Bearer forged')).status).toBe(401);
    const token = `Bearer ${await portal.tokenOf('plain')}`;
    expect((await look('/api/import', token)).status).toBe(403);
    const address = '203.0.113.7';
    const reason = expect.stringMatching(/\S/);
    expect(refusals()).toEqual([
      { address, path: '/api/session', code: 'UNAUTHENTICATED', reason },
      { address, path: '/api/import', code: 'FORBIDDEN', reason },
    ]);
    expect(logged.join('')).not.toContain('forged');
  });
});

describe('the built pages', () => {
  it('have neither source maps nor the list of their files', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'meterhouse-pages-'));
    await mkdir(path.join(directory, 'assets'));
    await mkdir(path.join(directory, '.vite'));
    for (const file of ['index.html', 'assets/a.js', 'assets/a.js.map', '.vite/manifest.json']) {
      await writeFile(path.join(directory, file), `content of ${file}`);
    }
    const app = new Hono();
    mountPortal(app, directory);
    app.onError((error, http) => http.text('', error instanceof AppError ? error.status : 500));
    const look = async (to: string) => (await app.request(to)).status;
    expect(await look('/assets/a.js')).toBe(200);
    expect(await look('/dashboard')).toBe(200);
    for (const to of ['/assets/a.js.map', '/assets/a%2Ejs%2Emap', '/.vite/manifest.json']) {
      expect([to, await look(to)]).toEqual([to, 404]);
    }
    await rm(directory, { recursive: true });
  });
});

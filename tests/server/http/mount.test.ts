import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../schemas/api/operation.ts';
import { operations } from '../../../schemas/api/operations.ts';
import { AppError } from '../../../server/errors.ts';
import { hostOf, mountOperations, subjectOf } from '../../../server/http/mount.ts';
import type { Session } from '../../../server/session.ts';
import type { Turn } from '../../../server/workPool.ts';
import { marketOf } from '../../support/markets.ts';

/** How a call comes to its handler, with everything around it made up. */

const session = {
  accountId: 7,
  subject: { signedIn: true, country: 'CZ', roles: ['portal_user'], features: [] },
} as unknown as Session;
type Refusal = 'signIn' | 'module' | 'anyRole' | undefined;
type Heard = Readonly<Record<string, unknown>>;

interface World {
  readonly authenticate?: (
    header: string | undefined,
    from: object,
  ) => Promise<Session | undefined>;
  readonly refusal?: Refusal;
  readonly handle?: (given: { request: Heard; context: Heard }) => unknown;
  readonly observe?: (id: string, status: number, seconds: number) => void;
}

function start({
  authenticate = async () => session,
  refusal,
  handle = () => ({}),
  observe,
}: World = {}) {
  const app = new Hono();
  const called: { id: string; request: Heard; context: Heard }[] = [];
  const asked: unknown[][] = [];
  const owners: string[] = [];
  const handlers = new Proxy(
    {},
    {
      get: (_target, id: string) => async (request: Heard, context: Heard) => {
        called.push({ id, request, context });
        return handle({ request, context });
      },
    },
  );
  const note = (...values: unknown[]) => void asked.push(values);
  mountOperations({
    app,
    handlers,
    identity: { authenticate },
    manifests: {
      findOperationRefusal: (id: string, subject: object) => {
        note('refusal', id, subject);
        return refusal;
      },
      findSubmissionFaults: (id: string, subject: object, body: unknown, locale: string) => {
        note('form', id, subject, body, locale);
        return [];
      },
      licensingFeatures: (id: string) => [`for ${id}`],
      market: marketOf,
    },
    calls: {
      run: (owner: string, work: () => Promise<unknown>) => {
        owners.push(owner);
        return work();
      },
      isWanted: (owner: string) => owner === 'account 7',
    },
    checkResponses: false,
    observe,
  } as never);
  app.onError((error, http) => {
    const known = error as AppError;
    if (!(error instanceof AppError)) return http.json({ message: String(error) }, 500);
    return http.json({ code: known.code, details: known.details }, known.status);
  });
  const send = async (to: string, init: RequestInit = {}) => {
    const response = await app.request(to, init);
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  return { app, send, called, asked, owners };
}

const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

describe('a call', () => {
  it('is handled with what was asked, by whom, and what they may see', async () => {
    const { send, called, asked, owners } = start({ handle: () => ({ answer: 42 }) });
    expect(await send('/api/property?page=3')).toEqual({ status: 200, body: { answer: 42 } });
    const scope = { accountId: 7, anyFeature: ['for property.list'] };
    expect(called).toEqual([
      {
        id: 'property.list',
        request: {
          params: undefined,
          query: expect.objectContaining({ page: 3 }),
          body: undefined,
        },
        context: expect.objectContaining({ session, scope }),
      },
    ]);
    expect(asked).toEqual([['refusal', 'property.list', session.subject]]);
    expect(owners).toEqual(['account 7']);
  });

  it('is observed with its operation, what it was answered and how long that took', async () => {
    const observed: [string, number, number][] = [];
    const thrown = [undefined, new AppError('CONFLICT', 'No.'), new Error('Oh'), 'no error at all'];
    const { app } = start({
      handle: () => {
        const next = thrown[observed.length];
        if (next !== undefined) throw next;
        return {};
      },
      observe: (...call) => void observed.push(call),
    });
    for (const _ of thrown)
      await Promise.resolve(app.request('/api/property')).catch(() => undefined);
    await app.request('/api/property?page=x');
    expect(observed).toEqual(
      [200, 409, 500, 500, 400].map((status) => ['property.list', status, expect.any(Number)]),
    );
    const seconds = observed.map(([, , one]) => one);
    expect(seconds.every((one) => one >= 0 && one < 60)).toBe(true);
  });

  it('of nobody is handled without a scope, in the market of the address', async () => {
    const { send, called, asked, owners } = start({ authenticate: async () => undefined });
    await send('/api/password/forgot/check', {
      ...json({ token: 'a' }),
      headers: { 'content-type': 'application/json', host: 'portal.example.cz' },
    });
    const visitor = { signedIn: false, country: 'CZ', roles: [], features: [] };
    expect(called[0]?.request).toMatchObject({ body: { token: 'a' } });
    expect(called[0]?.context).toMatchObject({ session: undefined, scope: undefined });
    expect(asked).toEqual([
      ['refusal', 'password.check', visitor],
      ['form', 'password.check', visitor, { token: 'a' }, 'cs'],
    ]);
    expect(owners).toEqual(['address ']);
  });

  it('authenticates with its own token, address and browser', async () => {
    const heard: unknown[] = [];
    const { app } = start({
      authenticate: async (...given) => {
        heard.push(given);
        return undefined;
      },
    });
    const incoming = { socket: { remoteAddress: '9.9.9.9' }, headers: {} };
    const headers = { authorization: 'Bearer x', 'user-agent': 'a browser' };
    await app.request('/api/session', { headers }, { incoming });
    await app.request('/api/session', {}, { incoming });
    const asked = { call: { operation: 'session.get', path: '/api/session' } };
    expect(heard).toEqual([
      ['Bearer x', { address: '9.9.9.9', userAgent: 'a browser' }, asked],
      [undefined, { address: '9.9.9.9', userAgent: '' }, asked],
    ]);
  });

  it.each<[Refusal, string | undefined, number, object]>([
    ['signIn', undefined, 401, { code: 'UNAUTHENTICATED', details: [] }],
    [
      'signIn',
      'Bearer x.y.z',
      401,
      {
        code: 'UNAUTHENTICATED',
        details: [{ field: 'incident', message: expect.stringMatching(/./) }],
      },
    ],
    ['module', undefined, 404, { code: 'NOT_FOUND' }],
    ['anyRole', undefined, 403, { code: 'FORBIDDEN' }],
  ])('that is refused (%s, with %s) is answered with %i', async (refusal, token, status, body) => {
    const { send, called } = start({ refusal });
    const headers = token === undefined ? {} : { authorization: token };
    const answer = await send('/api/session', { headers });
    expect(answer).toMatchObject({ status, body });
    expect(called).toEqual([]);
  });

  it('of who is blocked is a visitor’s where it is public, and refused elsewhere', async () => {
    const blocked = async () => {
      throw new AppError('ACCOUNT_BLOCKED', 'Blocked.');
    };
    const { send, called } = start({ authenticate: blocked });
    expect((await send('/api/password/forgot/check', json({ token: 'a' }))).status).toBe(200);
    expect(called[0]?.context).toMatchObject({ session: undefined });
    expect(await send('/api/session')).toMatchObject({
      status: 423,
      body: { code: 'ACCOUNT_BLOCKED' },
    });
  });

  it.each(['/api/password/forgot/check', '/api/session'])(
    'to %s isn’t a visitor’s when something else is wrong with its token',
    async (to) => {
      const broken = async () => {
        throw new AppError('UNAUTHENTICATED', 'Expired.');
      };
      const { send, called } = start({ authenticate: broken });
      const init = to === '/api/session' ? {} : json({ token: 'a' });
      expect((await send(to, init)).status).toBe(401);
      expect(called).toEqual([]);
    },
  );

  it('is left alone when the caller has left before its turn', async () => {
    const { app, called } = start();
    const leaving = new AbortController();
    leaving.abort();
    const request = new Request('http://portal/api/session', { signal: leaving.signal });
    expect((await app.request(request)).status).toBe(400);
    expect(called).toEqual([]);
  });

  it('may answer as it likes, and is refused by what its handler throws', async () => {
    const answer = () => new Response('{"own":true}', { status: 206 });
    expect(await start({ handle: answer }).send('/api/session')).toEqual({
      status: 206,
      body: { own: true },
    });
    const refuse = () => {
      throw new AppError('LINK_EXPIRED', 'No.');
    };
    expect(await start({ handle: refuse }).send('/api/session')).toMatchObject({ status: 410 });
  });

  it('with a file takes its turns itself, knows who else waits, and isn’t limited to 1 MB', async () => {
    const { app, called, owners } = start();
    const body = 'x'.repeat(1_100_000);
    const response = await app.request('/api/import/readings', {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body,
    });
    expect(await response.json()).not.toMatchObject({ code: 'TOO_LARGE' });
    expect(called.map(({ id }) => id)).toEqual(['import.readings']);
    expect(owners).toEqual([]);
    const [{ context: { turn } = {} } = {}] = called as { context?: { turn?: Turn } }[];
    expect(turn?.isWanted()).toBe(true);
    expect(await turn?.take(async () => 'done')).toBe('done');
    expect(owners).toEqual(['account 7']);
  });
});

describe('an address', () => {
  it('that is spelled out comes before one with a parameter in its place', async () => {
    const { app, called } = start();
    const all = Object.entries(operations) as [string, Operation][];
    const patterns = all
      .filter(([, { path }]) => path.includes('{'))
      .map(([, { path }]) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`));
    const fitting = all.filter(([, { path }]) => patterns.some((pattern) => pattern.test(path)));
    const spelledOut = fitting.filter(([, { path }]) => !path.includes('{'));
    expect(spelledOut.length).toBeGreaterThan(1);
    for (const [id, { method, path, body }] of spelledOut) {
      called.length = 0;
      const response = await app.request(path, body ? { ...json({}), method } : { method });
      expect([id, response.status]).not.toEqual([id, 405]);
      expect([[id], []]).toContainEqual(called.map((one) => one.id));
    }
  });

  it('takes the methods of its operations alone', async () => {
    const { app } = start();
    const options = await app.request('/api/session', { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([
      204,
      'GET, DELETE, HEAD, OPTIONS',
    ]);
    expect((await app.request('/api/session', { method: 'PUT' })).status).toBe(405);
    const posts = await app.request('/api/password/forgot/check', { method: 'OPTIONS' });
    expect(posts.headers.get('allow')).toBe('POST, OPTIONS');
  });
});

it('the host is the one that the browser says, else the address’s', () => {
  const of = (host?: string) =>
    ({
      req: {
        url: 'http://url.example:81/x',
        header: (name: string) => (name === 'host' ? host : undefined),
      },
    }) as never;
  expect(hostOf(of('said.example:82'))).toBe('said.example:82');
  expect(hostOf(of())).toBe('url.example:81');
  expect(subjectOf(of('portal.pl'), session, { market: marketOf })).toBe(session.subject);
  expect(subjectOf(of('portal.dk'), undefined, { market: marketOf })).toEqual({
    signedIn: false,
    country: 'DK',
    roles: [],
    features: [],
  });
});

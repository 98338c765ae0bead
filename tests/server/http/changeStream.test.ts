import { Hono } from 'hono';
import { decodeJwt, UnsecuredJWT } from 'jose';
import { afterAll, expect, it, vi } from 'vitest';
import type { PushedCall } from '../../../schemas/api/operations.ts';
import { AppError } from '../../../server/errors.ts';
import { type ChangeStreamLimits, mountChangeStream } from '../../../server/http/changeStream.ts';
import { createManifestService } from '../../../server/manifests/serve/createManifestService.ts';
import type { Session } from '../../../server/session.ts';
import { readEvents } from '../../support/eventStream.ts';
import { realDirectories } from '../manifests/directories.ts';

const manifests = await createManifestService({
  ...realDirectories,
  signIn: { authority: 'http://localhost', clientId: 'portal', scope: 'openid' } as never,
});
afterAll(() => manifests.close());

/** The stream alone; whose tokens are asked with is said by their subject. */
function start(limits: Partial<ChangeStreamLimits> = {}) {
  const listeners = new Map<number, Set<(calls: readonly PushedCall[]) => void>>();
  const stopping = new AbortController();
  const state = {
    lost: new AbortController(),
    /** Until its token is refused. */
    tokenSeconds: 300,
    refusal: undefined as 'blocked' | 'ended' | undefined,
    features: ['DOCUMENT_ARCH_ARCHIVE', 'REPORT_DEVICE_READING', 'REPORT_JOB'],
  };
  const authenticate = vi.fn(async (authorization?: string): Promise<Session | undefined> => {
    if (authorization === undefined || state.refusal === 'ended') return undefined;
    if (state.refusal === 'blocked') throw new AppError('ACCOUNT_BLOCKED', 'Blocked.');
    const { features } = state;
    const subject = { signedIn: true, country: 'PL', roles: ['portal_admin'], features };
    const accountId = Number(decodeJwt(authorization.slice('Bearer '.length)).sub);
    return { accountId, subject } as unknown as Session;
  });
  const app = new Hono();
  app.onError((error, http) => http.body(null, error instanceof AppError ? error.status : 500));
  mountChangeStream(app, {
    changes: {
      hearing: () => (state.lost.signal.aborted ? undefined : state.lost.signal),
      subscribe(account, listener) {
        const own = listeners.get(account) ?? new Set();
        listeners.set(account, own.add(listener));
        return () => void own.delete(listener);
      },
    },
    identity: { authenticate },
    manifests,
    stopping: stopping.signal,
    limits,
  });
  const request = async (account: number | undefined, method = 'GET') => {
    // Tokens count for a minute longer than they say.
    const end = Math.floor(Date.now() / 1000) + state.tokenSeconds - 60;
    const token = new UnsecuredJWT({ sub: `${account}` })
      .setIssuedAt(end - 100)
      .setExpirationTime(end)
      .encode();
    const headers = account === undefined ? {} : { authorization: `Bearer ${token}` };
    return app.request('/api/changes', { method, headers });
  };
  return {
    state,
    stopping,
    authenticate,
    request,
    count: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
    tell(account: number, ...calls: PushedCall[]) {
      for (const listener of listeners.get(account) ?? []) listener(calls);
    },
    async open(account = 1) {
      const response = await request(account);
      expect(response.status).toBe(200);
      const events = readEvents(response);
      expect(await events.next()).toEqual({ event: 'ping', data: '' });
      return { ...events, response };
    },
  };
}

const quick = { pingMilliseconds: 10 };

it('tells which calls of the account changed, and another account nothing of it', async () => {
  const { open, tell } = start();
  const [own, other] = [await open(1), await open(2)];
  tell(1, 'documentPackage.list');
  tell(2, 'report.list');
  const data = '{"calls":["documentPackage.list"]}';
  expect(await own.next()).toEqual({ event: 'changed', data });
  expect(await other.next()).toEqual({ event: 'changed', data: '{"calls":["report.list"]}' });
  await Promise.all([own.leave(), other.leave()]);
});

it('is kept by no proxy for later', async () => {
  const { response, leave } = await start().open();
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(response.headers.get('x-accel-buffering')).toBe('no');
  await leave();
});

it('tells together what comes in short order, and what came last all the same', async () => {
  const { open, tell } = start({ pauseMilliseconds: 200 });
  const page = await open();
  for (let at = 0; at < 100; at += 1) tell(1, 'documentPackage.list');
  expect(await page.nextCalls()).toEqual(['documentPackage.list']);
  for (let at = 0; at < 100; at += 1) tell(1, 'report.list', 'documentPackage.list');
  expect(await page.nextCalls()).toEqual(['report.list', 'documentPackage.list']);
  tell(1, 'reportJob.list');
  expect(await page.nextCalls()).toEqual(['reportJob.list']);
  await page.leave();
});

it('rests after it has told something', async () => {
  const { open, tell, stopping } = start({ pauseMilliseconds: 3_600_000 });
  const page = await open();
  tell(1, 'documentPackage.list');
  expect(await page.nextCalls()).toEqual(['documentPackage.list']);
  tell(1, 'documentPackage.list');
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  stopping.abort();
  expect(await page.next()).toMatchObject({ event: 'stopping' });
});

it('tells nothing of calls that the account may not make, by its rights of that moment', async () => {
  const { open, tell, state } = start();
  const page = await open();
  state.features = ['DOCUMENT_ARCH_ARCHIVE'];
  tell(1, 'reportJob.list', 'documentPackage.list');
  expect(await page.nextCalls()).toEqual(['documentPackage.list']);
  await page.leave();
});

it('is for nobody who hasn’t signed in, whose session is over, or who is blocked', async () => {
  const { request, state, count } = start();
  expect((await request(undefined)).status).toBe(401);
  state.refusal = 'ended';
  expect((await request(1)).status).toBe(401);
  state.refusal = 'blocked';
  expect((await request(1)).status).toBe(423);
  expect(count()).toBe(0);
});

it.each(['ended', 'blocked'] as const)(
  'tells nothing more once the session is %s, and ends',
  async (refusal) => {
    const { open, tell, state, count } = start();
    const page = await open();
    state.refusal = refusal;
    tell(1, 'documentPackage.list');
    expect(await page.next()).toBeUndefined();
    expect(count()).toBe(0);
  },
);

it('finds out that its session is over also while nothing happens', async () => {
  const { open, state } = start(quick);
  const page = await open();
  state.refusal = 'ended';
  expect(await page.nextCalls()).toBeUndefined();
});

it('looks at sessions without keeping them alive', async () => {
  const { open, authenticate } = start(quick);
  const page = await open();
  await page.next();
  expect(authenticate.mock.calls.length).toBeGreaterThan(1);
  for (const [, ...how] of authenticate.mock.calls as unknown[][]) {
    expect(how).toEqual([undefined, { isCall: false }]);
  }
  await page.leave();
});

it('ends when its token isn’t valid any more', async () => {
  const { open, state, count } = start();
  state.tokenSeconds = 1;
  const page = await open();
  expect(await page.next()).toBeUndefined();
  expect(count()).toBe(0);
});

it('ends, and turns away, while changes would be missed', async () => {
  const { open, state, request } = start();
  const page = await open();
  state.lost.abort();
  expect(await page.next()).toBeUndefined();
  const answer = await request(1);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
  state.lost = new AbortController();
  await (await open()).leave();
});

it('has so many places in all and for an account, which who leaves gives back', async () => {
  const { open, request, count } = start({ listeners: 3, perAccount: 2 });
  const [first, second] = [await open(1), await open(1)];
  expect((await request(1)).status).toBe(429);
  const third = await open(2);
  expect((await request(3)).status).toBe(503);
  await first.leave();
  await vi.waitFor(() => expect(count()).toBe(2));
  const fourth = await open(3);
  await Promise.all([second.leave(), third.leave(), fourth.leave()]);
  await vi.waitFor(() => expect(count()).toBe(0));
});

it('holds no place for HEAD, which nobody reads', async () => {
  const { request, count } = start();
  expect((await request(1, 'HEAD')).status).toBe(200);
  expect(count()).toBe(0);
});

it('says when to come back as the portal stops, and takes no more', async () => {
  const { open, request, stopping } = start();
  const page = await open();
  stopping.abort();
  expect(await page.next()).toMatchObject({ event: 'stopping' });
  expect(await page.next()).toBeUndefined();
  expect((await request(1)).status).toBe(503);
});

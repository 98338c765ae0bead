import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context, Hono } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { PushedCall } from '../../schemas/api/operations.ts';
import { changesPath } from '../../schemas/api/paths.ts';
import type { Changes } from '../changes/changes.ts';
import { createInbox } from '../changes/inbox.ts';
import { AppError } from '../errors.ts';
import { endOf } from '../identity/accessTokens.ts';
import type { Identity } from '../identity/identity.ts';
import { findToken } from '../identity/tokenRefusals.ts';
import type { ManifestService } from '../manifests/serve/service.ts';
import type { Session } from '../session.ts';
import { notSignedIn } from './mount.ts';
import { createPlaces } from './places.ts';

export interface ChangeStreamLimits {
  /** Each is an open connection: more than these are turned away, in all and of an account. */
  readonly listeners: number;
  readonly perAccount: number;
  /** Proxies close what stays silent for a minute; as often it is looked whether the session goes on. */
  readonly pingMilliseconds: number;
  /** Between two events: what comes meanwhile is told together. */
  readonly pauseMilliseconds: number;
}

const usualLimits: ChangeStreamLimits = {
  listeners: 5000,
  perAccount: 20,
  pingMilliseconds: 25_000,
  pauseMilliseconds: 300,
};

interface ChangeStreamDeps {
  /** Left out: nothing is heard, and pages ask again by themselves. */
  readonly changes: Pick<Changes, 'hearing' | 'subscribe'> | undefined;
  readonly identity: Pick<Identity, 'authenticate'>;
  readonly manifests: Pick<ManifestService, 'findOperationRefusal'>;
  /** Aborted when the portal is about to end. */
  readonly stopping: AbortSignal;
  readonly limits?: Partial<ChangeStreamLimits> | undefined;
}

/**
 * Tells the pages of an account, as server-sent events, which calls answer something else by now,
 * and never what: each page asks anew, with its own rights. Before anything is told, and at each
 * ping, the session is looked at as for a call; a stream ends with it, with its token, when changes
 * may be missed, and when the portal does.
 */
export function mountChangeStream(app: Hono, deps: ChangeStreamDeps): void {
  const { changes, identity, stopping } = deps;
  const limits = { ...usualLimits, ...deps.limits };
  const { listeners, perAccount } = limits;
  const places = createPlaces<number>({ listeners, perOwner: perAccount });

  app.get(changesPath, async (http) => {
    const authorization = http.req.header('authorization');
    const look = () => identity.authenticate(authorization, undefined, { isCall: false });
    const session = await look();
    const token = findToken(authorization);
    if (!session || token === undefined) throw notSignedIn(authorization);
    const hearing = changes?.hearing();
    if (!changes || !hearing || stopping.aborted) return turnAway(http);
    if (http.req.method === 'HEAD') return http.body(null);
    const { accountId } = session;
    if (!places.hasOwn(accountId)) {
      throw new AppError(
        'TOO_MANY_REQUESTS',
        `At most ${perAccount} pages of an account are told of changes. Close some of them.`,
      );
    }
    const leave = places.take(accountId);
    if (!leave) return turnAway(http);
    http.header('X-Accel-Buffering', 'no');
    return streamSSE(http, async (stream) => {
      const inbox = createInbox<PushedCall>();
      const unsubscribe = changes.subscribe(accountId, inbox.put);
      const gone = new AbortController();
      stream.onAbort(() => gone.abort());
      const expired = AbortSignal.timeout(Math.max(0, endOf(token) - Date.now()));
      const signal = AbortSignal.any([gone.signal, stopping, hearing, expired]);
      const over = once(signal, 'abort').then(() => undefined);
      /** Whoever doesn't read must not hold a place for longer than the token counts. */
      const say: SSEStreamingApi['writeSSE'] = (event) =>
        Promise.race([stream.writeSSE(event), over]);
      try {
        await say({ event: 'ping', data: '' });
        while (!signal.aborted) {
          const calls = await inbox.take(limits.pingMilliseconds, signal);
          const present = signal.aborted ? undefined : await look().catch(() => undefined);
          if (present?.accountId !== accountId || signal.aborted) break;
          const readable = calls.filter((call) => mayAsk(call, present));
          if (readable.length === 0) await say({ event: 'ping', data: '' });
          else {
            await say({ event: 'changed', data: JSON.stringify({ calls: readable }) });
            await rest(limits.pauseMilliseconds, signal);
          }
        }
        const retry = 1000 + Math.round(Math.random() * 4000);
        if (stopping.aborted) await stream.writeSSE({ event: 'stopping', data: '', retry });
      } finally {
        unsubscribe();
        leave();
      }
    });
  });

  const mayAsk = (call: PushedCall, { subject }: Session) =>
    deps.manifests.findOperationRefusal(call, subject) === undefined;
}

/** Pages ask again by themselves meanwhile. */
function turnAway(http: Context): Response {
  return http.body(null, 503, { 'Retry-After': '60' });
}

async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}

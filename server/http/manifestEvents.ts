import { setTimeout as sleep } from 'node:timers/promises';
import type { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { networkOf } from '../identity/networkOf.ts';
import type { ManifestService } from '../manifests/serve/service.ts';
import { createPlaces } from './places.ts';
import { addressOf } from './remoteAddress.ts';

/** Proxies close what stays silent for a minute. */
const pingMilliseconds = 25_000;
/**
 * Each is an open connection, and anybody may ask for one: more than these are turned away, in all and
 * of an address, behind which a whole office may be.
 */
const usualLimits = { listeners: 5000, perAddress: 200 };

/**
 * Tells open pages, as server-sent events, that manifests have changed. It says nothing of what is
 * in them: each page asks anew, with its own rights. When the portal is `stopping` they end, and
 * pages come back within some seconds, not all at once.
 */
export function mountManifestEvents(
  app: Hono,
  manifests: Pick<ManifestService, 'subscribe'>,
  stopping: AbortSignal,
  { listeners, perAddress } = usualLimits,
): void {
  const places = createPlaces<string>({ listeners, perOwner: perAddress });
  app.get('/api/manifest/events', (http) => {
    const leave = stopping.aborted ? undefined : places.take(networkOf(addressOf(http)));
    if (!leave) return http.body(null, 503, { 'Retry-After': '60' });
    return streamSSE(http, async (stream) => {
      const unsubscribe = manifests.subscribe(() => {
        void stream.writeSSE({ event: 'changed', data: '' });
      });
      const gone = new AbortController();
      stream.onAbort(() => gone.abort());
      const signal = AbortSignal.any([gone.signal, stopping]);
      try {
        while (!signal.aborted) {
          await stream.writeSSE({ event: 'ping', data: '' });
          await sleep(pingMilliseconds, undefined, { signal }).catch(() => undefined);
        }
        const retry = 1000 + Math.round(Math.random() * 4000);
        if (stopping.aborted) await stream.writeSSE({ event: 'stopping', data: '', retry });
      } finally {
        leave();
        unsubscribe();
      }
    });
  });
}

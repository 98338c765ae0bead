import { setTimeout as sleep } from 'node:timers/promises';
import type { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { ManifestService } from '../manifests/service.ts';

/** Proxies close what stays silent for a minute. */
const pingMilliseconds = 25_000;
/** Each is an open connection, and one per browser is enough: more than these are turned away. */
const usualListeners = 5000;

/**
 * Tells open pages, as server-sent events, that manifests have changed. It says nothing of what is
 * in them: each page asks anew, with its own rights. When the portal is `stopping` they end, and
 * pages come back within some seconds, not all at once.
 */
export function mountManifestEvents(
  app: Hono,
  manifests: Pick<ManifestService, 'subscribe'>,
  stopping: AbortSignal,
  mostListeners = usualListeners,
): void {
  let listeners = 0;
  app.get('/api/manifest/events', (http) => {
    if (listeners >= mostListeners || stopping.aborted) {
      return http.body(null, 503, { 'Retry-After': '60' });
    }
    listeners += 1;
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
        listeners -= 1;
        unsubscribe();
      }
    });
  });
}

import type { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { ManifestService } from '../manifests/service.ts';

/** Proxies close what stays silent for a minute. */
const pingMilliseconds = 25_000;
/** Each is an open connection, and one per browser is enough: more than these are turned away. */
const maxListeners = 5000;

/**
 * Tells open pages, as server-sent events, that manifests have changed. It says nothing of what is
 * in them: each page asks anew, with its own rights.
 */
export function mountManifestEvents(
  app: Hono,
  manifests: Pick<ManifestService, 'subscribe'>,
): void {
  let listeners = 0;
  app.get('/api/manifest/events', (http) => {
    if (listeners >= maxListeners) return http.body(null, 503, { 'Retry-After': '60' });
    listeners += 1;
    return streamSSE(http, async (stream) => {
      const unsubscribe = manifests.subscribe(() => {
        void stream.writeSSE({ event: 'changed', data: '' });
      });
      stream.onAbort(unsubscribe);
      try {
        while (!stream.aborted && !stream.closed) {
          await stream.writeSSE({ event: 'ping', data: '' });
          await stream.sleep(pingMilliseconds);
        }
      } finally {
        listeners -= 1;
        unsubscribe();
      }
    });
  });
}

import type { QueryClient } from '@tanstack/react-query';
import type { OperationId } from '../../schemas/api/operations.ts';
import { portalKey } from './portalState.ts';

/** Calls that answer what manifests and texts say. */
const madeOfManifests = [
  'manifest.screen',
  'reportPreset.list',
  'reportDefinition.columns',
] as const satisfies readonly OperationId[];

/** Has everything that is made of manifests asked for again; what was fetched besides stays. */
export function askAnew(queries: Pick<QueryClient, 'invalidateQueries'>): void {
  void queries.invalidateQueries({ queryKey: portalKey });
  for (const call of madeOfManifests) void queries.invalidateQueries({ queryKey: [call] });
}

const eventsAddress = '/api/manifest/events';
const channelName = 'meterhouse.manifests';
const leastPauseMilliseconds = 5000;

/**
 * Calls back when the server's manifests have changed. One tab of a browser listens for all, since
 * each listener keeps a connection and HTTP/1.1 has six of them; the tab that takes over from a
 * closed one calls back as well, for it may have missed something. Returns how to stop.
 */
export function followManifests(onChange: () => void): () => void {
  const { locks } = navigator;
  if (typeof EventSource === 'undefined' || !locks) return () => undefined;
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = onChange;
  const stopping = new AbortController();
  const { signal } = stopping;
  locks
    .request(channelName, { signal }, () => listen(signal, channel, onChange))
    // Aborted while it waited for the lock.
    .catch(() => undefined);
  return () => {
    stopping.abort();
    channel.close();
  };
}

/** Listens until stopped; the lock is held for so long. */
function listen(
  signal: AbortSignal,
  channel: BroadcastChannel,
  onChange: () => void,
): Promise<void> {
  return new Promise((resolve) => {
    let events: EventSource;
    let wasInterrupted = false;
    let timer: ReturnType<typeof setTimeout>;
    const tell = () => {
      channel.postMessage('changed');
      onChange();
    };
    const open = () => {
      events = new EventSource(eventsAddress);
      events.addEventListener('changed', tell);
      events.onerror = () => {
        wasInterrupted = true;
        // After a 502 or 503, as while a server restarts, the browser doesn't come back by itself.
        if (events.readyState !== EventSource.CLOSED || signal.aborted) return;
        clearTimeout(timer);
        timer = setTimeout(open, leastPauseMilliseconds * (1 + Math.random()));
      };
      events.onopen = () => {
        if (wasInterrupted) tell();
        wasInterrupted = false;
      };
    };
    open();
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      events.close();
      resolve();
    });
  });
}

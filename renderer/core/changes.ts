import type { QueryClient } from '@tanstack/react-query';
import { createParser } from 'eventsource-parser';
import { changesPath } from '../../schemas/api/paths.ts';
import type { OpenStream } from './api.ts';

/** Something on the page that shows what a call answers, while that may change by itself. */
export interface Follower {
  readonly call: string;
  /** Told whether changes are heard; while they aren't it asks again by itself. */
  readonly onHearing: (isHearing: boolean) => void;
}

interface Surroundings {
  readonly queries: Pick<QueryClient, 'invalidateQueries'>;
  readonly openStream: OpenStream;
}

/** The server says something each 25 seconds: two such silences are a connection that died. */
const longestSilence = 60_000;
/** A stream that ends sooner was none: the next try waits longer. */
const shortestStream = 5000;
const shortestPause = 1000;
const longestPause = 60_000;

const streams = new WeakMap<object, ReturnType<typeof createStream>>();

/**
 * Has what a call answers asked for again whenever the server tells that it has changed. All of a
 * page share one stream, which is open while anybody follows and the page can be seen: an open one
 * takes a connection, of which HTTP/1.1 has six. Returns how to stop.
 */
export function followChanges(surroundings: Surroundings, follower: Follower): () => void {
  const { queries } = surroundings;
  const stream = streams.get(queries) ?? createStream(surroundings);
  streams.set(queries, stream);
  return stream.follow(follower);
}

function createStream({ queries, openStream }: Surroundings) {
  const followers = new Set<Follower>();
  let running: AbortController | undefined;
  let isHearing = false;

  function note(isHearingNow: boolean): void {
    isHearing = isHearingNow;
    for (const { onHearing } of followers) onHearing(isHearing);
  }

  function askAnew(calls: Iterable<string>): void {
    for (const call of new Set(calls)) void queries.invalidateQueries({ queryKey: [call] });
  }

  /** Listens once; answers for how long at least to rest before the next time. */
  async function listen(signal: AbortSignal): Promise<number> {
    const response = await openStream(changesPath, signal);
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      return 1000 * Number(response.headers.get('retry-after') ?? 0);
    }
    let pause = 0;
    const parser = createParser({
      onRetry: (milliseconds) => {
        pause = milliseconds;
      },
      onEvent: ({ event, data }) => {
        if (event === 'changed') askAnew(readCalls(data));
      },
    });
    note(true);
    // What changed before, while nothing was heard.
    askAnew([...followers].map(({ call }) => call));
    await readAll(response.body, parser.feed);
    return pause;
  }

  async function run(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; ) {
      const since = performance.now();
      const least = await listen(signal).catch(() => 0);
      if (signal.aborted) return;
      note(false);
      failures = performance.now() - since < shortestStream ? failures + 1 : 0;
      await rest(Math.max(least, pauseAfter(failures)), signal);
    }
  }

  function look(): void {
    const isWanted = followers.size > 0 && document.visibilityState !== 'hidden';
    if (isWanted && !running) {
      running = new AbortController();
      void run(running.signal);
    } else if (!isWanted && running) {
      running.abort();
      running = undefined;
      note(false);
    }
  }

  return {
    follow(follower: Follower): () => void {
      if (followers.size === 0) document.addEventListener('visibilitychange', look);
      followers.add(follower);
      if (isHearing) follower.onHearing(true);
      look();
      return () => {
        followers.delete(follower);
        if (followers.size === 0) document.removeEventListener('visibilitychange', look);
        look();
      };
    },
  };
}

/** Feeds what comes until the stream ends or fails, or has been silent for too long. */
async function readAll(
  body: ReadableStream<Uint8Array>,
  feed: (text: string) => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const timer = setTimeout(() => void reader.cancel(), longestSilence);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    if (done) return;
    feed(decoder.decode(value, { stream: true }));
  }
}

/** Another release may tell of more than this page knows. */
function readCalls(data: string): string[] {
  try {
    const { calls } = JSON.parse(data) as { calls?: unknown };
    return Array.isArray(calls) ? calls.filter((call) => typeof call === 'string') : [];
  } catch {
    return [];
  }
}

/** The longer the oftener it failed, and not for all pages the same. */
function pauseAfter(failures: number): number {
  const most = Math.min(longestPause, shortestPause * 2 ** failures);
  return failures === 0 ? Math.random() * most : most * (0.5 + Math.random() / 2);
}

function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end);
  });
}

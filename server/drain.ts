import type { Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Drain {
  /** Aborted once the portal is about to end: streams and imports end by themselves then. */
  readonly signal: AbortSignal;
  /** Ends the server's connections without failing a call; resolves when none is left. */
  stop(): Promise<void>;
}

/** For an answer to be read before its connection is gone. */
const partingMilliseconds = 500;
const lookMilliseconds = 20;
/** A second without a call, and whoever looks at /readyz has gone elsewhere. */
const looksOfQuiet = 50;

/**
 * Lets a server end without a failed call: it says so at once, which balancers see at /readyz, goes
 * on until nobody asks any more, or for `noticeMilliseconds`, then takes no new connections, and
 * gives calls that are under way their time.
 */
export function createDrain(
  server: Server,
  { noticeMilliseconds = 5000, callMilliseconds = 10_000 } = {},
): Drain {
  const stopping = new AbortController();
  const running = new Set<ServerResponse>();
  // Whoever asks over this connection again would meet a closed one. Who is still sending a file
  // would be cut off before the answer is read.
  const sayClose = (response: ServerResponse) => {
    const { headers, complete } = response.req;
    const isSending = !complete && ('transfer-encoding' in headers || 'content-length' in headers);
    if (!response.headersSent && !isSending) response.setHeader('Connection', 'close');
  };
  let calls = 0;
  server.prependListener('request', ({ url }, response: ServerResponse) => {
    if (url !== '/readyz') calls += 1;
    if (stopping.signal.aborted) sayClose(response);
    running.add(response);
    response.once('close', () => running.delete(response));
  });
  return {
    signal: stopping.signal,
    async stop() {
      stopping.abort();
      for (const response of running) sayClose(response);
      const noticed = performance.now() + noticeMilliseconds;
      // Looks are counted, not time: what came while the process had no turn is seen at each.
      for (let quietLooks = 0; quietLooks < looksOfQuiet; ) {
        if ((await countConnections(server)) === 0 || performance.now() > noticed) break;
        const seen = calls;
        await sleep(lookMilliseconds);
        quietLooks = calls === seen ? quietLooks + 1 : 0;
      }
      server.close();
      const end = performance.now() + callMilliseconds;
      while (running.size > 0 && performance.now() < end) await sleep(lookMilliseconds);
      const parting = performance.now() + partingMilliseconds;
      while ((await countConnections(server)) > 0 && performance.now() < parting)
        await sleep(lookMilliseconds);
      server.closeAllConnections();
    },
  };
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));
}

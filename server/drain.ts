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

/**
 * Lets a server end without a failed call: it says so at once, which balancers see at /readyz, goes
 * on for a notice, then takes no new connections, and gives calls that are under way their time.
 */
export function createDrain(
  server: Server,
  { noticeMilliseconds = 1000, callMilliseconds = 10_000 } = {},
): Drain {
  const stopping = new AbortController();
  const running = new Set<ServerResponse>();
  // Whoever asks over this connection again would meet a closed one. Who is still sending a file
  // would be cut off before the answer is read.
  const sayClose = (response: ServerResponse) => {
    if (!response.headersSent && response.req.complete) response.setHeader('Connection', 'close');
  };
  server.prependListener('request', (_request, response: ServerResponse) => {
    if (stopping.signal.aborted) sayClose(response);
    running.add(response);
    response.once('close', () => running.delete(response));
  });
  return {
    signal: stopping.signal,
    async stop() {
      stopping.abort();
      for (const response of running) sayClose(response);
      if ((await countConnections(server)) > 0) await sleep(noticeMilliseconds);
      server.close();
      const end = performance.now() + callMilliseconds;
      while (running.size > 0 && performance.now() < end) await sleep(20);
      const parting = performance.now() + partingMilliseconds;
      while ((await countConnections(server)) > 0 && performance.now() < parting) await sleep(20);
      server.closeAllConnections();
    },
  };
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));
}

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiving {
  readonly url: string;
  readonly received: Received[];
  /** What it answers from now on. */
  status: number;
  close(): Promise<void>;
}

/** A server on this machine that keeps what is posted to it. */
export async function startReceiving(): Promise<Receiving> {
  const received: Received[] = [];
  const state = { received, status: 200 };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push({ headers: request.headers, body });
    response.writeHead(state.status).end('{"ok":true}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of 127.0.0.1 that nobody listens on at this moment. */
export async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

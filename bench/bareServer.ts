import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What Node answers without a portal: a short JSON text. Its parent hears the port. */
const server = createServer((_request, response) => {
  response.setHeader('Content-Type', 'application/json');
  response.end('{"status":"ok"}');
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));

import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Takes in what a caller still sends once the call is answered, such as of a body that is too large:
 * a connection that is closed upon it is reset, and the answer is lost to who sends first and reads
 * then. @hono/node-server gives it half a second, and closes the connection if that isn't enough.
 */
export function readToEnd(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    // Who read the body until now has stopped, and would hold up the rest.
    if (!request.complete) request.removeAllListeners('data').resume();
  });
}

import type { ServerResponse } from 'node:http';
import type { Context, Next } from 'hono';

export type HeaderList = readonly (readonly [name: string, value: string])[];

/**
 * Gives whatever answers these headers, unless it has such a header of its own. They go to Node's
 * response right away: @hono/node-server sends a short answer without making `Headers` of it, and
 * headers that are added to the answer afterwards would undo that, at a third of the call's cost.
 */
export async function addHeaders(http: Context, next: Next, headers: HeaderList): Promise<void> {
  const { outgoing } = (http.env ?? {}) as { outgoing?: ServerResponse };
  for (const [name, value] of outgoing ? headers : []) outgoing?.setHeader(name, value);
  await next();
  if (outgoing) return;
  // Without a server, as in tests.
  for (const [name, value] of headers) {
    if (!http.res.headers.has(name)) http.res.headers.set(name, value);
  }
}

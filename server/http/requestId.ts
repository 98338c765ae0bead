import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** By which a request's answer, its lines in the log and those of a proxy are found together. */
export const requestIdHeader = 'X-Request-Id';

const ids = new AsyncLocalStorage<string>();
/** As proxies make them: nginx 32 digits, others UUIDs. */
const known = /^[\w.-]{8,64}$/;

/** Of the request that is being answered; undefined in work that nobody asked for. */
export function currentRequestId(): string | undefined {
  return ids.getStore();
}

/** Answers a request under its id, which its answer has, too: a trusted proxy's own, or a new one. */
export function answerWithId(
  request: Pick<IncomingMessage, 'headers'>,
  response: Pick<ServerResponse, 'setHeader'>,
  { isOfProxy }: { readonly isOfProxy: boolean },
  answer: () => void,
): void {
  const given = request.headers[requestIdHeader.toLowerCase()];
  const isTaken = isOfProxy && typeof given === 'string' && known.test(given);
  const id = isTaken ? given : randomUUID();
  response.setHeader(requestIdHeader, id);
  ids.run(id, answer);
}

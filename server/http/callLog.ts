import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { AppError } from '../errors.ts';
import { addressOf } from './remoteAddress.ts';

const refusals: readonly number[] = [401, 403, 423, 429];

/** Writes down what failed, and who was refused what from where; other mistakes are the caller's own. */
export function logFailure(
  logger: Pick<Logger, 'error' | 'warn'>,
  http: Context,
  { error, known }: { error: Error; known: AppError },
): void {
  const { method, path } = http.req;
  // Whoever reports the failure names it, and this line is found.
  const incident = known.details.find(({ field }) => field === 'incident')?.message;
  if (known.status >= 500) {
    logger.error({ err: error, method, path, incident }, 'Call failed');
    return;
  }
  // A visitor who hasn't signed in yet is no refusal.
  const isVisitor = known.status === 401 && http.req.header('authorization') === undefined;
  if (isVisitor || !refusals.includes(known.status)) return;
  const { code, message: reason } = known;
  logger.warn({ address: addressOf(http), method, path, code, reason, incident }, 'Call refused');
}

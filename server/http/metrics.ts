import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { AppError } from '../errors.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { addressOf } from './remoteAddress.ts';

export interface MetricsAccess {
  /** What Prometheus sends as its bearer token; left out: none is known. */
  readonly token?: string | undefined;
  /** Whether programs of this machine read metrics without a token. */
  readonly isOpenHere: boolean;
}

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/**
 * Serves `GET /metrics`. Who may not read it gets 401 where a token is known, else 404 that says how
 * to open it.
 */
export function mountMetrics(
  app: Hono,
  metrics: Metrics | undefined,
  access: MetricsAccess = { isOpenHere: false },
): void {
  app.get('/metrics', async (http) => {
    if (!metrics) throw new AppError('NOT_FOUND', 'This process has no metrics.');
    refuseUnlessAllowed(http, access);
    http.header('Cache-Control', 'no-store');
    return http.body(await metrics.text(), 200, { 'Content-Type': metrics.contentType });
  });
}

function refuseUnlessAllowed(http: Context, { token, isOpenHere }: MetricsAccess): void {
  if (token !== undefined) {
    const sent = /^Bearer (.+)$/i.exec(http.req.header('authorization') ?? '')?.[1];
    if (sent !== undefined && isSame(sent, token)) return;
    throw new AppError('UNAUTHENTICATED', 'Send METRICS_TOKEN as bearer token.');
  }
  // A proxy on this machine comes from here, too, and passes on who asks.
  const isProxied = ['x-forwarded-for', 'forwarded', 'via'].some((name) => http.req.header(name));
  if (isOpenHere && !isProxied && loopback.test(addressOf(http))) return;
  throw new AppError('NOT_FOUND', 'Metrics are closed. Set METRICS_TOKEN to read them with it.');
}

/** In a time that says nothing of either. */
function isSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}

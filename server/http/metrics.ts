import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, Hono } from 'hono';
import { AppError } from '../errors.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { addressOf } from './remoteAddress.ts';

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/**
 * Serves `GET /metrics` to who sends the token, or without one to programs of this machine. Others get
 * 401 where there is a token, else 404 that says how to open it. Without metrics it is closed.
 */
export function mountMetrics(app: Hono, metrics: Metrics | undefined, token?: string): void {
  app.get('/metrics', async (http) => {
    if (!metrics) throw closed();
    refuseUnlessAllowed(http, token);
    http.header('Cache-Control', 'no-store');
    return http.body(await metrics.text(), 200, { 'Content-Type': metrics.contentType });
  });
}

const closed = () =>
  new AppError('NOT_FOUND', 'Metrics are closed. Set METRICS_TOKEN to read them with it.');

function refuseUnlessAllowed(http: Context, token: string | undefined): void {
  if (token !== undefined) {
    const sent = /^Bearer (.+)$/i.exec(http.req.header('authorization') ?? '')?.[1];
    if (sent !== undefined && isSame(sent, token)) return;
    throw new AppError('UNAUTHENTICATED', 'Send METRICS_TOKEN as bearer token.');
  }
  // A proxy on this machine comes from here, too, and passes on who asks.
  const isProxied = ['x-forwarded-for', 'forwarded', 'via'].some((name) => http.req.header(name));
  if (isProxied || !loopback.test(addressOf(http))) throw closed();
}

/** In a time that says nothing of either. */
function isSame(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}

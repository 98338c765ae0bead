import type { Hono } from 'hono';
import { AppError } from '../errors.ts';

/**
 * Answers the methods that an address doesn't take, once those that it takes are mounted: OPTIONS
 * with a list of them, any other with 405 and the same list (RFC 9110 §15.5.6).
 */
export function refuseOtherMethods(app: Hono, path: string, taken: readonly string[]): void {
  const heads = taken.includes('GET') ? ['HEAD'] : [];
  const allow = [...taken, ...heads, 'OPTIONS'].join(', ');
  app.all(path, (http) => {
    http.header('Allow', allow);
    if (http.req.method === 'OPTIONS') return http.body(null, 204);
    throw new AppError('METHOD_NOT_ALLOWED', `This address takes ${taken.join(' and ')} only.`);
  });
}

import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { AppError } from '../errors.ts';
import { refuseOtherMethods } from './methods.ts';

const path = '/unsubscribe/:token';
const bodyBytes = 1000;

/**
 * Where mail programs end a kind of mails by one click (RFC 8058). Whoever opens the address, which
 * those do too that look for viruses, gets to a page with a button.
 */
export function mountUnsubscribe(
  app: Hono,
  end: (token: string, http: Context) => Promise<unknown>,
): void {
  app.post(path, bodyLimit({ maxSize: bodyBytes }), async (http) => {
    http.header('Cache-Control', 'no-store');
    const body = await http.req.parseBody();
    if (body['List-Unsubscribe'] !== 'One-Click') {
      throw new AppError('BAD_REQUEST', 'Send List-Unsubscribe=One-Click (RFC 8058 §3.1).');
    }
    await end(http.req.param('token'), http);
    return http.body(null, 200);
  });
  app.get(path, (http) => {
    http.header('Cache-Control', 'no-store');
    const token = encodeURIComponent(http.req.param('token'));
    return http.redirect(`/auth/unsubscribe#token=${token}`, 303);
  });
  refuseOtherMethods(app, path, ['GET', 'POST']);
}

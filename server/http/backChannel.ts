import type { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Identity } from '../identity/identity.ts';
import { refuseOtherMethods } from './methods.ts';

const path = '/auth/backchannel-logout';
const tokenBytes = 10_000;

/**
 * Where an external provider says that somebody signed out (OpenID Connect Back-Channel Logout 1.0
 * §2.5): 200 once their tokens are refused, 400 for a token that isn't its own.
 */
export function mountBackChannel(app: Hono, { endByLogoutToken }: Identity): void {
  if (!endByLogoutToken) return;
  app.post(path, bodyLimit({ maxSize: tokenBytes }), async (http) => {
    http.header('Cache-Control', 'no-store');
    const { logout_token: token } = await http.req.parseBody();
    const isValid = typeof token === 'string' && (await endByLogoutToken(token));
    return isValid
      ? http.body(null, 200)
      : http.json({ error: 'invalid_request', error_description: 'No valid logout token.' }, 400);
  });
  refuseOtherMethods(app, path, ['POST']);
}

import { createHash, randomBytes } from 'node:crypto';

const clientId = 'meterhouse-portal';
const password = 'Meterhouse-demo-1';

/** Fetches one address after the other, as a browser does: with the cookies that came before. */
function createVisitor() {
  /** @type {Map<string, string>} */
  const cookies = new Map();
  /** @param {URL} url @param {RequestInit} [init] @returns {Promise<URL>} where redirects lead out of /oidc, or the page that answers */
  return async function visit(url, init = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, headers: { cookie }, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) return url;
    const next = new URL(location, url);
    return next.pathname.startsWith('/oidc/') ? visit(next) : next;
  };
}

/**
 * An access token of a demo account, got as its browser gets it: the provider's form, the code, the
 * exchange.
 * @param {string} portal the portal's address
 * @param {string} username
 */
export async function signIn(portal, username) {
  const visit = createVisitor();
  const verifier = randomBytes(32).toString('base64url');
  const redirect = { redirect_uri: `${portal}/auth/callback` };
  const query = new URLSearchParams({
    ...redirect,
    client_id: clientId,
    response_type: 'code',
    scope: 'openid profile',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: 'schemathesis',
  });
  const form = await visit(new URL(`/oidc/auth?${query}`, portal));
  const body = new URLSearchParams({ username, password });
  const callback = await visit(form, { method: 'POST', body });
  const response = await fetch(new URL('/oidc/token', portal), {
    method: 'POST',
    headers: { origin: portal },
    body: new URLSearchParams({
      ...redirect,
      client_id: clientId,
      grant_type: 'authorization_code',
      code: callback.searchParams.get('code') ?? '',
      code_verifier: verifier,
    }),
  });
  const answer = /** @type {{ access_token?: string }} */ (await response.json());
  if (answer.access_token === undefined) {
    const why = JSON.stringify(answer);
    throw new Error(`${username} could not sign in: ${callback} ${response.status} ${why}`);
  }
  return answer.access_token;
}

if (process.argv[1] === import.meta.filename) {
  const [portal = '', username = ''] = process.argv.slice(2);
  process.stdout.write(await signIn(portal, username));
}

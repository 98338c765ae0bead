import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { listen } from './portal.ts';

const kinds = ['first', 'second'] as const;
type Kind = (typeof kinds)[number];

/** A provider as others make them: its issuer ends with a slash, and its tokens have no `sid`. */
export async function startOtherProvider() {
  const pairs = Object.fromEntries(
    await Promise.all(kinds.map(async (kind) => [kind, await generateKeyPair('RS256')])),
  ) as Record<Kind, Awaited<ReturnType<typeof generateKeyPair>>>;
  const jwkOf = async (kid: Kind) => ({
    ...(await exportJWK(pairs[kid].publicKey)),
    kid,
    alg: 'RS256',
    use: 'sig',
  });
  const state = {
    issuer: '',
    /** Seconds by which its clock is ahead of the portal's. */
    ahead: 0,
    /** It answers with a fault. */
    isDown: false,
    published: [await jwkOf('first')],
  };
  const server = createServer((request, response) => {
    const document = { issuer: state.issuer, jwks_uri: `${state.issuer}keys` };
    response.statusCode = state.isDown ? 503 : 200;
    response.setHeader('content-type', 'application/json');
    const isKeys = request.url === '/keys';
    response.end(JSON.stringify(isKeys ? { keys: state.published } : document));
  });
  state.issuer = `${await listen(server, 0)}/`;
  return Object.assign(state, {
    jwkOf,
    sign(claims: Record<string, unknown>, kid: string = 'first', key: Kind = 'first') {
      const now = Math.floor(Date.now() / 1000 + state.ahead);
      return new SignJWT({ iss: state.issuer, iat: now, exp: now + 300, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
        .sign(pairs[key].privateKey);
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
}

export type OtherProvider = Awaited<ReturnType<typeof startOtherProvider>>;

/** The claims of an access token of the account `name`. */
export const accessOf = (name: string, over: Record<string, unknown> = {}) => ({
  aud: 'meterhouse-api',
  sub: `sub-${name}`,
  preferred_username: name,
  ...over,
});

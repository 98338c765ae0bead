import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AuthOptions, createAuth } from '../../../renderer/core/auth.ts';

/** What the library really sends to a provider, of which only the answers are played. */

const baseUrl = window.location.origin;
const authority = 'https://sign-in.example';
const encode = (part: object) => btoa(JSON.stringify(part)).replace(/=+$/, '');

let left: URL | undefined;
let bodies: URLSearchParams[];

beforeEach(() => {
  left = undefined;
  bodies = [];
  vi.stubGlobal('self', {
    location: {
      assign(address: string) {
        left = new URL(address);
      },
    },
  });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (address.endsWith('/.well-known/openid-configuration')) {
      return Response.json({
        issuer: authority,
        authorization_endpoint: `${authority}/auth`,
        token_endpoint: `${authority}/token`,
        end_session_endpoint: `${authority}/out`,
      });
    }
    bodies.push(new URLSearchParams(String(init.body)));
    const nonce = left?.searchParams.get('nonce');
    return Response.json({
      access_token: 'a',
      token_type: 'Bearer',
      refresh_token: 'r',
      expires_in: 1,
      id_token: `${encode({})}.${encode({ iss: authority, sub: 's', nonce })}.x`,
    });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

/** Signs in and renews the token once; answers what was sent. */
async function signInAndRenew(wanted: Partial<AuthOptions>) {
  const auth = createAuth({ authority, clientId: 'portal', scope: 'openid', baseUrl, ...wanted });
  void auth.signIn('/reports', 'en', 'UPDATE_PASSWORD');
  const asked = await vi.waitUntil(() => left);
  await auth.completeSignIn(
    `${baseUrl}/auth/callback?code=1&state=${asked.searchParams.get('state')}`,
  );
  expect(await auth.getAccessToken()).toBe('a');
  const [code, refresh] = bodies;
  expect([code?.get('grant_type'), refresh?.get('grant_type')]).toEqual([
    'authorization_code',
    'refresh_token',
  ]);
  return { asked: asked.searchParams, tokens: [code, refresh] };
}

describe('the access that is asked for', () => {
  it('names all resources at the sign-in, and the portal’s own for tokens', async () => {
    const resource = ['https://api.example', 'urn:other'];
    const { asked, tokens } = await signInAndRenew({ resource });
    expect(asked.getAll('resource')).toEqual(resource);
    expect(asked.get('kc_action')).toBe('UPDATE_PASSWORD');
    for (const body of tokens) expect(body?.getAll('resource')).toEqual(['https://api.example']);
  });

  it('is called audience where the provider wants that', async () => {
    const { asked, tokens } = await signInAndRenew({ audience: 'one two' });
    expect(asked.get('audience')).toBe('one two');
    expect(asked.get('kc_action')).toBe('UPDATE_PASSWORD');
    for (const body of tokens) expect(body?.get('audience')).toBe('one two');
  });

  it('is not mentioned otherwise', async () => {
    const { asked, tokens } = await signInAndRenew({});
    for (const sent of [asked, ...tokens]) {
      expect(sent?.has('resource')).toBe(false);
      expect(sent?.has('audience')).toBe(false);
    }
  });
});

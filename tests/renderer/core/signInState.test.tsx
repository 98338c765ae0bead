import { SigninState } from 'oidc-client-ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAuth } from '../../../renderer/core/auth.ts';

const baseUrl = window.location.origin;
const authority = `${baseUrl}/oidc`;
const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  sessionStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Comes back from the provider that long after having left for it; answers what was asked for. */
async function comeBackAfter(milliseconds: number) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(new URL(address, baseUrl).pathname);
    throw new TypeError('Failed to fetch');
  });
  const auth = createAuth({ authority, clientId: 'portal', scope: 'openid', baseUrl });
  const state = await SigninState.create({
    authority,
    client_id: 'portal',
    scope: 'openid',
    request_type: 'si:r',
    redirect_uri: `${baseUrl}/auth/callback`,
    data: { returnTo: '/reports' },
  });
  sessionStorage.setItem(`meterhouse.signIn.${state.id}`, state.toStorageString());
  vi.setSystemTime(Date.now() + milliseconds);
  const answer = auth.completeSignIn(`${baseUrl}/auth/callback?code=1&state=${state.id}`);
  return { failure: await answer.catch(String), asked, isKept: sessionStorage.length > 0 };
}

it('a sign-in that took an hour is over: nobody is asked for tokens, nor for a silent sign-in', async () => {
  const { failure, asked, isKept } = await comeBackAfter(60 * minute);
  expect(failure).toContain('took longer than an hour');
  expect(asked).toEqual([]);
  expect(isKept).toBe(false);
});

it('one that took a little less goes on', async () => {
  const { failure, asked } = await comeBackAfter(59 * minute);
  expect(failure).not.toContain('took longer');
  expect(asked).toContain('/oidc/.well-known/openid-configuration');
});

import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { portalKey } from '../../../renderer/app/portalState.ts';
import { createSessionLife } from '../../../renderer/app/session/sessionLife.ts';
import type { Api } from '../../../renderer/core/api.ts';
import type { Auth } from '../../../renderer/core/auth.ts';
import { session } from '../support/renderNode.tsx';

function start() {
  let tell: (isSignedIn: boolean) => void = () => undefined;
  const auth = {
    getAccessToken: vi.fn(async (): Promise<string | undefined> => 'token'),
    forget: vi.fn(async () => undefined),
    signOut: vi.fn(async () => undefined),
    completeSignIn: vi.fn(async () => '/reports'),
    subscribe: vi.fn((listener: typeof tell) => {
      tell = listener;
      return () => undefined;
    }),
  };
  const call = vi.fn(async () => ({ done: true }));
  const queries = new QueryClient();
  queries.setQueryData(portalKey, { session });
  queries.setQueryData(['property.list', {}], { content: ['private'] });
  const life = createSessionLife({
    auth: auth as unknown as Auth,
    api: { call } as unknown as Api,
    queries,
    overlays: { clear: vi.fn() },
    failures: { report: vi.fn() } as never,
  });
  const isPrivateLeft = () => queries.getQueryData(['property.list', {}]) !== undefined;
  return { auth, call, life, isPrivateLeft, lose: () => tell(false) };
}

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.restoreAllMocks());

const signedOut = expect.objectContaining({ status: 401, textKey: 'UNAUTHENTICATED' });

describe('a session that ends', () => {
  it('while a token is awaited lets no call be sent as to a stranger', async () => {
    const { auth, life, lose } = start();
    let answer: (token: string | undefined) => void = () => undefined;
    auth.getAccessToken.mockReturnValue(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    const token = life.getAccessToken();
    lose();
    answer('token-of-before');
    await expect(token).rejects.toEqual(signedOut);
    expect(await life.getAccessToken()).toBeUndefined();
    expect(auth.getAccessToken).toHaveBeenCalledTimes(1);
  });

  it('leaves nothing of it on the page, and ends once', async () => {
    const { auth, life, lose, isPrivateLeft } = start();
    expect(isPrivateLeft()).toBe(true);
    lose();
    expect(isPrivateLeft()).toBe(false);
    life.end('elsewhere');
    expect(auth.forget).toHaveBeenCalledTimes(1);
  });

  it('gives way to a new one', async () => {
    const { life, lose } = start();
    lose();
    expect(await life.completeSignIn('/auth/callback?code=1')).toBe('/reports');
    expect(await life.getAccessToken()).toBe('token');
    await expect(life.completeSignIn('/auth/callback?code=1')).rejects.toThrow('was refused');
  });

  it('here tells the server first, then the provider', async () => {
    const { auth, call, life } = start();
    auth.signOut.mockImplementation(async () => {
      expect(call).toHaveBeenCalledWith('session.end', {}, expect.anything());
      expect(life.isLeaving()).toBe(true);
    });
    await life.signOut();
    expect(auth.signOut).toHaveBeenCalledTimes(1);
    expect(life.isLeaving()).toBe(false);
    expect(await life.getAccessToken()).toBeUndefined();
  });
});

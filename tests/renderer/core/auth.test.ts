import { ErrorResponse, ErrorTimeout, User } from 'oidc-client-ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Auth, createAuth } from '../../../renderer/core/auth.ts';
import { ConnectionError } from '../../../renderer/core/callError.ts';

const baseUrl = 'https://portal.example';
let nextToken = 0;

function aUser(secondsLeft = 300, state?: unknown, refreshToken?: string): User {
  nextToken += 1;
  return new User({
    access_token: `access-${nextToken}`,
    id_token: `id-${nextToken}`,
    token_type: 'Bearer',
    profile: { sub: 's', iss: 'i', aud: 'a', exp: 0, iat: 0 },
    expires_at: Math.floor(Date.now() / 1000) + secondsLeft,
    userState: state,
    ...(refreshToken && { refresh_token: refreshToken }),
  });
}

function createManager() {
  return {
    clearStaleState: vi.fn(async () => undefined),
    removeUser: vi.fn(async () => undefined),
    signinRedirect: vi.fn(async (_args?: unknown) => undefined),
    signinRedirectCallback: vi.fn(async (_url?: string) => aUser(300, { returnTo: '/reports' })),
    signinSilent: vi.fn(async (_args?: unknown): Promise<User | null> => aUser()),
    signoutRedirect: vi.fn(async (_args?: unknown) => undefined),
  };
}

let manager: ReturnType<typeof createManager>;
let stored: Map<string, string>;
let auth: Auth;
let changes: boolean[];
let isOnline: boolean;
let isFrameOffered: boolean;
let sayGone: () => void;

function open(authority = `${baseUrl}/oidc`): Auth {
  const opened = createAuth(
    { authority, clientId: 'meterhouse-portal', scope: 'openid profile', baseUrl },
    {
      manager,
      tabStorage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
        removeItem: (key) => void stored.delete(key),
      },
      currentPath: () => '/consumption/7?timeframe=DAILY',
      isOnline: () => isOnline,
      sessionFrame: {
        isOffered: async () => isFrameOffered,
        onGone: (listener) => {
          sayGone = listener;
        },
      },
    },
  );
  opened.subscribe((isSignedIn) => changes.push(isSignedIn));
  return opened;
}

beforeEach(() => {
  manager = createManager();
  stored = new Map();
  changes = [];
  isOnline = true;
  isFrameOffered = false;
  auth = open();
});

describe('signing in', () => {
  it('goes to the provider in the language of the page, and comes back where it was wanted', async () => {
    await auth.signIn('/reports?page=2', 'pl');
    expect(manager.signinRedirect).toHaveBeenCalledWith({
      state: { returnTo: '/reports?page=2' },
      ui_locales: 'pl',
      nonce: expect.stringMatching(/^[\w-]{20,}$/),
    });
    expect(await auth.completeSignIn(`${baseUrl}/auth/callback?code=1`)).toBe('/reports');
    expect(await auth.getAccessToken()).toMatch(/^access-/);
    expect(changes).toEqual([true]);
  });

  it.each([
    '//evil.example/',
    'https://evil.example/reports',
    'javascript:alert(1)',
    '/auth/callback?code=1',
    '/',
    '',
    '\\\\evil.example',
  ])('never returns to %s', async (returnTo) => {
    await auth.signIn(returnTo, 'en');
    expect(manager.signinRedirect.mock.calls[0]?.[0]).toMatchObject({
      state: { returnTo: '/dashboard' },
    });
    manager.signinRedirectCallback.mockResolvedValue(aUser(300, { returnTo }));
    expect(await auth.completeSignIn(`${baseUrl}/auth/callback?code=1`)).toBe('/dashboard');
  });

  it('forgets states that are too old before it looks for its own', async () => {
    await auth.completeSignIn(`${baseUrl}/auth/callback?code=1`);
    const [clearing] = manager.clearStaleState.mock.invocationCallOrder;
    const [completing] = manager.signinRedirectCallback.mock.invocationCallOrder;
    expect(clearing).toBeLessThan(completing ?? 0);
  });

  it('survives a reload of the callback page', async () => {
    manager.signinRedirectCallback.mockRejectedValue(new Error('No matching state found'));
    expect(await auth.completeSignIn(`${baseUrl}/auth/callback?code=1`)).toBe('/dashboard');
    expect(changes).toEqual([true]);
  });

  it('passes on the provider’s refusal', async () => {
    manager.signinRedirectCallback.mockRejectedValue(new ErrorResponse({ error: 'access_denied' }));
    await expect(auth.completeSignIn('x')).rejects.toThrow('access_denied');
    expect(manager.signinSilent).not.toHaveBeenCalled();
  });
});

describe('restoring after a reload', () => {
  it('asks the provider in a frame, once for all callers', async () => {
    expect(await Promise.all([auth.restore(), auth.restore()])).toEqual([true, true]);
    expect(manager.signinSilent).toHaveBeenCalledExactlyOnceWith({
      forceIframeAuth: true,
      nonce: expect.stringMatching(/^[\w-]{20,}$/),
    });
    expect(changes).toEqual([true]);
  });

  it('answers false when the provider knows nobody', async () => {
    manager.signinSilent.mockRejectedValue(new ErrorResponse({ error: 'login_required' }));
    expect(await auth.restore()).toBe(false);
    expect(await auth.getAccessToken()).toBeUndefined();
    expect(changes).toEqual([]);
  });

  it('goes through a provider on another origin as a whole page, but never in a loop', async () => {
    auth = open('https://login.example/realm');
    await auth.completeSignIn('x');
    auth = open('https://login.example/realm');
    void auth.restore();
    await vi.waitFor(() => expect(manager.signinRedirect).toHaveBeenCalledOnce());
    expect(manager.signinRedirect.mock.calls[0]?.[0]).toEqual({
      prompt: 'none',
      nonce: expect.any(String),
      state: { returnTo: '/consumption/7?timeframe=DAILY', isSilent: true },
    });

    // It comes back with a refusal: signed out, on the page it was on, and not asked again.
    auth = open('https://login.example/realm');
    const userState = { returnTo: '/consumption/7?timeframe=DAILY', isSilent: true };
    manager.signinRedirectCallback.mockRejectedValue(
      new ErrorResponse({ error: 'login_required', userState }),
    );
    expect(await auth.completeSignIn('x')).toBe('/consumption/7?timeframe=DAILY');
    manager.signinSilent.mockRejectedValue(new ErrorResponse({ error: 'login_required' }));
    expect(await auth.restore()).toBe(false);
    expect(manager.signinRedirect).toHaveBeenCalledOnce();
  });
});

describe('the access token', () => {
  it('is nobody’s before anybody signed in', async () => {
    expect(await auth.getAccessToken()).toBeUndefined();
    expect(manager.signinSilent).not.toHaveBeenCalled();
  });

  it.each([
    [6, 0],
    [4, 1],
    [-10, 1],
  ])('with %i s left is renewed %i times', async (secondsLeft, renewals) => {
    manager.signinRedirectCallback.mockResolvedValue(aUser(secondsLeft));
    await auth.completeSignIn('x');
    const before = nextToken;
    const token = await auth.getAccessToken();
    expect(manager.signinSilent).toHaveBeenCalledTimes(renewals);
    expect(token).toBe(`access-${before + renewals}`);
  });

  it('is renewed once for calls that come together', async () => {
    manager.signinRedirectCallback.mockResolvedValue(aUser(1));
    await auth.completeSignIn('x');
    const tokens = await Promise.all([1, 2, 3].map(() => auth.getAccessToken()));
    expect(new Set(tokens).size).toBe(1);
    expect(manager.signinSilent).toHaveBeenCalledOnce();
    await auth.getAccessToken();
    expect(manager.signinSilent).toHaveBeenCalledOnce();
  });

  it('that can’t be renewed signs out', async () => {
    manager.signinRedirectCallback.mockResolvedValue(aUser(1));
    await auth.completeSignIn('x');
    manager.signinSilent.mockRejectedValue(new ErrorResponse({ error: 'invalid_grant' }));
    expect(await auth.getAccessToken()).toBeUndefined();
    expect(changes).toEqual([true, false]);
    expect(manager.removeUser).toHaveBeenCalled();
  });

  it('renewed while somebody signs out is not taken', async () => {
    manager.signinRedirectCallback.mockResolvedValue(aUser(1));
    await auth.completeSignIn('x');
    let answer: (user: User) => void = () => undefined;
    manager.signinSilent.mockReturnValue(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    const token = auth.getAccessToken();
    await auth.signOut();
    answer(aUser());
    expect(await token).toBeUndefined();
    expect(changes).toEqual([true, false]);
  });
});

describe('a token that is long-lived', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    [294, 0],
    [296, 1],
  ])('and %i s old is renewed %i times', async (age, renewals) => {
    vi.useFakeTimers();
    manager.signinRedirectCallback.mockResolvedValue(aUser(36_000));
    await auth.completeSignIn('x');
    vi.setSystemTime(Date.now() + age * 1000);
    await auth.getAccessToken();
    expect(manager.signinSilent).toHaveBeenCalledTimes(renewals);
  });
});

describe('a provider that fails', () => {
  beforeEach(async () => {
    vi.useFakeTimers();
    manager.signinRedirectCallback.mockResolvedValue(aUser(1, undefined, 'refresh'));
    await auth.completeSignIn('x');
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['an answer of 503', new Error('Service Unavailable (503)')],
    ['no answer in time', new ErrorTimeout('Network timed out')],
    ['a fault of its own', new ErrorResponse({ error: 'server_error' })],
  ])('with %s is asked again, and the session goes on', async (_what, fault) => {
    manager.signinSilent.mockRejectedValueOnce(fault).mockRejectedValueOnce(fault);
    const token = auth.getAccessToken();
    await vi.advanceTimersByTimeAsync(3000);
    expect(await token).toMatch(/^access-/);
    expect(manager.signinSilent).toHaveBeenCalledTimes(3);
    expect(changes).toEqual([true]);
  });

  it('for longer signs out', async () => {
    manager.signinSilent.mockRejectedValue(new Error('Service Unavailable (503)'));
    const token = auth.getAccessToken();
    await vi.advanceTimersByTimeAsync(3000);
    expect(await token).toBeUndefined();
    expect(changes).toEqual([true, false]);
  });

  it('is no reason to sign out while the browser itself is offline', async () => {
    isOnline = false;
    manager.signinSilent.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await expect(auth.getAccessToken()).rejects.toBeInstanceOf(ConnectionError);
    expect(changes).toEqual([true]);
    isOnline = true;
    expect(await auth.getAccessToken()).toMatch(/^access-/);
  });
});

describe('a token that the server refuses', () => {
  it('is renewed, once for all calls that were sent with it', async () => {
    await auth.completeSignIn('x');
    const refused = (await auth.getAccessToken()) ?? '';
    expect(await Promise.all([auth.renew(refused), auth.renew(refused)])).toEqual([true, true]);
    expect(await auth.renew(refused)).toBe(true);
    expect(manager.signinSilent).toHaveBeenCalledOnce();
    expect(await auth.getAccessToken()).not.toBe(refused);
  });

  it('and can’t be renewed signs out', async () => {
    await auth.completeSignIn('x');
    manager.signinSilent.mockRejectedValue(new ErrorResponse({ error: 'invalid_grant' }));
    expect(await auth.renew((await auth.getAccessToken()) ?? '')).toBe(false);
    expect(changes).toEqual([true, false]);
  });
});

describe('the provider’s own frame', () => {
  beforeEach(async () => {
    isFrameOffered = true;
    const user = aUser();
    user.session_state = 'state';
    manager.signinRedirectCallback.mockResolvedValue(user);
    await auth.completeSignIn('x');
  });

  it('watches when there is one, and the provider told a session state', async () => {
    expect(await auth.isWatchedByProvider()).toBe(true);
    isFrameOffered = false;
    expect(await auth.isWatchedByProvider()).toBe(false);
    isFrameOffered = true;
    await auth.restore();
    expect(await auth.isWatchedByProvider()).toBe(false);
  });

  it('signs out when it says that the session is gone, and the provider refuses a token', async () => {
    manager.signinSilent.mockRejectedValue(new ErrorResponse({ error: 'invalid_grant' }));
    sayGone();
    await vi.waitFor(() => expect(changes).toEqual([true, false]));
  });

  it('is not believed when it can’t see the session, as without foreign cookies', async () => {
    const renewed = aUser();
    renewed.session_state = 'state';
    manager.signinSilent.mockResolvedValue(renewed);
    sayGone();
    await vi.waitFor(async () => expect(await auth.isWatchedByProvider()).toBe(false));
    sayGone();
    expect(changes).toEqual([true]);
    expect(manager.signinSilent).toHaveBeenCalledOnce();
  });
});

it('signs out at the provider with the ID token, and keeps nothing', async () => {
  const user = aUser(300);
  manager.signinRedirectCallback.mockResolvedValue(user);
  await auth.completeSignIn('x');
  await auth.signOut();
  expect(manager.signoutRedirect).toHaveBeenCalledWith({ id_token_hint: user.id_token });
  expect(manager.removeUser).toHaveBeenCalled();
  expect(await auth.getAccessToken()).toBeUndefined();
  expect(stored.size).toBe(0);
});

it('stops telling whoever no longer listens', async () => {
  const listener = vi.fn();
  auth.subscribe(listener)();
  await auth.restore();
  expect(listener).not.toHaveBeenCalled();
  expect(changes).toEqual([true]);
});

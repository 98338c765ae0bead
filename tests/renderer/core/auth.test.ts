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
/** What outlives the tab. */
let kept: Map<string, string>;
let isProviderUp: boolean;
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
      browserStorage: {
        read: (key) => kept.get(key),
        write: (key, value) => void (value === undefined ? kept.delete(key) : kept.set(key, value)),
      },
      isProviderUp: async () => isProviderUp,
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
  kept = new Map();
  isProviderUp = true;
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

describe('restoring while the provider is down', () => {
  const fault = new TypeError('Failed to fetch');
  it.each([baseUrl, 'https://login.example'])(
    'at %s waits for it, when somebody was signed in',
    async (origin) => {
      auth = open(`${origin}/realm`);
      await auth.completeSignIn('x');
      auth = open(`${origin}/realm`);
      isProviderUp = false;
      manager.signinRedirect.mockRejectedValueOnce(fault);
      manager.signinSilent.mockRejectedValueOnce(fault);
      await expect(auth.restore()).rejects.toBeInstanceOf(ConnectionError);
      // The next try is like the first.
      void auth.restore();
      const way = origin === baseUrl ? manager.signinSilent : manager.signinRedirect;
      await vi.waitFor(() => expect(way).toHaveBeenCalledTimes(2));
    },
  );

  it('doesn’t wait for one that is up and answers nonsense', async () => {
    await auth.completeSignIn('x');
    auth = open();
    manager.signinSilent.mockRejectedValue(new Error('State does not match'));
    expect(await auth.restore()).toBe(false);
  });

  it('shows strangers the pages for everybody', async () => {
    isProviderUp = false;
    manager.signinSilent.mockRejectedValue(fault);
    expect(await auth.restore()).toBe(false);
  });
});

describe('a provider that forbids frames', () => {
  const silence = new ErrorTimeout('IFrame timed out without a response');
  const day = 24 * 3_600_000;
  beforeEach(() => {
    vi.useFakeTimers();
    manager.signinSilent.mockRejectedValue(silence);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is waited for once: then one is asked to sign in at once, for a week', async () => {
    expect(await auth.restore()).toBe(false);
    auth = open();
    expect(await auth.restore()).toBe(false);
    vi.setSystemTime(Date.now() + 6 * day);
    expect(await open().restore()).toBe(false);
    expect(manager.signinSilent).toHaveBeenCalledOnce();
    expect(manager.signinRedirect).not.toHaveBeenCalled();
    // Another one, and the same after a time, are asked.
    await open(`${baseUrl}/other`).restore();
    expect(manager.signinSilent).toHaveBeenCalledTimes(2);
    vi.setSystemTime(Date.now() + 2 * day);
    await open().restore();
    expect(manager.signinSilent).toHaveBeenCalledTimes(3);
  });

  it('is gone through as a whole page by who was signed in, and never in a loop', async () => {
    await auth.completeSignIn('x');
    auth = open();
    void auth.restore();
    await vi.waitFor(() => expect(manager.signinRedirect).toHaveBeenCalledOnce());
    expect(manager.signinRedirect.mock.calls[0]?.[0]).toMatchObject({
      prompt: 'none',
      state: { returnTo: '/consumption/7?timeframe=DAILY', isSilent: true },
    });
    // It comes back signed in; the next reload takes that way at once.
    auth = open();
    await auth.completeSignIn('x');
    auth = open();
    void auth.restore();
    await vi.waitFor(() => expect(manager.signinRedirect).toHaveBeenCalledTimes(2));
    expect(manager.signinSilent).toHaveBeenCalledOnce();
    // It comes back without: that is an answer.
    auth = open();
    expect(await auth.restore()).toBe(false);
    expect(manager.signinRedirect).toHaveBeenCalledTimes(2);
  });

  it('is not mistaken for one that is down', async () => {
    isProviderUp = false;
    expect(await auth.restore()).toBe(false);
    expect(kept.size).toBe(0);
  });

  it('and gives no refresh tokens ends the session with its token', async () => {
    manager.signinRedirectCallback.mockResolvedValue(aUser(1));
    await auth.completeSignIn('x');
    expect(await auth.getAccessToken()).toBeUndefined();
    expect(changes).toEqual([true, false]);
    manager.signinRedirectCallback.mockResolvedValue(aUser(1));
    await auth.completeSignIn('x');
    expect(await auth.getAccessToken()).toBeUndefined();
    expect(manager.signinSilent).toHaveBeenCalledOnce();
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

  it.each([
    ['503', new Error('Service Unavailable (503)')],
    ['a fault that OAuth doesn’t know', new ErrorResponse({ error: 'unknown_error' })],
    ['nothing', new TypeError('Failed to fetch')],
  ])(
    'with %s for longer is an outage: nobody is signed out, and it is left alone',
    async (_what, fault) => {
      const told = vi.fn();
      auth.outage.subscribe(told);
      manager.signinSilent.mockRejectedValue(fault);
      // The token is good for a second yet.
      const first = auth.getAccessToken().catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(3000);
      expect(await first).toBeInstanceOf(ConnectionError);
      expect([auth.outage.isOn(), told.mock.calls.length]).toEqual([true, 1]);
      expect(manager.signinSilent).toHaveBeenCalledTimes(3);
      await expect(auth.getAccessToken()).rejects.toBeInstanceOf(ConnectionError);
      await expect(auth.renew('')).resolves.toBe(true);
      expect(manager.signinSilent).toHaveBeenCalledTimes(3);

      // Asked every five seconds, as open pages do, it is asked ever less often.
      const askedAfter = async (seconds: number) => {
        const before = manager.signinSilent.mock.calls.length;
        for (let passed = 0; passed < seconds; passed += 5) {
          void auth.getAccessToken().catch(() => undefined);
          await vi.advanceTimersByTimeAsync(5000);
        }
        return manager.signinSilent.mock.calls.length - before;
      };
      const [soon, later] = [await askedAfter(60), await askedAfter(600)];
      expect(soon).toBeGreaterThan(3);
      expect(later).toBeLessThan(70);
      expect(changes).toEqual([true]);

      manager.signinSilent.mockReset();
      manager.signinSilent.mockImplementation(async () => aUser());
      await vi.advanceTimersByTimeAsync(30_000);
      expect(await auth.getAccessToken()).toMatch(/^access-/);
      expect([auth.outage.isOn(), told.mock.calls.length]).toEqual([false, 2]);
      expect(changes).toEqual([true]);
    },
  );

  it('leaves the token in use for as long as it is valid', async () => {
    manager.signinRedirectCallback.mockResolvedValue(aUser(4, undefined, 'refresh'));
    await auth.completeSignIn('x');
    const before = `access-${nextToken}`;
    manager.signinSilent.mockRejectedValue(new TypeError('Failed to fetch'));
    const token = auth.getAccessToken();
    await vi.advanceTimersByTimeAsync(3000);
    expect(await token).toBe(before);
    expect(await auth.getAccessToken()).toBe(before);
    await vi.advanceTimersByTimeAsync(2000);
    await expect(auth.getAccessToken()).rejects.toBeInstanceOf(ConnectionError);
  });

  it('and then refuses signs out', async () => {
    manager.signinSilent.mockRejectedValue(new TypeError('Failed to fetch'));
    const token = auth.getAccessToken().catch(() => undefined);
    await vi.advanceTimersByTimeAsync(9000);
    await token;
    manager.signinSilent.mockRejectedValue(new ErrorResponse({ error: 'invalid_grant' }));
    expect(await auth.getAccessToken()).toBeUndefined();
    expect(changes).toEqual([true, false]);
  });

  it('is no reason to sign out while the browser itself is offline', async () => {
    isOnline = false;
    await vi.advanceTimersByTimeAsync(1000);
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

describe('the hint of the ID token at the sign-out', () => {
  const hint = () => manager.signoutRedirect.mock.calls[0]?.[0];
  it('is there after a reload', async () => {
    const user = aUser();
    manager.signinSilent.mockResolvedValue(user);
    await auth.restore();
    await auth.signOut();
    expect(hint()).toEqual({ id_token_hint: user.id_token });
  });

  it('is there when the portal let nobody in', async () => {
    const user = aUser();
    manager.signinRedirectCallback.mockResolvedValue(user);
    await auth.completeSignIn('x');
    await auth.forget();
    await auth.signOut();
    expect(hint()).toEqual({ id_token_hint: user.id_token });
  });

  it('is the one before when a renewal brought none, and gone afterwards', async () => {
    const user = aUser(1);
    manager.signinRedirectCallback.mockResolvedValue(user);
    await auth.completeSignIn('x');
    const renewed = aUser();
    Object.assign(renewed, { id_token: undefined });
    manager.signinSilent.mockResolvedValue(renewed);
    await auth.getAccessToken();
    await auth.signOut();
    expect(hint()).toEqual({ id_token_hint: user.id_token });
    await auth.signOut();
    expect(manager.signoutRedirect.mock.lastCall?.[0]).toEqual({});
  });
});

it('stops telling whoever no longer listens', async () => {
  const listener = vi.fn();
  auth.subscribe(listener)();
  await auth.restore();
  expect(listener).not.toHaveBeenCalled();
  expect(changes).toEqual([true]);
});

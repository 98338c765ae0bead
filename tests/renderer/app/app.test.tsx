import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from '../../../renderer/app/App.tsx';
import { createPortal } from '../../../renderer/app/portal.ts';
import type { Auth } from '../../../renderer/core/auth.ts';
import { defaultPreferences } from '../../../schemas/entities/defaultPreferences.ts';
import type { ManifestIndex } from '../../../schemas/manifest/compiled.ts';
import { layerTexts } from '../../../server/manifests/texts.ts';
import { index, session, setWidth } from '../support/renderNode.tsx';

const refusal = { message: 'no', errors: [], code: 1, timestamp: '2026-01-01T10:00:00.000Z' };

const screens = {
  'core.login': {
    type: 'button',
    id: 'in',
    label: '$session.username',
    intent: 'primary',
    action: { do: 'signIn' },
  },
  'core.home': { type: 'text', id: 'home', text: '$session.mail', style: 'body' },
  'test.thing': {
    type: 'stats',
    id: 'figures',
    source: { call: 'consumption.overview', params: { property: 1 } },
    rows: 'content',
    label: '$row.category',
    value: 'current',
    format: { as: 'integer' },
    empty: { title: '$data.none' },
  },
};

function makeIndex(signedIn: boolean, rest: Partial<ManifestIndex> = {}): ManifestIndex {
  const base = { title: 'ui:home', layout: 'default', guard: 'open' } as const;
  const guard = signedIn ? 'open' : 'signIn';
  return {
    ...index,
    signedIn,
    market: { ...index.market, language: 'en' },
    navigation: signedIn
      ? [
          { id: 'a', label: 'ui:menu.dark', icon: 'chart', path: '/things/1', locked: false },
          { id: 'b', label: 'ui:menu.language', icon: 'drop', path: '/locked', locked: true },
        ]
      : [],
    routes: [
      { ...base, name: 'root', path: '/', redirect: '/auth/login' },
      { ...base, name: 'login', path: '/auth/login', layout: 'auth', screen: 'core.login' },
      {
        ...base,
        name: 'dashboard',
        path: '/dashboard',
        guard,
        screen: 'core.home',
        breadcrumb: { label: 'ui:menu.settings' },
      },
      {
        ...base,
        name: 'thing',
        path: '/things/{thing}',
        guard,
        screen: 'test.thing',
        breadcrumb: {
          label: '$data.name',
          source: { call: 'property.get', params: { property: '$route.thing' } },
          parent: 'dashboard',
        },
      },
      { ...base, name: 'blocked', path: '/auth/blocked-user', layout: 'auth', screen: 'core.home' },
      { ...base, name: 'secret', path: '/secret', guard: 'denied', screen: 'core.home' },
    ],
    ...rest,
  };
}

const files = import.meta.glob<object>('../../../locales/*/*.json', {
  eager: true,
  import: 'default',
});

/** The texts of a language as the server answers them. */
function textsOf(locale: string): object {
  const own = Object.entries(files).filter(([file]) => file.includes(`/${locale}/`));
  const texts = Object.fromEntries(
    own.map(([file, content]) => [/([\w-]+)\.json$/.exec(file)?.[1] ?? '', content]),
  );
  return locale === 'en' ? texts : layerTexts(textsOf('en'), texts);
}

/** The calls that were made, such as `GET /api/session`. */
let calls: string[];

type Answers = Record<string, () => Response>;
const ok = (body: unknown) => () => Response.json(body);
const refuse = (status: number, code: string) => () =>
  Response.json({ ...refusal, status: code }, { status });

function start(path: string, { signedIn = true, answers = {} as Answers } = {}) {
  window.history.replaceState(null, '', path);
  let isSignedIn = signedIn;
  const auth = {
    signIn: vi.fn(async () => undefined),
    completeSignIn: vi.fn(async () => {
      isSignedIn = true;
      return '/dashboard';
    }),
    restore: vi.fn(async () => false),
    getAccessToken: vi.fn(async () => (isSignedIn ? 'token' : undefined)),
    signOut: vi.fn(async () => {
      isSignedIn = false;
    }),
    subscribe: () => () => undefined,
    isForeign: false,
    renew: vi.fn(async () => false),
    isWatchedByProvider: async () => false,
    forget: vi.fn(async () => {
      isSignedIn = false;
    }),
  } satisfies Auth;
  const all: Answers = {
    '/api/manifest': () => Response.json(makeIndex(isSignedIn)),
    '/api/session': ok({ ...session, language: 'EN' }),
    '/api/user/1/preferences': ok(defaultPreferences),
    '/api/property/1': ok({ name: 'missing fields' }),
    ...answers,
  };
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit = {}) => {
    calls.push(`${method} ${url}`);
    const { pathname } = new URL(url, 'http://localhost');
    const screenId = pathname.replace('/api/manifest/screens/', '');
    if (Object.hasOwn(screens, screenId)) {
      const root = {
        type: 'page',
        id: 'root',
        title: 'ui:home',
        children: [screens[screenId as keyof typeof screens]],
      };
      return Response.json({ id: screenId, query: {}, root });
    }
    const [, locale] = /^\/api\/manifest\/texts\/(\w+)$/.exec(pathname) ?? [];
    if (locale) return Response.json(textsOf(locale));
    // What is saved is answered as it came.
    if (method === 'PUT' && !answers[pathname]) return new Response(body);
    return all[pathname]?.() ?? refuse(404, 'NOT_FOUND')();
  });
  render(<App portal={createPortal(async () => () => auth)} />);
  return auth;
}

beforeEach(() => {
  calls = [];
  localStorage.clear();
  sessionStorage.clear();
  setWidth(false);
  window.scrollTo = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const heading = () => screen.findByRole('heading', { level: 1, name: 'Meterhouse, home' });

describe('the way in', () => {
  it('leads a stranger to the login page, and remembers where they wanted to go', async () => {
    const auth = start('/things/1?a=b', { signedIn: false });
    await heading();
    expect(window.location.pathname).toBe('/auth/login');
    await userEvent.click(within(screen.getByRole('main')).getByRole('button'));
    expect(auth.signIn).toHaveBeenCalledExactlyOnceWith('/things/1?a=b', 'en');
  });

  it('leads from the provider’s answer to the page asked for', async () => {
    start('/auth/callback?code=1', { signedIn: false });
    expect(await screen.findByText(session.mail, { selector: 'main p' })).toBeTruthy();
    expect(window.location.pathname).toBe('/dashboard');
  });

  it('says when signing in failed, and offers to begin anew', async () => {
    window.history.replaceState(null, '', '/');
    const auth = start('/auth/callback?error=x', { signedIn: false });
    auth.completeSignIn.mockRejectedValue(new Error('state is gone'));
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in again' }));
    expect(auth.signIn).toHaveBeenCalledTimes(1);
  });

  it('tells whom the provider knows and the portal doesn’t, and lets them sign out', async () => {
    const auth = start('/auth/callback?code=1', {
      signedIn: false,
      answers: {
        '/api/manifest': ok(makeIndex(false)),
        '/api/session': refuse(401, 'UNAUTHENTICATED'),
      },
    });
    await screen.findByRole('button', { name: 'Sign in again' });
    expect(screen.getByRole('alert').textContent).toContain('no account for you here');
    // Signing in over and over would end nowhere.
    expect(auth.completeSignIn).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(auth.signOut).toHaveBeenCalledTimes(1));
  });

  it('looks at the session when a screen that the index had is gone', async () => {
    const base = makeIndex(true);
    const [route] = base.routes;
    const gone = {
      ...route,
      name: 'gone',
      path: '/gone',
      redirect: undefined,
      screen: 'core.gone',
    };
    const answers = [ok({ ...session, language: 'EN' }), refuse(423, 'ACCOUNT_BLOCKED')];
    start('/gone', {
      answers: {
        '/api/manifest': ok({ ...base, routes: [...base.routes, gone] }),
        '/api/session': () => (answers.length > 1 ? answers.shift() : answers[0])!(),
      },
    });
    // Sooner than the watch, which looks every five seconds.
    await waitFor(() => expect(window.location.pathname).toBe('/auth/blocked-user'), {
      timeout: 4000,
    });
  });

  it.each(['/', '/auth/login', '/secret'])('leads who is signed in from %s home', async (path) => {
    start(path);
    await heading();
    expect(window.location.pathname).toBe('/dashboard');
  });

  it('shows blocked accounts their page', async () => {
    start('/dashboard', { answers: { '/api/session': refuse(423, 'ACCOUNT_BLOCKED') } });
    await heading();
    expect(window.location.pathname).toBe('/auth/blocked-user');
  });

  it('has a page for addresses that lead nowhere', async () => {
    start('/nowhere');
    expect(await screen.findByRole('heading', { name: 'There is no such page' })).toBeTruthy();
  });

  it('says that the API is away, and starts once it is back', async () => {
    let isAway = true;
    start('/dashboard', {
      answers: {
        '/api/manifest': () =>
          isAway ? new Response('', { status: 502 }) : Response.json(makeIndex(true)),
      },
    });
    const retry = await screen.findByRole('button', { name: 'Try again' }, { timeout: 8000 });
    expect(screen.getByRole('alert').textContent).toBe('API connection error');
    isAway = false;
    await userEvent.click(retry);
    await heading();
  });
});

describe('the shell', () => {
  it('has navigation, locked entries, breadcrumbs and a title', async () => {
    start('/things/1');
    const navigation = await screen.findByRole('navigation', { name: 'Main navigation' });
    const current = within(navigation).getByRole('link', { name: 'Dark mode' });
    expect(current.getAttribute('aria-current')).toBe('page');
    const locked = within(navigation).getByRole('link', { name: 'Language' });
    expect(locked.getAttribute('aria-disabled')).toBe('true');
    const trail = screen.getByRole('navigation', { name: 'You are here' });
    expect(within(trail).getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe(
      '/dashboard',
    );
    expect(document.title).toBe('Meterhouse, home – Meterhouse');
  });

  it('opens the notification panel, and remembers that it is open', async () => {
    const notifications = [
      { id: 'a.one', label: 'ui:menu.dark', screen: 'core.home' },
      { id: 'a.two', label: 'ui:menu.language', screen: 'test.thing' },
    ];
    const answers = { '/api/manifest': ok(makeIndex(true, { notifications })) };
    start('/dashboard', { answers });
    await userEvent.click(await screen.findByRole('button', { name: 'Notifications' }));
    const menu = await screen.findByRole('navigation', { name: 'Sections' });
    expect(within(menu).getByText('Dark mode').getAttribute('aria-current')).toBe('true');
    await userEvent.click(within(menu).getByText('Language'));
    expect(within(menu).getByText('Language').getAttribute('aria-current')).toBe('true');
    cleanup();
    start('/dashboard', { answers });
    await screen.findByRole('navigation', { name: 'Sections' });
    await userEvent.click(screen.getByRole('button', { name: 'Close the notifications' }));
    expect(localStorage.getItem('meterhouse.notifications')).toBeNull();
  });

  it('moves the focus to the heading after a navigation', async () => {
    start('/dashboard');
    await heading();
    await userEvent.click(await screen.findByRole('link', { name: 'Dark mode' }));
    await waitFor(() => expect(window.location.pathname).toBe('/things/1'));
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
  });

  it('speaks the profile’s language, then the chosen one, and remembers that', async () => {
    start('/dashboard', { answers: { '/api/session': ok({ ...session, language: 'CZ' }) } });
    const language = await screen.findByLabelText('Jazyk');
    expect(document.documentElement.lang).toBe('cs');
    await userEvent.selectOptions(language, 'Polski');
    expect(await screen.findByText('Wyloguj się')).toBeTruthy();
    expect(document.documentElement.lang).toBe('pl');
    expect(localStorage.getItem('meterhouse.language')).toBe('pl');
  });

  it('switches to dark and remembers it', async () => {
    start('/dashboard');
    await userEvent.click(await screen.findByLabelText('Dark mode'));
    expect(document.documentElement.classList.contains('bp6-dark')).toBe(true);
    expect(localStorage.getItem('meterhouse.theme')).toBe('dark');
    await userEvent.click(screen.getByLabelText('Dark mode'));
    expect(document.documentElement.classList.contains('bp6-dark')).toBe(false);
  });

  it('logs out', async () => {
    const auth = start('/dashboard');
    await userEvent.click(await screen.findByText('Log out'));
    expect(auth.signOut).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(window.location.pathname).toBe('/auth/login'));
  });

  it('tells support which manifest files are broken', async () => {
    const problems = ['manifests/markets/pl.json:3:1: expected a language'];
    start('/dashboard', { answers: { '/api/manifest': ok(makeIndex(true, { problems })) } });
    expect(await screen.findByText(/1 manifest file is broken/)).toBeTruthy();
    expect(screen.getByText(problems[0] ?? '')).toBeTruthy();
  });
});

describe('failures', () => {
  it('shows a failed call as a toast whose details can be read', async () => {
    start('/things/1', { answers: { '/api/consumption': refuse(403, 'FORBIDDEN') } });
    const message = await screen.findByText(/You have no access to this/, {
      selector: '.bp6-toast *',
    });
    const toast = message.closest('.bp6-toast');
    await userEvent.click(within(toast as HTMLElement).getByText('Details'));
    expect(within(screen.getByRole('main')).getByText(/You have no access/)).toBeTruthy();
    const dialog = await screen.findByRole('dialog', { name: 'Details of the error' });
    expect(within(dialog).getByText('Api')).toBeTruthy();
    expect(within(dialog).getByText('1')).toBeTruthy();
  });
});

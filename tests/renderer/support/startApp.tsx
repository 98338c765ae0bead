import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { App } from '../../../renderer/app/App.tsx';
import { createPortal } from '../../../renderer/app/portal.ts';
import type { Auth } from '../../../renderer/core/auth.ts';
import { defaultPreferences } from '../../../schemas/entities/defaultPreferences.ts';
import type { ManifestIndex } from '../../../schemas/manifest/compiled.ts';
import { layerTexts } from '../../../server/manifests/read/texts.ts';
import { index, session, setWidth } from './renderNode.tsx';

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
    at: 'manifests/thing.screen.json:7',
    source: { call: 'consumption.overview', params: { property: 1 } },
    rows: 'content',
    label: '$row.category',
    value: 'current',
    format: { as: 'integer' },
    empty: { title: '$data.none' },
  },
};

/** What the server sends, in short. */
export function makeIndex(signedIn: boolean, rest: Partial<ManifestIndex> = {}): ManifestIndex {
  const base = { title: 'ui:skip', layout: 'default', guard: 'open' } as const;
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
export const calls: string[] = [];
/** What was sent with them last, by call. */
export const bodies = new Map<string, unknown>();

/** By address; each is asked anew. */
export type Answers = Record<string, () => Response>;
export const ok = (body: unknown) => () => Response.json(body);
export const refuse = (status: number, code: string) => () =>
  Response.json({ ...refusal, status: code }, { status });

/** Opens the portal at a path, against answers of its own; sign-in is played by `auth`. */
export function start(
  path: string,
  {
    signedIn = true,
    answers = {} as Answers,
    restore = (async () => false) as (() => Promise<boolean>) | 'later',
  } = {},
) {
  window.history.replaceState(null, '', path);
  let isSignedIn = signedIn;
  let isAway = false;
  const listeners = new Set<(isSignedIn: boolean) => void>();
  const awayListeners = new Set<() => void>();
  const auth = {
    signIn: vi.fn(async () => undefined),
    completeSignIn: vi.fn(async () => {
      isSignedIn = true;
      return '/dashboard';
    }),
    restore: vi.fn(async () => {
      if (restore !== 'later') return restore();
      await new Promise((resolve) => setTimeout(resolve, 100));
      isSignedIn = true;
      return true;
    }),
    getAccessToken: vi.fn(async () => (isSignedIn ? 'token' : undefined)),
    signOut: vi.fn(async () => {
      isSignedIn = false;
    }),
    subscribe: (listener) => follow(listeners, listener),
    isForeign: false,
    renew: vi.fn(async () => false),
    isWatchedByProvider: async () => false,
    outage: { isOn: () => isAway, subscribe: (listener) => follow(awayListeners, listener) },
    forget: vi.fn(async () => {
      isSignedIn = false;
    }),
  } satisfies Auth;
  const all: Answers = {
    '/api/manifest': () => Response.json(makeIndex(isSignedIn)),
    '/api/session': ok({ ...session, language: 'EN' }),
    '/api/user/1/preferences': ok(defaultPreferences),
    'PUT /api/user/1/language': ok(session),
    '/api/property/1': ok({ name: 'missing fields' }),
    ...answers,
  };
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit = {}) => {
    calls.push(`${method} ${url}`);
    if (typeof body === 'string') bodies.set(`${method} ${url}`, JSON.parse(body));
    const { pathname } = new URL(url, 'http://localhost');
    const screenId = pathname.replace('/api/manifest/screens/', '');
    if (Object.hasOwn(screens, screenId) && !Object.hasOwn(answers, pathname)) {
      const root = {
        type: 'page',
        id: 'root',
        title: 'ui:skip',
        children: [screens[screenId as keyof typeof screens]],
      };
      return Response.json({ id: screenId, query: {}, root });
    }
    const [, locale] = /^\/api\/manifest\/texts\/(\w+)$/.exec(pathname) ?? [];
    if (locale) return Response.json(textsOf(locale));
    const answer = all[`${method} ${pathname}`];
    // What is saved is answered as it came.
    if (method === 'PUT' && !answer) {
      const rest = pathname.endsWith('/preferences') ? defaultPreferences : {};
      return Response.json({ ...rest, ...JSON.parse(String(body)) });
    }
    return (answer ?? all[pathname])?.() ?? refuse(404, 'NOT_FOUND')();
  });
  const portal = createPortal(async () => () => auth);
  render(<App portal={portal} />);
  return {
    ...auth,
    portal,
    /** As when tokens can't be renewed, and when they can again. */
    setAway(next: boolean) {
      isAway = next;
      for (const listener of awayListeners) listener();
    },
    /** As when the provider refuses to renew the token. */
    lose() {
      isSignedIn = false;
      for (const listener of listeners) listener(false);
    },
  };
}

function follow<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A fresh browser before each test of the file. */
export function cleanUpApps(): void {
  beforeEach(() => {
    calls.length = 0;
    bodies.clear();
    localStorage.clear();
    sessionStorage.clear();
    setWidth(false);
    window.scrollTo = () => undefined;
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });
}

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import { vi } from 'vitest';
import { type Actions, ActionsProvider } from '../../../renderer/core/actions.ts';
import {
  ApiProvider,
  type CallInput,
  type CallOperation,
  type OpenStream,
} from '../../../renderer/core/api.ts';
import { type DeclaredQuery, QueryDefaultsProvider } from '../../../renderer/core/bindings.ts';
import { ManifestIndexProvider } from '../../../renderer/core/manifest.ts';
import {
  createNavigationGuard,
  NavigationGuardProvider,
} from '../../../renderer/core/navigationGuard.ts';
import { type NodeRegistry, NodeRegistryProvider } from '../../../renderer/core/node.ts';
import { loadOperation } from '../../../renderer/core/operations.ts';
import { RenderNode } from '../../../renderer/core/RenderNode.tsx';
import { SessionProvider } from '../../../renderer/core/session.ts';
import { TranslationProvider } from '../../../renderer/core/translation.ts';
import { registry } from '../../../renderer/nodes/registry.ts';
import type { Feature } from '../../../schemas/entities/access.ts';
import type { SessionUser } from '../../../schemas/entities/account.ts';
import type { CompiledNode, ManifestIndex } from '../../../schemas/manifest/compiled.ts';
import { createTexts } from './texts.ts';

export const session: SessionUser = {
  username: 'admin.pl',
  userId: '1',
  mail: 'admin.pl@example.org',
  instance: 11,
  country: 'PL',
  language: 'PL',
  groups: ['portal_admin'],
  features: ['CONSUMPTION_BASIC'],
  lacksPhoneMessages: true,
  previewId: null,
  previewedBy: null,
  previewEndsAt: null,
};

export const index: ManifestIndex = {
  market: {
    country: 'PL',
    instance: 11,
    language: 'pl',
    timeZone: 'Europe/Warsaw',
    tiles: null,
    contactUrl: null,
    tenantApp: null,
  },
  texts: 'v1',
  languages: ['en', 'pl', 'cs', 'da', 'sv', 'nb'],
  signIn: { authority: 'http://localhost/oidc', clientId: 'portal', scope: 'openid' },
  signedIn: true,
  navigation: [],
  topBar: [],
  notifications: [],
  userMenu: [],
  routes: [
    {
      name: 'thing',
      path: '/things/{thing}',
      title: 'test:thing',
      guard: 'open',
      layout: 'default',
      screen: 'test.thing',
    },
  ],
  problems: [],
};

interface RenderOptions {
  /** What calls answer, by operation. */
  readonly answers?: Readonly<Record<string, (input: CallInput) => unknown>>;
  /** How changes are heard; by default they aren't. */
  readonly openStream?: OpenStream;
  readonly path?: string;
  readonly route?: string;
  readonly query?: DeclaredQuery;
  readonly language?: string;
  readonly narrow?: boolean;
  readonly registry?: NodeRegistry;
  /** Of the session. */
  readonly features?: readonly Feature[];
}

const refuseStream: OpenStream = async () => new Response(null, { status: 503 });

/** Draws one node as a screen would, against calls that the test answers. */
export async function renderNode(
  node: CompiledNode,
  {
    answers = {},
    openStream = refuseStream,
    path = '/',
    route = '*',
    query = {},
    ...options
  }: RenderOptions = {},
) {
  const call = vi.fn(async (id: string, input: CallInput) => {
    const answer = answers[id];
    if (!answer) throw new Error(`The test has no answer for ${id}.`);
    return answer(input);
  });
  const download = vi.fn(async (id: string, input: CallInput) => call(id, input) as Promise<Blob>);
  const actions = {
    signIn: vi.fn(),
    signOut: vi.fn(),
    setLanguage: vi.fn(async () => undefined),
    askConsent: vi.fn(),
    confirm: vi.fn(async () => true),
    toast: vi.fn(),
    report: vi.fn(),
    open: vi.fn(),
    save: vi.fn(),
  } satisfies Actions;
  setWidth(options.narrow ?? false);
  const i18n = await createTexts(options.language);
  // A page has them before most of its nodes' scripts are there.
  await Promise.all(Object.keys(answers).map(loadOperation));
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const place = { search: '' };
  const guard = createNavigationGuard();

  function Place({ children }: { children: ReactNode }) {
    place.search = useLocation().search;
    return children;
  }

  const router = createMemoryRouter(
    [
      {
        path: route,
        element: (
          <Place>
            <QueryDefaultsProvider value={query}>
              <RenderNode node={node} />
            </QueryDefaultsProvider>
          </Place>
        ),
      },
    ],
    { initialEntries: [path] },
  );
  const view = render(
    <TranslationProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <ApiProvider value={{ call: call as unknown as CallOperation, download, openStream }}>
          <ManifestIndexProvider value={index}>
            <SessionProvider
              value={options.features ? { ...session, features: [...options.features] } : session}
            >
              <ActionsProvider value={actions}>
                <NodeRegistryProvider value={options.registry ?? registry}>
                  <NavigationGuardProvider value={guard}>
                    <RouterProvider router={router} />
                  </NavigationGuardProvider>
                </NodeRegistryProvider>
              </ActionsProvider>
            </SessionProvider>
          </ManifestIndexProvider>
        </ApiProvider>
      </QueryClientProvider>
    </TranslationProvider>,
  );
  return { ...view, call, actions, place, router, queries, guard };
}

/** jsdom has no layout: every media query for narrow windows answers this. */
export function setWidth(isNarrow: boolean): void {
  window.matchMedia = (query) =>
    ({
      matches: isNarrow && query.includes('max-width'),
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }) as unknown as MediaQueryList;
}

import { keepPreviousData, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router-dom';
import { createLanguages } from '../renderer/app/language.ts';
import { PortalRouter } from '../renderer/app/PortalRouter.tsx';
import { type Actions, ActionsProvider } from '../renderer/core/actions.ts';
import { type Api, ApiProvider } from '../renderer/core/api.ts';
import { ManifestIndexProvider } from '../renderer/core/manifest.ts';
import {
  createNavigationGuard,
  NavigationGuardProvider,
} from '../renderer/core/navigationGuard.ts';
import { type NodeRegistry, NodeRegistryProvider } from '../renderer/core/node.ts';
import { SessionProvider } from '../renderer/core/session.ts';
import { TranslationProvider } from '../renderer/core/translation.ts';
import type { SessionUser } from '../schemas/entities/account.ts';
import { index } from './render/manifestScreen.ts';

/** What the portal has around a screen, with a cache that answers every call. */

const files = import.meta.glob<object>('../locales/en/*.json', { eager: true, import: 'default' });
const { i18n, switchTo } = createLanguages(async () =>
  Object.fromEntries(
    Object.entries(files).map(([name, texts]) => [/([\w-]+)\.json$/.exec(name)?.[1], texts]),
  ),
);
export const loadTexts = () => switchTo('en', 'v1');

export const queries = new QueryClient({
  // By hand each query would say so; here it stands once for the hand-written screen.
  defaultOptions: {
    queries: { staleTime: Number.POSITIVE_INFINITY, placeholderData: keepPreviousData },
  },
});
const guard = createNavigationGuard();
const nothing = () => undefined;
const actions: Actions = {
  signIn: nothing,
  signOut: nothing,
  toast: nothing,
  report: nothing,
  save: nothing,
  open: async () => true,
  confirm: async () => true,
  askConsent: nothing,
  setLanguage: async () => undefined,
};
const refuse = async () => {
  throw new Error('Everything is in the cache.');
};
const api: Api = { call: refuse, download: refuse, openStream: refuse };
const session: SessionUser = {
  username: 'admin.pl',
  userId: '1',
  mail: 'admin.pl@example.org',
  instance: 11,
  country: 'PL',
  language: 'PL',
  groups: ['portal_admin'],
  features: [],
  lacksPhoneMessages: true,
  previewId: null,
  previewedBy: null,
  previewEndsAt: null,
};

interface SurroundingsProps {
  readonly registry: Partial<NodeRegistry>;
  /** The route's path. */
  readonly path: string;
  readonly children: ReactNode;
}

export function Surroundings({ registry, path, children }: SurroundingsProps) {
  return (
    <TranslationProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <ApiProvider value={api}>
          <ManifestIndexProvider value={index}>
            <SessionProvider value={session}>
              <NodeRegistryProvider value={registry as NodeRegistry}>
                <ActionsProvider value={actions}>
                  <NavigationGuardProvider value={guard}>
                    <PortalRouter guard={guard}>
                      <Routes>
                        <Route path={path} element={children} />
                      </Routes>
                    </PortalRouter>
                  </NavigationGuardProvider>
                </ActionsProvider>
              </NodeRegistryProvider>
            </SessionProvider>
          </ManifestIndexProvider>
        </ApiProvider>
      </QueryClientProvider>
    </TranslationProvider>
  );
}

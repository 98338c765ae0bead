import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { Language } from '../../schemas/entities/market.ts';
import { ActionsProvider, type SignInOptions } from '../core/actions.ts';
import { ApiProvider } from '../core/api.ts';
import { QueryDefaultsProvider } from '../core/bindings.ts';
import { ManifestIndexProvider } from '../core/manifest.ts';
import { createNavigationGuard, NavigationGuardProvider } from '../core/navigationGuard.ts';
import { NodeRegistryProvider } from '../core/node.ts';
import { saveFile } from '../core/saveFile.ts';
import { SessionProvider } from '../core/session.ts';
import { registry } from '../nodes/registry.ts';
import { FailureToasts } from './errors/FailureToasts.tsx';
import { GuardedRouter } from './GuardedRouter.tsx';
import { localeOf, rememberLocale } from './language.ts';
import { followManifests } from './liveManifests.ts';
import { OverlayHost } from './overlays/OverlayHost.tsx';
import { PortalRoutes } from './PortalRoutes.tsx';
import { type Portal, type PortalState, portalKey } from './portal.ts';
import { PortalProvider } from './portalContext.ts';
import { forgetReturn, readReturn } from './returnTo.ts';
import { Splash } from './Splash.tsx';
import { useIdleSignOut } from './shell/useIdleSignOut.ts';
import { UnreachablePage } from './UnreachablePage.tsx';

/** Beside the screens nothing has any. */
const noDefaults = {};
const indexMilliseconds = 5 * 60_000;

/** The whole page. */
export function App({ portal }: { portal: Portal }) {
  return (
    <I18nextProvider i18n={portal.i18n}>
      <QueryClientProvider client={portal.queries}>
        <ApiProvider value={portal.api}>
          <PortalProvider value={portal}>
            <PortalGate portal={portal} />
            <FailureToasts failures={portal.failures} />
          </PortalProvider>
        </ApiProvider>
      </QueryClientProvider>
    </I18nextProvider>
  );
}

/** Nothing can be shown before the index says what there is. */
function PortalGate({ portal }: { portal: Portal }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: portalKey,
    queryFn: portal.start,
    staleTime: indexMilliseconds,
  });
  if (data) return <StartedPortal portal={portal} state={data} />;
  if (!error) return <Splash />;
  return <UnreachablePage error={error} isTrying={isFetching} onRetry={() => void refetch()} />;
}

function StartedPortal({ portal, state }: { portal: Portal; state: PortalState }) {
  const actions = useMemo(
    () => ({
      signIn: ({ returnTo, providerAction }: SignInOptions = {}) =>
        portal.signIn(returnTo ?? readReturn(), providerAction).catch(portal.failures.report),
      signOut: () => {
        forgetReturn();
        portal.signOut().catch(portal.failures.report);
      },
      setLanguage: async (language: string) => {
        const locale = localeOf[language as Language];
        rememberLocale(locale);
        await portal.switchLanguage(locale);
      },
      confirm: portal.overlays.confirm,
      toast: portal.overlays.toast,
      open: portal.overlays.open,
      report: portal.failures.report,
      save: saveFile,
    }),
    [portal],
  );
  useEffect(
    () =>
      followManifests(() => {
        // What was typed and filtered stays: only what is different is drawn anew.
        void portal.queries.invalidateQueries({ queryKey: portalKey });
        void portal.queries.invalidateQueries({ queryKey: ['manifest.screen'] });
      }),
    [portal],
  );
  useIdleSignOut(state.session !== undefined, actions.signOut);
  const [guard] = useState(createNavigationGuard);
  return (
    <ManifestIndexProvider value={state.index}>
      <SessionProvider value={state.session}>
        <NodeRegistryProvider value={registry}>
          <ActionsProvider value={actions}>
            <NavigationGuardProvider value={guard}>
              <GuardedRouter guard={guard}>
                <QueryDefaultsProvider value={noDefaults}>
                  <PortalRoutes isBlocked={state.isBlocked} />
                  <OverlayHost overlays={portal.overlays} />
                </QueryDefaultsProvider>
              </GuardedRouter>
            </NavigationGuardProvider>
          </ActionsProvider>
        </NodeRegistryProvider>
      </SessionProvider>
    </ManifestIndexProvider>
  );
}

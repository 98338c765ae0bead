import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { type Language, localeOf } from '../../schemas/entities/languages.ts';
import { ActionsProvider, type SignInOptions } from '../core/actions.ts';
import { ApiProvider } from '../core/api.ts';
import { QueryDefaultsProvider } from '../core/bindings.ts';
import { ManifestIndexProvider } from '../core/manifest.ts';
import { createNavigationGuard, NavigationGuardProvider } from '../core/navigationGuard.ts';
import { NodeRegistryProvider } from '../core/node.ts';
import { saveFile } from '../core/saveFile.ts';
import { SessionProvider } from '../core/session.ts';
import { TranslationProvider } from '../core/translation.ts';
import { registry } from '../nodes/registry.ts';
import { askConsent } from './consent/askConsent.ts';
import { FailureToasts } from './errors/FailureToasts.tsx';
import { askAnew, followManifests } from './liveManifests.ts';
import { OverlayHost } from './overlays/OverlayHost.tsx';
import { PortalRouter } from './PortalRouter.tsx';
import { PortalRoutes } from './PortalRoutes.tsx';
import type { Portal } from './portal.ts';
import { PortalProvider } from './portalContext.ts';
import { portalQuery } from './portalQuery.ts';
import type { PortalState } from './portalState.ts';
import { forgetReturn, readReturn } from './returnTo.ts';
import { Splash } from './Splash.tsx';
import { SessionKeeper } from './session/SessionKeeper.tsx';
import { UnreachablePage } from './UnreachablePage.tsx';

const TagManager = lazy(() => import('./consent/TagManager.tsx'));

/** Beside the screens nothing has any. */
const noDefaults = {};

/** The whole page. */
export function App({ portal }: { portal: Portal }) {
  return (
    <TranslationProvider i18n={portal.i18n}>
      <QueryClientProvider client={portal.queries}>
        <ApiProvider value={portal.api}>
          <PortalProvider value={portal}>
            <PortalGate portal={portal} />
            <FailureToasts failures={portal.failures} />
          </PortalProvider>
        </ApiProvider>
      </QueryClientProvider>
    </TranslationProvider>
  );
}

/** Nothing can be shown before the index says what there is. */
function PortalGate({ portal }: { portal: Portal }) {
  const { data, error, isFetching, refetch } = useQuery(portalQuery(portal));
  if (data) return <StartedPortal portal={portal} state={data} />;
  if (!error) return <Splash />;
  return <UnreachablePage error={error} isTrying={isFetching} onRetry={() => void refetch()} />;
}

function StartedPortal({ portal, state }: { portal: Portal; state: PortalState }) {
  const { tagManager } = state.index.market;
  const [guard] = useState(createNavigationGuard);
  const actions = useMemo(
    () => ({
      signIn: ({ returnTo, providerAction }: SignInOptions = {}) =>
        portal
          .whenSession()
          .then(({ life }) =>
            life.signIn(
              returnTo ?? readReturn(),
              portal.i18n.language,
              ...(providerAction ? [providerAction] : []),
            ),
          )
          .catch(portal.failures.report),
      signOut: async () => {
        // What was typed is lost, as on any other way off the page.
        if ((await guard.ask()) === false) return;
        forgetReturn();
        await portal.session().life.signOut();
      },
      setLanguage: (language: string) => portal.chooseLanguage(localeOf(language as Language)),
      askConsent: () => askConsent(portal, tagManager !== undefined),
      confirm: portal.overlays.confirm,
      toast: portal.overlays.toast,
      open: portal.overlays.open,
      report: portal.failures.report,
      save: saveFile,
    }),
    [portal, guard, tagManager],
  );
  useEffect(
    () =>
      // What was typed and filtered stays: only what is different is drawn anew.
      followManifests(() => askAnew(portal.queries)),
    [portal],
  );
  return (
    <ManifestIndexProvider value={state.index}>
      <SessionProvider value={state.session}>
        <NodeRegistryProvider value={registry}>
          <ActionsProvider value={actions}>
            <NavigationGuardProvider value={guard}>
              <PortalRouter guard={guard}>
                <QueryDefaultsProvider value={noDefaults}>
                  <PortalRoutes isBlocked={state.isBlocked} />
                  <OverlayHost overlays={portal.overlays} />
                  {state.session && (
                    <SessionKeeper
                      life={portal.session().life}
                      session={state.session}
                      onSignOut={actions.signOut}
                    />
                  )}
                  {tagManager && (
                    <Suspense>
                      <TagManager tagManager={tagManager} />
                    </Suspense>
                  )}
                </QueryDefaultsProvider>
              </PortalRouter>
            </NavigationGuardProvider>
          </ActionsProvider>
        </NodeRegistryProvider>
      </SessionProvider>
    </ManifestIndexProvider>
  );
}

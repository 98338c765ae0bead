import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { useCallOperation } from '../core/api.ts';
import { QueryDefaultsProvider } from '../core/bindings.ts';
import { useClosePanel } from '../core/panel.ts';
import { ScreenProvider } from '../core/place.ts';
import { RenderNode } from '../core/RenderNode.tsx';
import { Skeleton } from '../core/Skeleton.tsx';
import { SourceError } from '../core/SourceError.tsx';
import { screenQuery } from './screenQuery.ts';

const SecretQuery = lazy(() => import('./SecretQuery.tsx'));

let hasShownScreen = false;

/** Loads a screen's manifest and draws it. */
export function ScreenPage({ screen }: { screen: string }) {
  const call = useCallOperation();
  const { data, error, refetch } = useQuery(screenQuery(call, screen));
  useFocusOnNavigation(data !== undefined || error !== null);

  if (data) {
    const page = (
      <ScreenProvider value={screen}>
        <QueryDefaultsProvider value={data.query}>
          <RenderNode node={data.root} />
        </QueryDefaultsProvider>
      </ScreenProvider>
    );
    return Object.values(data.query).some(({ secret }) => secret) ? (
      <Suspense>
        <SecretQuery declared={data.query}>{page}</SecretQuery>
      </Suspense>
    ) : (
      page
    );
  }
  return error ? (
    <SourceError error={error} onRetry={() => void refetch()} isPage />
  ) : (
    <Skeleton shape="page" />
  );
}

/** After a navigation the heading gets the focus, so that screen readers say where one is. */
function useFocusOnNavigation(isReady: boolean): void {
  // A panel looks after the focus itself, and leaves the page under it where it is.
  const isPanel = useClosePanel() !== undefined;
  // How one came here; filters that change the address later are no reason to move the focus.
  const [arrival] = useState(useNavigationType());
  useEffect(() => {
    if (!isReady || isPanel) return;
    if (hasShownScreen) {
      if (arrival !== 'POP') window.scrollTo(0, 0);
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    }
    hasShownScreen = true;
  }, [isReady, isPanel, arrival]);
}

import { lazy, type ReactNode, Suspense } from 'react';
import type { CompiledRoute } from '../../../schemas/manifest/compiled.ts';
import type { Layout } from '../../../schemas/manifest/files.ts';
import { useManifestIndex } from '../../core/manifest.ts';
import { useTranslation } from '../../core/translation.ts';
import { isPreviewing } from '../previewedAccount.ts';
import { readEnding } from '../session/ending.ts';
import { OfflineBanner, OutageBanner } from './Banners.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { Header } from './Header.tsx';
import { LoadingIndicator } from './LoadingIndicator.tsx';
import { Navigation } from './Navigation.tsx';
import { Sidebar } from './Sidebar.tsx';

const EndedBanner = lazy(() => import('../session/EndedBanner.tsx'));
const SupportBanner = lazy(() => import('./SupportBanner.tsx'));
const CurrentPreview = lazy(() => import('./CurrentPreview.tsx'));
const EcoTrend = lazy(() => import('../brands/EcoTrend.tsx'));

interface ShellProps {
  readonly layout: Layout;
  readonly route?: CompiledRoute;
  readonly children: ReactNode;
}

const layoutsWithNavigation: ReadonlySet<Layout> = new Set([
  'dashboard',
  'default',
  'map',
  // Questions are answered without leaving where one is.
  'resources',
  'sidebar',
]);
/** The layouts of pages that ask nobody to sign in. */
const publicLayouts: ReadonlySet<Layout> = new Set(['auth', 'resources']);

/** What surrounds a screen; what of it is there depends on the layout. */
export function Shell({ layout, route, children }: ShellProps) {
  const { t } = useTranslation();
  const { signedIn, navigation, problems } = useManifestIndex();
  const hasNavigation = signedIn && navigation.length > 0 && layoutsWithNavigation.has(layout);
  return (
    <div
      className={`shell shell-${layout} ${hasNavigation ? 'shell-with-navigation' : ''} brand-${route?.brand}`}
    >
      {route?.brand === 'eco-trend' && (
        <Suspense>
          <EcoTrend />
        </Suspense>
      )}
      <a className="skip-link" href="#main">
        {t('ui:skip')}
      </a>
      {layout !== 'empty' && <Header hasNavigation={hasNavigation} brand={route?.brand} />}
      {hasNavigation && (
        <div className="shell-navigation">
          <Navigation />
        </div>
      )}
      <main id="main" className="shell-main" tabIndex={-1}>
        <LoadingIndicator />
        <OfflineBanner />
        {signedIn && <OutageBanner />}
        {problems.length > 0 && (
          <Suspense>
            <SupportBanner problems={problems} />
          </Suspense>
        )}
        {signedIn && !publicLayouts.has(layout) && isPreviewing() && (
          <Suspense>
            <CurrentPreview />
          </Suspense>
        )}
        {!signedIn && readEnding() && (
          <Suspense>
            <EndedBanner />
          </Suspense>
        )}
        {route?.breadcrumb && <Breadcrumbs route={route} />}
        {route?.sidebar ? (
          <div className="with-sidebar">
            <Sidebar module={route.sidebar} />
            <div>{children}</div>
          </div>
        ) : (
          children
        )}
      </main>
    </div>
  );
}

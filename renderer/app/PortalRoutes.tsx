import { lazy, Suspense, useMemo } from 'react';
import { Navigate, type RouteObject, useLocation, useRoutes } from 'react-router-dom';
import type { ManifestIndex } from '../../schemas/manifest/compiled.ts';
import { useManifestIndex } from '../core/manifest.ts';
import { NotFoundPage } from './NotFoundPage.tsx';
import { callbackPath } from './portal.ts';
import { RoutePage } from './RoutePage.tsx';
import { routerPath } from './routerPath.ts';
import { SignInCallback } from './SignInCallback.tsx';
import { Shell } from './shell/Shell.tsx';

const GalleryPage = lazy(() => import('./gallery/GalleryPage.tsx'));
const gallery = (
  <Shell layout="empty">
    <Suspense>
      <GalleryPage />
    </Suspense>
  </Shell>
);
const blockedPath = '/auth/blocked-user';

/** The router's routes as the manifest has them. */
export function buildRoutes(index: ManifestIndex): RouteObject[] {
  return [
    ...index.routes.map((route) => ({
      path: routerPath(route.path),
      element: <RoutePage route={route} />,
    })),
    { path: callbackPath, element: <SignInCallback /> },
    ...(index.development ? [{ path: '/dev/gallery', element: gallery }] : []),
    {
      path: '*',
      element: (
        <Shell layout={index.signedIn ? 'default' : 'auth'}>
          <NotFoundPage />
        </Shell>
      ),
    },
  ];
}

export function PortalRoutes({ isBlocked }: { isBlocked: boolean }) {
  const index = useManifestIndex();
  const routes = useMemo(() => buildRoutes(index), [index]);
  const page = useRoutes(routes);
  const { pathname } = useLocation();
  return isBlocked && pathname !== blockedPath ? <Navigate to={blockedPath} replace /> : page;
}

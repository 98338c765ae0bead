import type { CompiledRoute, ManifestIndex } from '../../schemas/manifest/compiled.ts';
import { homePath } from './returnTo.ts';

export type GuardDecision =
  | { readonly do: 'show' }
  | { readonly do: 'go'; readonly to: string; readonly remember: boolean };

const rootPath = '/';

/**
 * Whether a route is shown, and where else to go: first who isn't signed in, then who may not enter
 * (specification §4), then redirects. The login page is of no use to who is signed in.
 */
export function decideRoute(
  route: CompiledRoute,
  index: Pick<ManifestIndex, 'routes' | 'signedIn'>,
): GuardDecision {
  if (route.guard !== 'open' && route.path !== rootPath) {
    return { do: 'go', to: rootPath, remember: route.guard === 'signIn' };
  }
  const hasHome = index.routes.some(({ path, guard }) => path === homePath && guard === 'open');
  const loginPath = index.routes.find(({ path }) => path === rootPath)?.redirect;
  const login = index.routes.find(({ path }) => path === loginPath)?.screen;
  // Under whichever brand.
  const isLogin = route.path === loginPath || (route.brand !== undefined && route.screen === login);
  if (index.signedIn && hasHome && (route.path === rootPath || isLogin)) {
    return { do: 'go', to: homePath, remember: false };
  }
  return route.redirect === undefined
    ? { do: 'show' }
    : { do: 'go', to: route.redirect, remember: false };
}

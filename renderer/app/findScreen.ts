import { matchRoutes } from 'react-router-dom';
import type { ManifestIndex } from '../../schemas/manifest/compiled.ts';
import { decideRoute } from './guard.ts';
import { routerPath } from './routerPath.ts';

/** The screen that an address shows, behind guards and redirects; undefined when it shows none. */
export function findScreen(index: ManifestIndex, pathname: string): string | undefined {
  const addresses = index.routes.map((route) => ({ path: routerPath(route.path), route }));
  let place = pathname;
  // A way that leads round in a circle ends too.
  for (const _step of index.routes) {
    const match = matchRoutes(addresses, place)?.at(-1)?.route.route;
    const decision = match && decideRoute(match, index);
    if (decision?.do !== 'go') return match?.screen;
    place = decision.to;
  }
  return undefined;
}

import { Navigate, useLocation } from 'react-router-dom';
import type { CompiledRoute } from '../../schemas/manifest/compiled.ts';
import { useManifestIndex } from '../core/manifest.ts';
import { useText } from '../core/text.ts';
import { brandLooks } from './brands/brands.ts';
import { decideRoute } from './guard.ts';
import { rememberReturn } from './returnTo.ts';
import { ScreenPage } from './ScreenPage.tsx';
import { Shell } from './shell/Shell.tsx';

/** One route of the manifest: guard, layout, title and screen. */
export function RoutePage({ route }: { route: CompiledRoute }) {
  const index = useManifestIndex();
  const place = useLocation();
  const text = useText();
  const decision = decideRoute(route, index);
  if (decision.do === 'go') {
    if (decision.remember) rememberReturn(place);
    return <Navigate to={decision.to} replace />;
  }
  return (
    <Shell layout={route.layout} route={route}>
      <title>{`${text(route.title)} – ${brandLooks[route.brand ?? 'meterhouse'].name}`}</title>
      {route.screen && <ScreenPage key={place.pathname} screen={route.screen} />}
    </Shell>
  );
}

import { Navigate, useLocation, useParams } from 'react-router-dom';
import type { CompiledRoute } from '../../schemas/manifest/compiled.ts';
import { BindingsProvider } from '../core/bindings.ts';
import { useSource } from '../core/data.ts';
import { DataProvider } from '../core/dataContext.ts';
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
  const params = useParams();
  const decision = decideRoute(route, index);
  if (decision.do === 'go') {
    if (decision.remember) rememberReturn(place);
    return <Navigate to={decision.to} replace />;
  }
  return (
    <BindingsProvider name="route" value={params}>
      <Shell layout={route.layout} route={route}>
        <RouteTitle route={route} />
        {route.screen && <ScreenPage key={place.pathname} screen={route.screen} />}
      </Shell>
    </BindingsProvider>
  );
}

/** The window's title: what the page is about where that has a name, as the breadcrumb says it. */
function RouteTitle({ route }: { route: CompiledRoute }) {
  // The same call as the breadcrumb's, so it is one request.
  const { data } = useSource(route.breadcrumb?.source);
  return (
    <DataProvider value={{ data, isPending: false }}>
      <TitleText route={route} />
    </DataProvider>
  );
}

function TitleText({ route }: { route: CompiledRoute }) {
  const text = useText();
  const title = text(route.title);
  const name = route.breadcrumb?.source && text(route.breadcrumb.label);
  const words = [...(name ? [name] : []), title, brandLooks[route.brand ?? 'meterhouse'].name];
  return <title>{words.join(' – ')}</title>;
}

import { Link } from 'react-router-dom';
import type { CompiledRoute } from '../../../schemas/manifest/compiled.ts';
import { useSource } from '../../core/data.ts';
import { DataProvider } from '../../core/dataContext.ts';
import { Icon } from '../../core/Icon.tsx';
import { useHref } from '../../core/link.ts';
import { useManifestIndex } from '../../core/manifest.ts';
import { useText } from '../../core/text.ts';
import { useTranslation } from '../../core/translation.ts';

/** The way from the top to here. A single step says nothing that the heading doesn't. */
export function Breadcrumbs({ route }: { route: CompiledRoute }) {
  const { t } = useTranslation();
  const { routes } = useManifestIndex();
  const trail = findTrail(route, routes);
  if (trail.length < 2) return null;
  return (
    <nav className="breadcrumbs" aria-label={t('ui:breadcrumbs')}>
      <ol>
        {trail.map((step) => (
          <li key={step.name}>
            {step !== trail[0] && <Icon name="chevron-right" size={12} />}
            <Crumb route={step} isCurrent={step === route} />
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The route's open ancestors and itself; a parent that leads back to itself ends the trail. */
export function findTrail(
  route: CompiledRoute,
  routes: readonly CompiledRoute[],
): readonly CompiledRoute[] {
  const trail: CompiledRoute[] = [];
  let step: CompiledRoute | undefined = route;
  // A visitor's way doesn't begin at a door that is shut to them.
  while (step?.breadcrumb && step.guard === 'open' && !trail.includes(step)) {
    trail.unshift(step);
    const { parent }: { parent?: string | undefined } = step.breadcrumb;
    step = routes.find(({ name }) => name === parent);
  }
  return trail;
}

function Crumb({ route, isCurrent }: { route: CompiledRoute; isCurrent: boolean }) {
  // The same call as the screen's own, so it is one request.
  const { data, isPending } = useSource(route.breadcrumb?.source);
  return (
    <DataProvider value={{ data, isPending: isPending && route.breadcrumb?.source !== undefined }}>
      <CrumbLabel route={route} isCurrent={isCurrent} />
    </DataProvider>
  );
}

function CrumbLabel({ route, isCurrent }: { route: CompiledRoute; isCurrent: boolean }) {
  const text = useText();
  const href = useHref()({ route: route.name });
  // A name that is still on its way: the route's own title stands in.
  const label = (route.breadcrumb && text(route.breadcrumb.label)) || text(route.title);
  return isCurrent || href === undefined ? (
    <span {...(isCurrent && { 'aria-current': 'page' as const })}>{label}</span>
  ) : (
    <Link to={href}>{label}</Link>
  );
}

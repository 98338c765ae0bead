import type { Link } from '../../../schemas/manifest/parts.ts';
import { suggest } from '../ground/faults.ts';
import { type Names, unknownQuery } from '../ground/names.ts';
import type { Report } from '../ground/report.ts';
import { isHidden, type Scope } from '../ground/scope.ts';
import type { Visit } from '../ground/walk.ts';

/** Checks that a link fills the path of its route, and passes only what its screen reads. */
export function checkLink(visit: Visit<Scope>, names: Names, report: Report): void {
  const { route, params = {} } = visit.value as Link;
  const target = names.routes.get(route);
  if (!target) return;
  for (const name of target.parameters) {
    // The renderer fills the rest from the address that the link stands on.
    if (Object.hasOwn(params, name) || visit.scope.routeParameters?.has(name) !== false) continue;
    if (isHidden(visit.scope)) continue;
    const message = `expected a value for {${name}} in the path of "${route}", found nothing`;
    report(message, [...visit.path, 'params']);
  }
  const query = names.screens.get(target.route.screen ?? '') ?? new Map<string, unknown>();
  if (query === unknownQuery) return;
  const secrets = names.secrets.get(target.route.screen ?? '');
  const open = [...query.keys()].filter((name) => !secrets?.has(name));
  const tables = names.tables.get(target.route.screen ?? '') ?? [];
  const known = [...target.parameters, ...open, ...tables];
  for (const name of Object.keys(params)) {
    if (known.includes(name)) continue;
    const message = `expected a parameter of the route "${route}", found "${name}"${suggest(name, known)}`;
    const about = aboutQuery(target.route.screen, name);
    report(message, [...visit.path, 'params', name], true, about);
  }
}

/** What a fault of a parameter that a screen doesn't declare is about. */
export function aboutQuery(screen: string | undefined, name: string): readonly string[] {
  return screen === undefined ? [] : [`query ${screen} ${name}`];
}

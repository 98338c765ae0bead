import { type Fault, suggest } from '../ground/faults.ts';
import { faultAt, type Located } from '../ground/located.ts';
import type { KnownRoute } from '../ground/names.ts';

/** The places of a module's entries, which lead to a route as it is. */
export const entryKinds = ['navigation', 'tile', 'topBar', 'userMenu'] as const;

/** An entry has nothing to fill a path's parameters with. */
export function checkEntryRoutes(
  modules: ReadonlyMap<string, Located>,
  routes: ReadonlyMap<string, KnownRoute>,
  faults: Fault[],
): void {
  for (const located of modules.values()) {
    for (const entry of entryKinds) {
      const value = located.entries?.get(entry)?.value.entries?.get('route')?.value.scalar;
      const target = typeof value === 'string' ? routes.get(value) : undefined;
      if (!target?.parameters.size) continue;
      const message = `expected a route without path parameters, found "${target.route.path}"`;
      faults.push(faultAt(located, [entry, 'route'], message));
    }
  }
}

/** What routes have to be among each other: distinct paths, redirects and parents that end. */
export function checkRoutes(
  routes: ReadonlyMap<string, KnownRoute>,
  moduleFiles: ReadonlyMap<string, Located>,
  faults: Fault[],
): void {
  checkRouteNames(moduleFiles, faults);
  const takenBy = new Map<string, readonly string[]>();
  for (const [name, known] of routes) {
    const file = moduleFiles.get(known.module);
    if (!file) continue;
    const report: Report = (key, message) =>
      faults.push(faultAt(file, ['routes', name, ...key], message));

    checkPath(known.route.path, takenBy, report);
    takenBy.set(name, listSegments(known.route.path));
    checkRedirect(name, known, routes, report);
    checkParent(name, known, routes, report);
  }
}

type Report = (key: string[], message: string) => void;

const anyValue = '{}';
/** What the server or the page itself answers: a route there is never shown, or breaks the sign-in. */
const reserved =
  /^\/((api|assets|oidc|healthz|readyz|metrics)(\/.*)?|auth\/(silent-)?callback|dev\/gallery)$/i;

function checkPath(
  path: string,
  takenBy: ReadonlyMap<string, readonly string[]>,
  report: Report,
): void {
  const segments = listSegments(path);
  if (reserved.test(`/${segments.join('/')}`)) {
    report(['path'], `expected a path that the portal doesn't use itself, found "${path}"`);
  }
  const names = [...path.matchAll(/\{\w+\}/g)].map(([name]) => name);
  const twice = names.find((one, at) => names.indexOf(one) < at);
  if (twice) report(['path'], `expected each path parameter once, found ${twice} twice`);
  for (const [name, other] of takenBy) {
    if (!overlaps(segments, other) || countFixed(segments) !== countFixed(other)) continue;
    const isSame = segments.every((one, at) => one === other[at]);
    const found = isSame ? `that of "${name}"` : `one that some addresses share with "${name}"`;
    report(['path'], `expected a path of its own, found ${found}`);
  }
}

/** As the browser's router compares them: in whatever case, and with or without a slash at the end. */
function listSegments(path: string): string[] {
  return path
    .replaceAll(/\{\w+\}/g, anyValue)
    .toLowerCase()
    .split('/')
    .filter(Boolean);
}

/** Whether there are addresses that both paths fit. */
function overlaps(one: readonly string[], other: readonly string[]): boolean {
  if (one.length !== other.length) return false;
  return one.every((part, at) => [other[at], anyValue].includes(part) || other[at] === anyValue);
}

/** Of two paths that fit an address, the router takes the one with more fixed parts. */
function countFixed(segments: readonly string[]): number {
  return segments.filter((one) => one !== anyValue).length;
}

function checkRouteNames(moduleFiles: ReadonlyMap<string, Located>, faults: Fault[]): void {
  const moduleOf = new Map<string, string>();
  for (const [module, file] of moduleFiles) {
    for (const name of file.entries?.get('routes')?.value.entries?.keys() ?? []) {
      const other = moduleOf.get(name);
      if (other) {
        const message = `expected a route name of its own, found that of the module "${other}"`;
        faults.push(faultAt(file, ['routes', name], message, { atKey: true }));
      }
      moduleOf.set(name, module);
    }
  }
}

function checkRedirect(
  name: string,
  { route }: KnownRoute,
  routes: ReadonlyMap<string, KnownRoute>,
  report: Report,
): void {
  if (!route.redirect) return;
  const target = routes.get(route.redirect);
  if (target?.parameters.size) {
    const wanted = [...target.parameters].map((one) => `{${one}}`).join(', ');
    report(['redirect'], `expected a route without path parameters, found ${wanted} in it`);
  }
  const loop = findLoop(name, (one) => routes.get(one)?.route.redirect);
  if (loop) report(['redirect'], `the redirects lead in a circle: ${loop.join(' → ')}`);
}

function checkParent(
  name: string,
  { route, parameters }: KnownRoute,
  routes: ReadonlyMap<string, KnownRoute>,
  report: Report,
): void {
  const parent = route.breadcrumb?.parent;
  if (!parent) return;
  const here = ['breadcrumb', 'parent'];
  const loop = findLoop(name, (one) => routes.get(one)?.route.breadcrumb?.parent);
  if (loop) report(here, `the parents lead in a circle: ${loop.join(' → ')}`);
  for (const parameter of routes.get(parent)?.parameters ?? []) {
    if (parameters.has(parameter)) continue;
    const suggestion = suggest(parameter, parameters);
    report(
      here,
      `expected the parent's path parameter {${parameter}} in this path, found none${suggestion}`,
    );
  }
}

/** The way from `start` back to itself, or undefined when it ends elsewhere. */
function findLoop(start: string, next: (name: string) => string | undefined): string[] | undefined {
  const way = [start];
  for (let name = next(start); name !== undefined; name = next(name)) {
    way.push(name);
    if (name === start) return way;
    if (way.indexOf(name) < way.length - 1) return undefined;
  }
  return undefined;
}

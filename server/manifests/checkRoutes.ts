import { type Fault, suggest } from './faults.ts';
import { faultAt, type Located } from './located.ts';
import type { KnownRoute } from './names.ts';

/** What routes have to be among each other: distinct paths, redirects and parents that end. */
export function checkRoutes(
  routes: ReadonlyMap<string, KnownRoute>,
  moduleFiles: ReadonlyMap<string, Located>,
  faults: Fault[],
): void {
  checkRouteNames(moduleFiles, faults);
  const takenBy = new Map<string, string>();
  for (const [name, known] of routes) {
    const file = moduleFiles.get(known.module);
    if (!file) continue;
    const report: Report = (key, message) =>
      faults.push(faultAt(file, ['routes', name, ...key], message));

    const shape = known.route.path.replaceAll(/\{\w+\}/g, '{}').replace(/(?<=.)\/$/, '');
    const other = takenBy.get(shape);
    if (other) report(['path'], `expected a path of its own, found that of "${other}"`);
    takenBy.set(shape, name);
    checkRedirect(name, known, routes, report);
    checkParent(name, known, routes, report);
  }
}

type Report = (key: string[], message: string) => void;

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

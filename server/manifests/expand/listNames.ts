import { isObject } from '../../../schemas/isObject.ts';
import { type Route, screenFileSchema } from '../../../schemas/manifest/files.ts';
import { type Located, toValue } from '../ground/located.ts';
import {
  type KnownRoute,
  type Names,
  pathParameters,
  placeholdersOf,
  reachModules,
  unknownQuery,
} from '../ground/names.ts';
import { walk } from '../ground/walk.ts';
import type { MarketLayers } from '../layer/layerMarket.ts';

/**
 * What can be named in a market. Read from the files as they are, even from faulty ones, so that a
 * mistake in one file doesn't make others look wrong.
 */
export function listNames(
  files: MarketLayers,
  texts: ReadonlyMap<string, string>,
  unreadable: ReadonlySet<string>,
): Names {
  const routes = new Map<string, KnownRoute>();
  const requires = new Map<string, string[]>();
  for (const [module, located] of files.modules) {
    const file = toValue(located) as { routes?: unknown; requires?: unknown; uses?: unknown };
    // What is used without being required is pruned in markets that don't have it.
    requires.set(module, [file.requires, file.uses].flatMap(asNames));
    for (const [name, route] of Object.entries(asObject(file.routes))) {
      const path = asObject(route)['path'];
      if (typeof path !== 'string') continue;
      routes.set(name, { module, route: route as Route, parameters: pathParameters(path) });
    }
  }
  const screens = new Map([...unreadable].map((id) => [id, unknownQuery]));
  const secrets = new Map<string, Set<string>>();
  const tables = new Map<string, Set<string>>();
  for (const [id, { located }] of files.screens) {
    if (isBroken(located)) {
      screens.set(id, unknownQuery);
      continue;
    }
    const query = listQuery(located);
    screens.set(id, new Map(query.map(([name, declared]) => [name, declared['default']])));
    const hidden = query.filter(([, { secret }]) => secret === true).map(([name]) => name);
    secrets.set(id, new Set(hidden));
    tables.set(id, new Set(listTableState(located)));
  }
  const forms = new Map<string, string | undefined>();
  for (const name of unreadable) {
    const [, module, form] = /([^/]+)\/([^/]+)\.form\.json$/.exec(name) ?? [];
    if (module) forms.set(`${module}.${form}`, undefined);
  }
  for (const [id, { located }] of files.forms) {
    const schema = located.entries?.get('schema')?.value.scalar;
    forms.set(id, typeof schema === 'string' ? schema : undefined);
  }
  return {
    texts: new Map([...texts].map(([key, text]) => [key, placeholdersOf(text)] as const)),
    forms,
    routes,
    screens,
    secrets,
    tables,
    modules: new Set(files.modules.keys()),
    reachable: reachModules(requires),
  };
}

/** The query parameters that a screen declares itself, short or whole, or in a part of it. */
function listQuery(screen: Located): [string, Record<string, unknown>][] {
  const query = screen.entries?.get('query')?.value;
  const declared = Object.entries(asObject(query && toValue(query))).map(
    ([name, said]): [string, Record<string, unknown>] => [
      name,
      typeof said === 'object' ? asObject(said) : { default: said },
    ],
  );
  const own = new Map(declared);
  walk(screenFileSchema, toValue(screen), undefined, ({ meta, value, path }) => {
    if (meta?.declaresQuery) {
      const name = String(asObject(value)['query'] ?? path.at(-1));
      if (!own.has(name)) own.set(name, {});
    }
    return () => undefined;
  });
  return [...own];
}

/** What a screen's tables call their order, search and filters in the address. */
function listTableState(screen: Located): string[] {
  const found: string[] = [];
  walk(screenFileSchema, toValue(screen), undefined, ({ meta, value, path }) => {
    if (meta?.reference === 'table') {
      const columns = Object.keys(asObject(asObject(value)['columns']));
      const parts = ['sort', 'search', ...columns.map((column) => `filter.${column}`)];
      found.push(...parts.map((part) => `${String(path.at(-1))}.${part}`));
    }
    return () => undefined;
  });
  return found;
}

/** Whether a part is missing in it, which may declare parameters. */
function isBroken(located: Located): boolean {
  if (located.isFaulty) return true;
  const members = [...(located.entries?.values() ?? [])].map(({ value }) => value);
  return [...members, ...(located.items ?? [])].some(isBroken);
}

function asNames(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function asObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

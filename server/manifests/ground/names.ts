import { isDeepStrictEqual } from 'node:util';
import type { Route } from '../../../schemas/manifest/files.ts';

export interface KnownRoute {
  readonly module: string;
  readonly route: Route;
  readonly parameters: ReadonlySet<string>;
}

/** Everything that manifests can name in one market. */
export interface Names {
  /** English texts by `namespace:key`, each with its placeholders: what else it says names nothing. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
  readonly routes: ReadonlyMap<string, KnownRoute>;
  /** Screens by id, with the query parameters that each declares and their defaults. */
  readonly screens: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
  /** Query parameters by screen that never stand in its address. */
  readonly secrets: ReadonlyMap<string, ReadonlySet<string>>;
  /** By screen what its tables keep in the address: their order, search and filters. */
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>;
  /** Forms by id, with the name of the schema of each. */
  readonly forms: ReadonlyMap<string, string | undefined>;
  readonly modules: ReadonlySet<string>;
  /** A module, those that it requires, those that they require, and so on. */
  reachable(module: string): ReadonlySet<string>;
}

/** The parameters of a screen that isn't known whole, since its file or a part of it is broken. */
export const unknownQuery: ReadonlyMap<string, unknown> = new Map();

/** Whether whatever is looked up by them comes out the same. */
export function isSameNames(one: Names, other: Names): boolean {
  const { reachable: reachesOne, ...named } = one;
  const { reachable: reachesOther, ...namedToo } = other;
  const isUnknown = ([id]: [string, unknown]) =>
    (one.screens.get(id) === unknownQuery) === (other.screens.get(id) === unknownQuery);
  return (
    isDeepStrictEqual(named, namedToo) &&
    [...one.screens].every(isUnknown) &&
    [...one.modules].every((module) => isDeepStrictEqual(reachesOne(module), reachesOther(module)))
  );
}

const none: readonly string[] = [];

/** The names in {{}} of a text, in their order. */
export function placeholdersOf(text: string): readonly string[] {
  if (!text.includes('{{')) return none;
  return [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name = '']) => name);
}

export function pathParameters(path: string): Set<string> {
  return new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
}

/** A module, those that it requires, those that they require, and so on. */
export function reachModules(
  requires: ReadonlyMap<string, readonly string[]>,
): (module: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  return (module) => {
    const before = known.get(module);
    if (before) return before;
    const reached = new Set([module]);
    // A set grows while it is walked.
    for (const one of reached) for (const next of requires.get(one) ?? []) reached.add(next);
    known.set(module, reached);
    return reached;
  };
}

import { useCallback } from 'react';
import type { CompiledRoute } from '../../schemas/manifest/compiled.ts';
import type { Link } from '../../schemas/manifest/parts.ts';
import { type BindingContext, resolveValues, useBindings } from './bindings.ts';
import { useManifestIndex } from './manifest.ts';

/**
 * The address of a route. Path parameters that the link leaves out are those of the current
 * address; other parameters go into the query part. Undefined when the route isn't there for this
 * session or a path parameter is unknown.
 */
export function buildHref(
  link: Link,
  routes: readonly CompiledRoute[],
  context: BindingContext,
): string | undefined {
  const route = routes.find(({ name, guard }) => name === link.route && guard !== 'denied');
  if (!route) return undefined;
  const values = resolveValues(link.params, context);
  const inPath = new Set<string>();
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    inPath.add(name);
    return encodeURIComponent(String(values[name] ?? context.route[name] ?? ''));
  });
  if (/\/(\/|$)/.test(path) && inPath.size > 0) return undefined;
  // Not URLSearchParams: a table asks for each row, and making one takes longer than all the rest.
  const query = Object.entries(values)
    .filter(([name, value]) => !inPath.has(name) && value !== undefined && value !== null)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/** Addresses for manifest links; `row` is what `$row` names. */
export function useHref(): (link: Link, row?: unknown) => string | undefined {
  const { routes } = useManifestIndex();
  const bindings = useBindings();
  return useCallback(
    (link, row) => buildHref(link, routes, { ...bindings, row }),
    [routes, bindings],
  );
}

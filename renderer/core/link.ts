import { type MouseEvent, useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CompiledRoute } from '../../schemas/manifest/compiled.ts';
import type { Link } from '../../schemas/manifest/parts.ts';
import type { Value } from '../../schemas/manifest/references.ts';
import { type BindingContext, resolveValue, useBindings } from './bindings.ts';
import { useManifestIndex } from './manifest.ts';

/** A link to a route that is there, taken apart. */
interface OpenLink {
  readonly routes: readonly CompiledRoute[];
  /** The route's path: texts, and parameters' names between them. */
  readonly texts: readonly string[];
  readonly names: readonly string[];
  /**
   * What goes into the query part. Without a value it is taken along from the address that the link
   * stands on.
   */
  readonly query: readonly (readonly [name: string, value: Value | undefined])[];
}

// A table asks for each of its rows: what is the same for all of them is done once.
const openLinks = new WeakMap<Link, OpenLink>();

function openLink(link: Link, routes: readonly CompiledRoute[]): OpenLink | undefined {
  const known = openLinks.get(link);
  if (known?.routes === routes) return known;
  const route = routes.find(({ name, guard }) => name === link.route && guard !== 'denied');
  if (!route) return undefined;
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const given = link.params ?? {};
  const carried = (route.query ?? []).filter((name) => !Object.hasOwn(given, name));
  const made = {
    routes,
    texts: route.path.split(/\{\w+\}/),
    names,
    query: [
      ...Object.entries(given).filter(([name]) => !names.includes(name)),
      ...carried.map((name) => [name, undefined] as const),
    ],
  };
  openLinks.set(link, made);
  return made;
}

/**
 * The address of a route. Path parameters that the link leaves out are those of the current
 * address; other parameters go into the query part, and what the reader chose that the route knows. Undefined when the route isn't there for this
 * session or a path parameter is unknown.
 */
export function buildHref(
  link: Link,
  routes: readonly CompiledRoute[],
  context: BindingContext,
): string | undefined {
  const open = openLink(link, routes);
  if (!open) return undefined;
  let path = open.texts[0] ?? '';
  for (const [at, name] of open.names.entries()) {
    const given = link.params?.[name];
    const value =
      (given === undefined ? undefined : resolveValue(given, context)) ?? context.route[name];
    if (value === undefined || value === '') return undefined;
    path += encodeURIComponent(String(value)) + (open.texts[at + 1] ?? '');
  }
  let separator = '?';
  for (const [name, bound] of open.query) {
    const value = bound === undefined ? context.chosen?.[name] : resolveValue(bound, context);
    if (value === undefined || value === null || value === '') continue;
    path += `${separator}${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`;
    separator = '&';
  }
  return path;
}

/** An address outside of the portal, when it is one that can be visited safely. */
export function readAddress(value: Value, context: BindingContext): string | undefined {
  const address = resolveValue(value, context);
  return typeof address === 'string' && address.startsWith('https://') ? address : undefined;
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

/**
 * Follows a link of the portal when it is clicked, as react-router's `Link` does: for lists, in which
 * a dozen hooks for each link cost more than all else of a row.
 */
export function useFollow(): (event: MouseEvent<HTMLAnchorElement>) => void {
  const navigate = useNavigate();
  return useCallback(
    (event) => {
      const { button, metaKey, altKey, ctrlKey, shiftKey } = event;
      // The browser opens a new tab or window, or saves.
      if (button !== 0 || metaKey || altKey || ctrlKey || shiftKey) return;
      event.preventDefault();
      void navigate(event.currentTarget.getAttribute('href') ?? '.');
    },
    [navigate],
  );
}

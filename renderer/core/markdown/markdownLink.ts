import { matchPath } from 'react-router-dom';
import type { CompiledRoute } from '../../../schemas/manifest/compiled.ts';

/** Where a link of a text leads: out of the portal, to one of its pages, or to a heading of the text. */
export type MarkdownLink =
  | { readonly outside: string }
  | { readonly inside: string }
  | { readonly anchor: string };

/** Undefined for what isn't https:, mailto:, or the path of a route that is open to the reader. */
export function readMarkdownLink(
  address: string,
  routes: readonly CompiledRoute[],
): MarkdownLink | undefined {
  if (/^#[\w-]+$/.test(address)) return { anchor: address };
  if (address.startsWith('/')) {
    const { origin, pathname, search, hash } = new URL(address, window.location.origin);
    const isRoute = routes.some(
      ({ path, guard }) =>
        guard !== 'denied' && matchPath(path.replaceAll(/\{(\w+)\}/g, ':$1'), pathname),
    );
    return origin === window.location.origin && isRoute
      ? { inside: pathname + search + hash }
      : undefined;
  }
  if (!URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return protocol === 'https:' || protocol === 'mailto:' ? { outside: href } : undefined;
}

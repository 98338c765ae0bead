import { queryOptions } from '@tanstack/react-query';
import type { CallOperation } from '../core/api.ts';
import { expectSources } from '../core/operations.ts';

const manifestMilliseconds = 5 * 60_000;

/** A screen's manifest in the query cache. */
export function screenQuery(call: CallOperation, screen: string) {
  return queryOptions({
    queryKey: ['manifest.screen', screen],
    queryFn: async ({ signal }) => {
      const manifest = await call('manifest.screen', { params: { screen } }, { signal });
      // They come beside the scripts of the nodes that ask for them.
      expectSources(manifest);
      return manifest;
    },
    staleTime: manifestMilliseconds,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

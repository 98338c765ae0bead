import { queryOptions } from '@tanstack/react-query';
import type { CallOperation } from '../core/api.ts';

const manifestMilliseconds = 5 * 60_000;

/** A screen's manifest in the query cache. */
export function screenQuery(call: CallOperation, screen: string) {
  return queryOptions({
    queryKey: ['manifest.screen', screen],
    queryFn: ({ signal }) => call('manifest.screen', { params: { screen } }, { signal }),
    staleTime: manifestMilliseconds,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

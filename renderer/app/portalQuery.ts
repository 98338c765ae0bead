import { queryOptions } from '@tanstack/react-query';
import type { Portal } from './portal.ts';
import { portalKey } from './portalState.ts';

const indexMilliseconds = 5 * 60_000;

/** What the page is built from, as the query cache keeps it. */
export function portalQuery({ start }: Portal) {
  return queryOptions({ queryKey: portalKey, queryFn: start, staleTime: indexMilliseconds });
}

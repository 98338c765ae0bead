import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from './api.ts';
import { loadOperation } from './operations.ts';

/**
 * While `isWanted`, has what a call answers asked for again when the server tells that it has
 * changed, if it is one of which it does. `onHearing` is told whether that is so now.
 */
export function useChanges(
  call: string,
  isWanted: boolean,
  onHearing: (isHearing: boolean) => void,
): void {
  const queries = useQueryClient();
  const { openStream } = useApi();
  useEffect(() => {
    if (!isWanted) return undefined;
    let stop: (() => void) | undefined;
    let isGone = false;
    async function follow(): Promise<void> {
      const operation = await loadOperation(call);
      if (!operation?.address.pushes) return;
      const { followChanges } = await import('./changes.ts');
      if (!isGone) stop = followChanges({ queries, openStream }, { call, onHearing });
    }
    // Without it the page asks again by itself.
    follow().catch(() => undefined);
    return () => {
      isGone = true;
      stop?.();
      onHearing(false);
    };
  }, [call, isWanted, onHearing, openStream, queries]);
}

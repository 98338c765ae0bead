import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isPushed } from '../../schemas/api/paths.ts';
import { useApi } from './api.ts';

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
    if (!isWanted || !isPushed(call)) return undefined;
    let stop: (() => void) | undefined;
    let isGone = false;
    import('./changes.ts').then(
      ({ followChanges }) => {
        if (!isGone) stop = followChanges({ queries, openStream }, { call, onHearing });
      },
      // Without it the page asks again by itself.
      () => undefined,
    );
    return () => {
      isGone = true;
      stop?.();
      onHearing(false);
    };
  }, [call, isWanted, onHearing, openStream, queries]);
}

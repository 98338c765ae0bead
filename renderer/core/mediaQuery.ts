import { useSyncExternalStore } from 'react';
import { useIsPrinting } from './useIsPrinting.ts';

/** Below this a table's columns no longer fit (CSS pixels). */
const narrowQuery = '(max-width: 639px)';

/** Whether the window is as narrow as a phone. Paper isn't, whatever prints it. */
export function useIsNarrow(): boolean {
  const isPrinting = useIsPrinting();
  const isNarrow = useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(narrowQuery);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => window.matchMedia(narrowQuery).matches,
  );
  return isNarrow && !isPrinting;
}

import { useSyncExternalStore } from 'react';

/** Below this a table's columns no longer fit (CSS pixels). */
const narrowQuery = '(max-width: 639px)';

/** Whether the window is as narrow as a phone. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(narrowQuery);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => window.matchMedia(narrowQuery).matches,
  );
}

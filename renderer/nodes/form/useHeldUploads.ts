import { useEffect, useMemo, useRef } from 'react';
import { useCallOperation } from '../../core/api.ts';

/** The uploads that a form's fields hold; when it is left without being submitted, they are given up. */
export function useHeldUploads() {
  const held = useRef(new Map<string, readonly string[]>());
  const call = useRef(useCallOperation());
  useEffect(
    () => () => {
      for (const upload of [...held.current.values()].flat()) {
        // Should that fail, it goes after a day.
        void call.current('upload.remove', { params: { upload } }).catch(() => undefined);
      }
    },
    [],
  );
  return useMemo(
    () => ({
      hold: (field: string, uploads: readonly string[]) => void held.current.set(field, uploads),
      /** They are a call's now; answers how to hold them again, should it fail. */
      letGo: () => {
        const before = held.current;
        held.current = new Map();
        return () => {
          held.current = before;
        };
      },
    }),
    [],
  );
}

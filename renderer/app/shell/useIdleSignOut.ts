import { useEffect } from 'react';
import { readStored, writeStored } from '../../core/storage.ts';

const idleMilliseconds = 15 * 60_000;
const checkMilliseconds = 10_000;
const storageKey = 'meterhouse.lastActivity';
const signs = ['pointerdown', 'keydown', 'wheel', 'scroll', 'touchstart'] as const;

/** Signs out after 15 minutes without a sign of life in any tab (specification §4). */
export function useIdleSignOut(isSignedIn: boolean, signOut: () => void): void {
  useEffect(() => {
    if (!isSignedIn) return undefined;
    let last = Date.now();
    const note = () => {
      last = Date.now();
      // Another tab must not sign out whoever works in this one.
      writeStored(storageKey, String(last));
    };
    note();
    const timer = setInterval(() => {
      if (Date.now() - Math.max(last, Number(readStored(storageKey) ?? 0)) < idleMilliseconds)
        return;
      clearInterval(timer);
      signOut();
    }, checkMilliseconds);
    for (const sign of signs) window.addEventListener(sign, note, { passive: true });
    return () => {
      clearInterval(timer);
      for (const sign of signs) window.removeEventListener(sign, note);
    };
  }, [isSignedIn, signOut]);
}

import { useEffect, useState } from 'react';
import { readStored, writeStored } from './storage.ts';

/**
 * Whether something fills the window, left by Escape. With a key it is kept in local storage, as for
 * maps (specification §9).
 */
export function useFullscreen(storageKey?: string): { isOn: boolean; toggle: () => void } {
  const [isOn, setOn] = useState(
    () => storageKey !== undefined && readStored(storageKey) === 'true',
  );
  useEffect(() => {
    if (storageKey) writeStored(storageKey, String(isOn));
    if (!isOn) return;
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOn(false);
    };
    window.addEventListener('keydown', leave);
    return () => window.removeEventListener('keydown', leave);
  }, [isOn, storageKey]);
  return { isOn, toggle: () => setOn((before) => !before) };
}

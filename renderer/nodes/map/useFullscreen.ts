import { useEffect, useState } from 'react';

const storageKey = 'meterhouse.mapFullscreen';

/** Whether maps fill the window; kept in local storage (specification §9), left by Escape. */
export function useFullscreen(): { isOn: boolean; toggle: () => void } {
  const [isOn, setOn] = useState(() => localStorage.getItem(storageKey) === 'true');
  useEffect(() => {
    localStorage.setItem(storageKey, String(isOn));
    if (!isOn) return;
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOn(false);
    };
    window.addEventListener('keydown', leave);
    return () => window.removeEventListener('keydown', leave);
  }, [isOn]);
  return { isOn, toggle: () => setOn((before) => !before) };
}

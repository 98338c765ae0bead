import { useEffect, useState } from 'react';
import { readStored, writeStored } from '../core/storage.ts';

const storageKey = 'meterhouse.theme';
const darkClass = 'bp6-dark';

/** The theme, which public/theme.js has already set, and how to change it for good. */
export function useTheme(): [isDark: boolean, setDark: (isDark: boolean) => void] {
  const [isDark, setIsDark] = useState(() =>
    document.documentElement.classList.contains(darkClass),
  );

  useEffect(() => {
    document.documentElement.classList.toggle(darkClass, isDark);
  }, [isDark]);

  useEffect(() => {
    const system = window.matchMedia('(prefers-color-scheme: dark)');
    const follow = () => {
      if (!readStored(storageKey)) setIsDark(system.matches);
    };
    system.addEventListener('change', follow);
    return () => system.removeEventListener('change', follow);
  }, []);

  return [
    isDark,
    (next) => {
      writeStored(storageKey, next ? 'dark' : 'light');
      setIsDark(next);
    },
  ];
}

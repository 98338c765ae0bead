import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../core/storage.ts';

const storageKey = 'meterhouse.theme';
const darkClass = 'bp6-dark';
const { classList } = document.documentElement;
const names = ['light', 'dark'];
const device = () => window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
// renderer/start.js has set it before the first paint.
let isDark = classList.contains(darkClass);

function show(next: boolean): void {
  isDark = next;
  classList.toggle(darkClass, next);
  for (const listener of listeners) listener();
}

/** What was chosen in this browser; undefined follows the device. */
export function readTheme(): boolean | undefined {
  const chosen = names.indexOf(readStored(storageKey) ?? '');
  return chosen < 0 ? undefined : chosen === 1;
}

/** Shows the theme at once and keeps it in this browser; undefined follows the device again. */
export function applyTheme(choice: boolean | undefined): void {
  writeStored(storageKey, choice === undefined ? undefined : names[Number(choice)]);
  show(choice ?? device().matches);
}

function subscribe(listener: () => void): () => void {
  const system = device();
  const follow = () => {
    if (!readStored(storageKey)) show(system.matches);
  };
  listeners.add(listener);
  system.addEventListener('change', follow);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', follow);
  };
}

/** Whether the page is dark, as chosen or as the device has it. */
export function useIsDark(): boolean {
  return useSyncExternalStore(subscribe, () => isDark);
}

import { readStored, writeStored } from '../../core/storage.ts';

/** Chosen for one script: another one needs another answer. */
const storageKey = 'meterhouse.consent';

/** Undefined while nothing was chosen in this browser for the script at that address. */
export function readConsent(url: string): boolean | undefined {
  const stored = readStored(storageKey);
  if (stored === `yes ${url}`) return true;
  return stored === `no ${url}` ? false : undefined;
}

export function storeConsent(url: string, isAllowed: boolean): void {
  writeStored(storageKey, `${isAllowed ? 'yes' : 'no'} ${url}`);
}

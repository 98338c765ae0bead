import { readTab, writeTab } from '../core/storage.ts';

const storageKey = 'meterhouse.returnTo';
export const homePath = '/dashboard';

/** An address within the portal, such as `window.location` is. */
interface Place {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
}

/** Keeps the address that a visitor wanted until the sign-in is done. */
export function rememberReturn({ pathname, search, hash }: Place): void {
  writeTab(storageKey, pathname + search + hash);
}

export function readReturn(): string {
  return readTab(storageKey) ?? homePath;
}

export function forgetReturn(): void {
  writeTab(storageKey, undefined);
}

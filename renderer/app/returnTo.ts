const storageKey = 'meterhouse.returnTo';
export const homePath = '/dashboard';

/** Keeps the address that a visitor wanted until the sign-in is done. */
export function rememberReturn(address: string): void {
  sessionStorage.setItem(storageKey, address);
}

export function readReturn(): string {
  return sessionStorage.getItem(storageKey) ?? homePath;
}

export function forgetReturn(): void {
  sessionStorage.removeItem(storageKey);
}

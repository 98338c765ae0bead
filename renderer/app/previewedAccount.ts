/** The account that a billing administrator looks at, in the metadata of this tab's session. */
const storageKey = 'meterhouse.preview';

/** Its user name; undefined when everything is one's own. */
export function readPreview(): string | undefined {
  try {
    return sessionStorage.getItem(storageKey) || undefined;
  } catch {
    return undefined;
  }
}

export function stopPreview(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Storage that is forbidden holds nothing.
  }
}

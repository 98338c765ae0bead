/** The account that a billing administrator looks at, in the metadata of this tab's session. */
export interface PreviewedAccount {
  readonly username: string;
  readonly userId: string;
}

const storageKey = 'meterhouse.preview';
const nobody: PreviewedAccount = { username: '', userId: '' };

/** Both are empty while everything is one's own. */
export function readPreview(): PreviewedAccount {
  try {
    const { username, userId } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    return { username: asText(username), userId: asText(userId) };
  } catch {
    // Storage that is forbidden, or holds something else, holds nobody.
    return nobody;
  }
}

export function stopPreview(): void {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // Storage that is forbidden holds nothing.
  }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

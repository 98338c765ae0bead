import type { SessionUser } from '../../schemas/entities/account.ts';

/** The account that staff look at, in the metadata of this tab's session. */
export interface PreviewedAccount {
  readonly username: string;
  readonly userId: string;
  /** When the look ends by itself. */
  readonly endsAt: string;
}

const storageKey = 'meterhouse.preview';
const nobody: PreviewedAccount = { username: '', userId: '', endsAt: '' };

/** All are empty while everything is one's own. */
export function readPreview(): PreviewedAccount {
  try {
    const { username, userId, endsAt } = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    return { username: asText(username), userId: asText(userId), endsAt: asText(endsAt) };
  } catch {
    // Storage that is forbidden, or holds something else, holds nobody.
    return nobody;
  }
}

export const isPreviewing = (): boolean => readPreview().username !== '';

/** The server knows whether the session is somebody else's: the tab only shows it. */
export function keepPreview(user: SessionUser | undefined): void {
  if (!user?.previewId) {
    stopPreview();
    return;
  }
  const { username, userId, previewEndsAt: endsAt } = user;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ username, userId, endsAt }));
  } catch {
    // The banner is missing then, and nothing else: the server's answers are the same.
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

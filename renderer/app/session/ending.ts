import { readTab, writeTab } from '../../core/storage.ts';

/** Why a session ended without its user's doing in this tab. */
export type Ending = 'idle' | 'elsewhere' | 'ended';

const storageKey = 'meterhouse.ending';

/** Keeps it for the login page, also on the way through the provider. */
export function rememberEnding(ending: Ending | undefined): void {
  writeTab(storageKey, ending);
}

export function readEnding(): Ending | undefined {
  return readTab(storageKey) as Ending | undefined;
}

import type { PushedCall } from '../../schemas/api/operations.ts';
import { listenTo } from '../database/notifications.ts';
import type { Database } from '../database/open.ts';
import { changeChannel, readChangeEvent } from './changeEvents.ts';

type Listener = (calls: readonly PushedCall[]) => void;

/** Who has to be told that calls answer something else, wherever that came about. */
export interface Changes {
  /** Aborted once changes may be missed; undefined while that is so. */
  hearing(): AbortSignal | undefined;
  /** Calls back with the calls of the account that changed; answers how to stop that. */
  subscribe(accountId: number, listener: Listener): () => void;
  stop(): Promise<void>;
}

/** Hears what `publishChange` says in this process and in all others of the same database. */
export function createChanges(database: Pick<Database, 'pool'>): Changes {
  const listeners = new Map<number, Set<Listener>>();
  let lost: AbortSignal | undefined;
  const listening = listenTo(database, changeChannel, {
    onNotified(payload) {
      const event = readChangeEvent(payload);
      for (const notify of (event && listeners.get(event.account)) ?? [])
        notify(event?.calls ?? []);
    },
    onHearing(signal) {
      lost = signal;
    },
  });
  return {
    hearing: () => (lost?.aborted ? undefined : lost),
    subscribe(accountId, listener) {
      const ofAccount = listeners.get(accountId) ?? new Set();
      listeners.set(accountId, ofAccount.add(listener));
      return () => {
        ofAccount.delete(listener);
        if (ofAccount.size === 0) listeners.delete(accountId);
      };
    },
    stop: () => listening.stop(),
  };
}

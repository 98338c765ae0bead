import { ConnectionError } from './callError.ts';

/** So long the provider is left alone after a call that failed, longer after each further one. */
const rests = [5000, 10_000, 20_000, 30_000];

/** What is known of an identity provider that can't be reached. */
export interface ProviderOutage {
  readonly isOn: () => boolean;
  /** Calls back when it begins and ends; answers how to stop that. */
  readonly subscribe: (listener: () => void) => () => void;
}

interface OutageWatch extends ProviderOutage {
  /** Asks, and answers what that does; while the provider rests, fails as the last time. */
  ask<T>(question: () => Promise<T>): Promise<T>;
}

export function createOutageWatch(isOnline: () => boolean): OutageWatch {
  let failure: ConnectionError | undefined;
  let failures = 0;
  let restsUntil = 0;
  const listeners = new Set<() => void>();

  function note(next: ConnectionError | undefined) {
    const hasChanged = (failure === undefined) !== (next === undefined);
    failure = next;
    failures = next ? failures + 1 : 0;
    if (hasChanged) for (const listener of listeners) listener();
  }

  return {
    isOn: () => failure !== undefined,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async ask(question) {
      if (failure && Date.now() < restsUntil) throw failure;
      try {
        const answer = await question();
        note(undefined);
        return answer;
      } catch (error) {
        // The browser itself says when it is back.
        if (error instanceof ConnectionError && isOnline()) {
          restsUntil = Date.now() + (rests[failures] ?? rests.at(-1) ?? 0);
          note(error);
        }
        throw error;
      }
    },
  };
}

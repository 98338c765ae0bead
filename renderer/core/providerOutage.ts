import { ConnectionError } from './callError.ts';
import { isRefusal } from './providerRequests.ts';

/** Between the tries of one question: the provider may be starting anew. */
const pauses = [1000, 2000];
/** So long it is left alone after they all failed, longer after each further time. */
const rests = [5000, 10_000, 20_000, 30_000];

/** What is known of an identity provider that can't be reached. */
export interface ProviderOutage {
  readonly isOn: () => boolean;
  /** Calls back when it begins and ends; answers how to stop that. */
  readonly subscribe: (listener: () => void) => () => void;
}

interface Question<T> {
  readonly ask: () => Promise<T>;
  /** False when nobody waits for the answer any more. */
  readonly isWanted: () => boolean;
  readonly isRepeated: boolean;
}

interface OutageWatch extends ProviderOutage {
  /**
   * The provider's answer; undefined when nobody wants it any more. Throws a refusal as it is, and a
   * `ConnectionError` when there is no answer, or was none a moment ago.
   */
  ask<T>(question: Question<T>): Promise<T | undefined>;
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

  function giveUp(cause: unknown): ConnectionError {
    const error = new ConnectionError({ cause });
    // Without a network the browser itself says so, and when it is back.
    if (!isOnline()) return error;
    restsUntil = Date.now() + (rests[failures] ?? rests.at(-1) ?? 0);
    note(error);
    return error;
  }

  /** Throws when there is none. */
  async function waitForNextTry(left: number[], cause: unknown): Promise<void> {
    const pause = isOnline() ? left.shift() : undefined;
    if (pause === undefined) throw giveUp(cause);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }

  return {
    isOn: () => failure !== undefined,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async ask({ ask, isWanted, isRepeated }) {
      if (failure && Date.now() < restsUntil) throw failure;
      const left = isRepeated ? [...pauses] : [];
      while (isWanted()) {
        try {
          const answer = await ask();
          note(undefined);
          return answer;
        } catch (cause) {
          if (isRefusal(cause)) throw cause;
          await waitForNextTry(left, cause);
        }
      }
      return undefined;
    },
  };
}

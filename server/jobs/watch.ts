import { setTimeout as sleep } from 'node:timers/promises';

const lookMilliseconds = 1000;

export interface Watch {
  /** Aborted when the process ends, or what is made isn't wanted any more. */
  readonly signal: AbortSignal;
  isUnwanted(): boolean;
  /** How much is done: from 0 to 1. */
  note(share: number): void;
  end(): Promise<void>;
}

/** Tells how far a job is, in per cent and at most once a second, and learns then whether it is still wanted. */
export function createWatch(
  ending: AbortSignal,
  tell: (progress: number) => Promise<boolean>,
): Watch {
  const unwanted = new AbortController();
  const ended = new AbortController();
  let progress = 0;
  const look = async () => {
    for (;;) {
      await sleep(lookMilliseconds, undefined, { signal: ended.signal });
      // A database that doesn't answer says nothing about what is made.
      const isWanted = await tell(progress).catch(() => true);
      if (!isWanted) unwanted.abort();
    }
  };
  const looking = look().catch(() => undefined);
  return {
    signal: AbortSignal.any([ending, unwanted.signal]),
    isUnwanted: () => unwanted.signal.aborted,
    note(share) {
      // The last per cent is the file's own end.
      progress = Math.min(99, Math.floor(share * 100));
    },
    async end() {
      ended.abort();
      await looking;
    },
  };
}

import { setTimeout as sleep } from 'node:timers/promises';

/** What was put in and not yet taken: each thing once, however often it came. */
export interface Inbox<Thing> {
  put(items: Iterable<Thing>): void;
  /** All that is there, at once or as soon as something is; nothing when the time is over. */
  take(milliseconds: number, signal: AbortSignal): Promise<Thing[]>;
}

export function createInbox<Thing>(): Inbox<Thing> {
  const items = new Set<Thing>();
  let wake: (() => void) | undefined;
  return {
    put(more) {
      for (const thing of more) items.add(thing);
      if (items.size > 0) wake?.();
    },
    async take(milliseconds, signal) {
      if (items.size === 0) {
        const come = new AbortController();
        wake = () => come.abort();
        const until = AbortSignal.any([signal, come.signal]);
        await sleep(milliseconds, undefined, { signal: until }).catch(() => undefined);
        wake = undefined;
      }
      const taken = [...items];
      items.clear();
      return taken;
    },
  };
}

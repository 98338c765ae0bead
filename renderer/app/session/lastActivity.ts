import { readStored, writeStored } from '../../core/storage.ts';

/** Specification §4. */
export const idleMilliseconds = 15 * 60_000;

const storageKey = 'meterhouse.lastActivity';
// Of this tab, for browsers that forbid storage.
let own: number | undefined;

/** A sign of life, for all tabs: none signs out whoever works in another. */
export function noteActivity(): void {
  own = Date.now();
  writeStored(storageKey, String(own));
}

/** Milliseconds since the last sign of life in any tab; undefined when there was none yet. */
export function readIdleTime(): number | undefined {
  const last = Number(readStored(storageKey) ?? own);
  if (Number.isNaN(last)) return undefined;
  // A clock that was put back would make the session last longer.
  if (last > Date.now()) noteActivity();
  return Math.max(0, Date.now() - last);
}

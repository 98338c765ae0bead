import type { Transaction } from '../../database/open.ts';
import { countFar, dateDefaults, installedSince, silenceBehind } from '../farDates.ts';
import { listAsides, listOldest, replaceAsides } from './asides.repository.ts';
import type { MeteredDevice } from './devices.repository.ts';
import type { StoredReading } from './readings.repository.ts';

/** What becomes of new readings before they are stored. */
export interface Sorted<Change> {
  /** To be stored, with those that were kept aside and needn't be any more. */
  readonly near: readonly (Change | StoredReading)[];
  /** Newly kept aside. */
  readonly aside: number;
  readonly duplicates: number;
  readonly conflicts: readonly Change[];
  /** Stored readings that lie far away now, to be taken out. */
  readonly strange: readonly StoredReading[];
}

/**
 * Keeps readings aside that lie years before all others of their device, whichever came first, and
 * asks support about them. The rest is to be stored.
 */
export async function sortOutFar<Change extends StoredReading>(
  tx: Transaction,
  devices: readonly MeteredDevice[],
  incoming: ReadonlyMap<number, readonly Change[]>,
  isFixed: ((change: Change) => boolean) | undefined,
): Promise<Sorted<Change>> {
  const asides = Map.groupBy(await listAsides(tx, devices), ({ deviceId }) => deviceId);
  const parts: Sorted<Change>[] = [];
  for (const device of devices) {
    const all = incoming.get(device.deviceId) ?? [];
    // What has been corrected isn't judged any more.
    const changes = isFixed ? all.filter((one) => !isFixed(one)) : all;
    const kept = asides.get(device.deviceId) ?? [];
    if (device.hasTrustedDates || !mayBeFar(device, changes, kept)) {
      parts.push({ ...nothing, near: all });
      continue;
    }
    if (isFixed) parts.push({ ...nothing, near: all.filter(isFixed) });
    parts.push(await sortOut(tx, device, changes, kept));
  }
  return {
    near: parts.flatMap(({ near }) => near),
    aside: parts.reduce((sum, { aside }) => sum + aside, 0),
    duplicates: parts.reduce((sum, { duplicates }) => sum + duplicates, 0),
    conflicts: parts.flatMap(({ conflicts }) => conflicts),
    strange: parts.flatMap(({ strange }) => strange),
  };
}

const nothing = { near: [], aside: 0, duplicates: 0, conflicts: [], strange: [] };

/** What costs nothing to say of nearly all devices. */
function mayBeFar(
  { firstAt, lastAt, installations }: MeteredDevice,
  changes: readonly StoredReading[],
  kept: readonly StoredReading[],
): boolean {
  if (kept.length > 0) return true;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { at } of changes) {
    first = Math.min(first, at);
    last = Math.max(last, at);
  }
  const silence = silenceBehind(Math.min(first, firstAt ?? first), installedSince(installations));
  if (firstAt === null || lastAt === null) return last - first > silence;
  if (first < firstAt) return Math.max(last, firstAt) - first > silence;
  // What is stored is all of a moment, and may be what lies far from the rest.
  return lastAt - firstAt <= dateDefaults.within && last - lastAt > silence;
}

async function sortOut<Change extends StoredReading>(
  tx: Transaction,
  device: MeteredDevice,
  changes: readonly Change[],
  kept: readonly StoredReading[],
): Promise<Sorted<Change>> {
  const seen = new Map<number, number>(kept.map(({ at, value }) => [at, value]));
  const fresh: Change[] = [];
  const conflicts: Change[] = [];
  let duplicates = 0;
  for (const change of changes) {
    const known = seen.get(change.at);
    if (known === undefined) fresh.push(change);
    else if (known === change.value) duplicates += 1;
    else conflicts.push(change);
    if (known === undefined) seen.set(change.at, change.value);
  }
  const stored = await listOldest(tx, device, dateDefaults.most + 2);
  const all = [...stored, ...kept, ...fresh].sort((a, b) => a.at - b.at);
  const far = new Set(
    all
      .slice(
        0,
        countFar(
          all.map(({ at }) => at),
          device.installations,
        ),
      )
      .map(({ at }) => at),
  );
  const away = all.filter(({ at }) => far.has(at));
  const isSame = away.length === kept.length && kept.every(({ at }) => far.has(at));
  if (!isSame) await replaceAsides(tx, device, away);
  const back = kept.filter(({ at }) => !far.has(at));
  return {
    near: [...back, ...fresh.filter(({ at }) => !far.has(at))],
    aside: fresh.filter(({ at }) => far.has(at)).length,
    duplicates,
    conflicts,
    strange: stored.filter(({ at }) => far.has(at)),
  };
}

import type { Transaction } from '../../database/open.ts';
import { countFar, dateDefaults, installedSince, silenceBehind } from '../farDates.ts';
import type { MeteredDevice } from './devices.repository.ts';
import type { StoredReading } from './packs.repository.ts';
import { listOldest, listQuarantine, replaceQuarantine } from './quarantine.repository.ts';

/** What becomes of new readings before they are stored. */
export interface Sorted<Change> {
  /** To be stored, with those that were kept aside and needn't be any more. */
  readonly accepted: readonly (Change | StoredReading)[];
  /** Newly kept aside. */
  readonly aside: number;
  readonly duplicates: number;
  readonly conflicts: readonly Change[];
  /** Stored readings that lie far away now, to be taken out. */
  readonly quarantined: readonly StoredReading[];
}

/**
 * Keeps readings aside that lie years before all others of their device, whichever came first, and
 * asks support about them. The rest is to be stored.
 */
export async function sortOutFar<Change extends StoredReading>(
  tx: Transaction,
  devices: readonly MeteredDevice[],
  incoming: ReadonlyMap<number, readonly Change[]>,
  isCorrected: ((change: Change) => boolean) | undefined,
): Promise<Sorted<Change>> {
  const waiting = devices.filter(({ has }) => has.aside);
  const quarantine = Map.groupBy(await listQuarantine(tx, waiting), ({ deviceId }) => deviceId);
  const parts: Sorted<Change>[] = [];
  for (const device of devices) {
    const all = incoming.get(device.deviceId) ?? [];
    // What has been corrected isn't judged any more.
    const changes = isCorrected ? all.filter((one) => !isCorrected(one)) : all;
    const kept = quarantine.get(device.deviceId) ?? [];
    if (device.hasTrustedDates || !mayBeFar(device, changes, kept)) {
      parts.push({ ...nothing, accepted: all });
      continue;
    }
    if (isCorrected) parts.push({ ...nothing, accepted: all.filter(isCorrected) });
    parts.push(await sortOut(tx, device, changes, kept));
  }
  return {
    accepted: parts.flatMap(({ accepted }) => accepted),
    aside: parts.reduce((sum, { aside }) => sum + aside, 0),
    duplicates: parts.reduce((sum, { duplicates }) => sum + duplicates, 0),
    conflicts: parts.flatMap(({ conflicts }) => conflicts),
    quarantined: parts.flatMap(({ quarantined }) => quarantined),
  };
}

const nothing = { accepted: [], aside: 0, duplicates: 0, conflicts: [], quarantined: [] };

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
  const stored = await listOldest(tx, device);
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
  if (!isSame) await replaceQuarantine(tx, device, away);
  const back = kept.filter(({ at }) => !far.has(at));
  return {
    accepted: [...back, ...fresh.filter(({ at }) => !far.has(at))],
    aside: fresh.filter(({ at }) => far.has(at)).length,
    duplicates,
    conflicts,
    quarantined: stored.filter(({ at }) => far.has(at)),
  };
}

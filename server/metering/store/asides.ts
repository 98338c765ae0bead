import type { Transaction } from '../../database/open.ts';
import { countFar, dateDefaults } from '../farDates.ts';
import { listAsides, listOldest, replaceAsides } from './asides.repository.ts';
import type { MeteredDevice } from './devices.repository.ts';
import type { StoredReading } from './readings.repository.ts';

/** What becomes of new readings before they are stored. */
export interface Sorted<Change> {
  /** To be stored, with those that were kept aside and needn't be any more. */
  near: (Change | StoredReading)[];
  /** Newly kept aside. */
  readonly aside: number;
  readonly duplicates: number;
  readonly conflicts: Change[];
  /** Stored readings that lie far away now, to be taken out. */
  readonly strange: StoredReading[];
}

/**
 * Keeps readings aside that lie years before all others of their device, whichever came first, and
 * asks support about them. The rest is to be stored.
 */
export async function sortOutFar<Change extends StoredReading>(
  tx: Transaction,
  devices: readonly MeteredDevice[],
  incoming: ReadonlyMap<number, readonly Change[]>,
  isFixed: (change: Change) => boolean,
): Promise<Sorted<Change>> {
  const asides = Map.groupBy(await listAsides(tx, devices), ({ deviceId }) => deviceId);
  const sorted: Sorted<Change> = { near: [], aside: 0, duplicates: 0, conflicts: [], strange: [] };
  for (const device of devices) {
    // What has been corrected isn't judged any more.
    const [changes, fixed] = partition(incoming.get(device.deviceId) ?? [], isFixed);
    sorted.near.push(...fixed);
    const kept = asides.get(device.deviceId) ?? [];
    if (device.hasTrustedDates || !mayBeFar(device, changes, kept))
      sorted.near = sorted.near.concat(changes);
    else merge(sorted, await sortOut(tx, device, changes, kept));
  }
  return sorted;
}

function partition<Item>(items: readonly Item[], isFixed: (item: Item) => boolean) {
  const fixed = items.filter(isFixed);
  return [fixed.length === 0 ? items : items.filter((one) => !isFixed(one)), fixed] as const;
}

function merge<Change>(all: Sorted<Change>, one: Sorted<Change>): void {
  all.near = all.near.concat(one.near);
  all.conflicts.push(...one.conflicts);
  all.strange.push(...one.strange);
  Object.assign(all, {
    aside: all.aside + one.aside,
    duplicates: all.duplicates + one.duplicates,
  });
}

/** What costs nothing to say of nearly all devices. */
function mayBeFar(
  { firstAt, lastAt, installations }: MeteredDevice,
  changes: readonly StoredReading[],
  kept: readonly StoredReading[],
): boolean {
  if (kept.length > 0) return true;
  const silence = installations.some(({ from }) => from > 0)
    ? dateDefaults.farBeforeInstallation
    : dateDefaults.far;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { at } of changes) {
    first = Math.min(first, at);
    last = Math.max(last, at);
  }
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
  const keptAt = new Map(kept.map((reading) => [reading.at, reading]));
  const fresh = changes.filter(({ at }) => !keptAt.has(at));
  const again = changes.filter(({ at }) => keptAt.has(at));
  const conflicts = again.filter(({ at, value }) => keptAt.get(at)?.value !== value);
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
    duplicates: again.length - conflicts.length,
    conflicts,
    strange: stored.filter(({ at }) => far.has(at)),
  };
}

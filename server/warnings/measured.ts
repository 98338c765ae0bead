import type { Alert } from '../../schemas/entities/warning.ts';
import {
  type Limits,
  type MeasuredType,
  measuredKinds,
  typesOf,
} from '../../schemas/kinds/warnings.ts';
import { dayMs } from '../../schemas/time.ts';
import type { Transaction } from '../database/open.ts';
import type { DefaultsOf } from './defaults.ts';
import { contextOf, detect, type Episode, timeframeOf } from './detect.ts';
import { asSeenFor } from './doubted.ts';
import { type Plan, plan, planAnew } from './plan.ts';
import { isCutOff, lastQuiet } from './quiet.ts';
import type { KnownWarning } from './reconcile.ts';
import type { WatchedBucket } from './rules.ts';
import type { StoredLimit } from './store/limits.repository.ts';
import { readRises } from './store/rises.repository.ts';
import type { StoredWarnings } from './store/warnings.repository.ts';
import {
  keyOf,
  readBuckets,
  type WantedBuckets,
  type WatchedDevice,
} from './store/watched.repository.ts';

/** A device whose `since` is at the earliest where readings begin to raise warnings. */
export interface AgedDevice extends WatchedDevice {
  /** UTC ms: something else is known from then on, however long ago. */
  readonly changed: number;
}

/** One type of warnings of a device that is looked at anew. */
export interface Task {
  readonly device: WatchedDevice;
  readonly alert: Alert;
  /** UTC ms: what began before stays. */
  readonly from: number;
  readonly episodes: readonly Episode[];
}

export type StoredOf = (device: WatchedDevice) => StoredWarnings;

interface Planned extends Plan {
  readonly device: AgedDevice;
  readonly type: MeasuredType;
  readonly limits: Limits<MeasuredType>;
  readonly urgency: StoredLimit['urgency'];
  readonly known: readonly KnownWarning[];
}

/** A type with the buckets that it is judged by. */
interface Seen extends Planned {
  readonly buckets: readonly WatchedBucket[];
}

/** What each device's buckets say of the types that are on there; readings before `oldest` raise nothing. */
export async function measured(
  tx: Transaction,
  devices: readonly AgedDevice[],
  given: {
    readonly limits: ReadonlyMap<string, StoredLimit>;
    readonly defaultsOf: DefaultsOf;
    readonly stored: StoredOf;
    readonly oldest: number;
  },
): Promise<Task[]> {
  const { limits: stored, defaultsOf, oldest } = given;
  const planned = devices.flatMap((device) =>
    typesOf(device).flatMap((type): Planned[] => {
      const set = stored.get(`${device.propertyId}/${type}`);
      if (!(set?.isOn ?? measuredKinds[type].isOn)) return [];
      const { limits, urgency } = set ?? defaultsOf(device.country, type);
      const own = limits as Limits<typeof type>;
      const known = given.stored(device).open.filter(({ alert }) => alert === type);
      const { since } = device;
      // What was stored may be of readings that others have taken the place of.
      const way = device.changed < oldest ? planAnew : plan;
      return [
        { device, type, limits: own, urgency, known, ...way(type, own, { since, known, oldest }) },
      ];
    }),
  );
  const seen = await fromQuiet(tx, await readSeen(tx, planned), given);
  return seen.map(({ device, type, limits, urgency, buckets, detectFrom, active, from }) => {
    const notBefore = given.stored(device).resolvedAt.get(type) ?? null;
    const found = detect(type, limits, buckets, { active, notBefore, from: detectFrom });
    const episodes = urgency === null ? found : found.map((one) => ({ ...one, urgency }));
    return { device, alert: type, from, episodes };
  });
}

/**
 * Those whose readings begin to count in the midst of something, as in a first import, with as much of
 * their history as it takes to tell since when it goes on. Each round goes back four times as far for
 * what is still open, which hardly anything is after the first.
 */
async function fromQuiet(
  tx: Transaction,
  seen: readonly Seen[],
  { stored, oldest }: { readonly stored: StoredOf; readonly oldest: number },
): Promise<Seen[]> {
  const isCut = ({ device, type, limits, known, buckets, from }: Seen) => {
    const resolvedAt = stored(device).resolvedAt.get(type) ?? -Infinity;
    const isFirst = from <= Math.max(device.firstAt ?? -Infinity, resolvedAt);
    if (device.changed >= oldest || isFirst) return false;
    const firsts = known.flatMap(({ first }) => (first >= from ? first : []));
    return isCutOff(type, limits, buckets, { from, touched: Math.min(oldest, ...firsts) });
  };
  const done = seen.filter((one) => !isCut(one));
  let open = seen.filter(isCut);
  for (let reach = 8 * dayMs; open.length > 0; reach *= 4) {
    const reached = await readBack(tx, open, reach);
    open = [];
    for (const one of reached) {
      const begin = beginOf(one);
      if (begin === undefined) open.push(one);
      else done.push({ ...one, from: begin, detectFrom: begin });
    }
  }
  return done;
}

/** Where nothing is open, or everything begins; undefined: further back. */
function beginOf({ device, type, limits, known, buckets, bucketsFrom, from }: Seen) {
  const isOpen = (at: number) =>
    known.some(({ first, clearedAt }) => first < at && (clearedAt ?? Infinity) > at);
  const found = lastQuiet(type, limits, buckets, { until: from, isOpen });
  return found ?? (bucketsFrom < (device.firstAt ?? 0) ? Math.min(bucketsFrom, from) : undefined);
}

/** The same with `reach` more of their buckets, at most all of them. */
async function readBack(tx: Transaction, open: readonly Seen[], reach: number): Promise<Seen[]> {
  const further = open.map((one) => {
    const { device, from, bucketsFrom } = one;
    const most = from - reach - contextOf(one.type);
    const least = (device.firstAt ?? bucketsFrom) - 2 * dayMs;
    return {
      ...one,
      bucketsFrom: Math.min(bucketsFrom, Math.max(most, least)),
      until: bucketsFrom,
    };
  });
  const earlier = await readSeen(tx, further);
  return earlier.map((one, at) => ({
    ...one,
    buckets: [...one.buckets, ...(open[at] as Seen).buckets],
  }));
}

/** With the buckets of each from `bucketsFrom` on, in two queries for all. */
async function readSeen<One extends Planned & { readonly until?: number }>(
  tx: Transaction,
  planned: readonly One[],
): Promise<(One & Seen)[]> {
  const wanted = new Map<string, WantedBuckets>();
  for (const { device, type, bucketsFrom, until } of planned) {
    const key = keyOf(device.deviceId, timeframeOf(type));
    const other = wanted.get(key);
    const from = Math.min(other?.from ?? bucketsFrom, bucketsFrom);
    const end = Math.max(other?.until ?? 0, until ?? Infinity);
    wanted.set(key, { device, timeframe: timeframeOf(type), from, until: end });
  }
  const buckets = await readBuckets(tx, [...wanted.values()]);
  const believing = planned.filter(({ type }) => measuredKinds[type].believesDoubted);
  const rises = await readRises(
    tx,
    believing.map(({ device, bucketsFrom }) => ({ device, from: bucketsFrom })),
  );
  return planned.map((one) => {
    const { device, type, bucketsFrom, until = Infinity } = one;
    const list = (buckets.get(keyOf(device.deviceId, timeframeOf(type))) ?? []).filter(
      ({ start }) => start >= bucketsFrom && start < until,
    );
    return { ...one, buckets: asSeenFor(type, device, list, rises.get(device.deviceId)) };
  });
}

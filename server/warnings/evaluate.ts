import { isWatched, warningKinds } from '../../schemas/kinds/warnings.ts';
import { dayMs } from '../../schemas/time.ts';
import type { Database, Transaction } from '../database/open.ts';
import {
  type DeviceKey,
  type DueDevice,
  listDue,
  takeDue,
} from '../metering/store/due.repository.ts';
import { publish } from '../metrics/events.ts';
import { type DefaultsOf, portalDefaults } from './defaults.ts';
import { type AgedDevice, measured, type StoredOf, type Task } from './measured.ts';
import { eventsOf, reconcile } from './reconcile.ts';
import { smokeEpisodes, smokeQuietMilliseconds } from './smoke.ts';
import { listLimits } from './store/limits.repository.ts';
import { readSmokeErrors } from './store/smoke.repository.ts';
import {
  type ChangedWarning,
  findStored,
  insertEvents,
  insertWarnings,
  type NewEvent,
  type RaisedWarning,
  type StoredWarnings,
  updateWarnings,
  withdrawWarnings,
  writeSeverities,
} from './store/warnings.repository.ts';
import { findWatched, keyOf, readBuckets, type WatchedDevice } from './store/watched.repository.ts';

/** Older readings raise nothing: nobody can do anything about a leak of years ago. */
const oldestMilliseconds = 92 * dayMs;
/** Devices of one transaction. */
const devicesAtOnce = 200;

interface EvaluationOptions {
  /** Left out, they are the portal's own in all markets. */
  readonly defaultsOf?: DefaultsOf;
  /** Aborted, it ends behind the devices in hand. */
  readonly stopping?: AbortSignal;
  /** Of devices that could not be looked at, which stay due; without it the error is thrown. */
  readonly onFault?: (error: unknown, devices: readonly DeviceKey[]) => void;
}

/**
 * Looks at all devices that are due, some at a time; answers how many it has looked at. A device that
 * can't be looked at is in no other's way; where none can, it ends till it is called again.
 */
export async function evaluateDue(
  database: Pick<Database, 'read' | 'transaction'>,
  now: () => Date,
  { stopping, onFault = rethrow, defaultsOf = portalDefaults }: EvaluationOptions = {},
): Promise<number> {
  const look = async (keys: readonly DeviceKey[]) => {
    const { devices, raised } = await database.transaction(async (tx) => {
      const due = await takeDue(tx, keys);
      return { devices: due.length, raised: await evaluate(tx, due, now(), defaultsOf) };
    });
    for (const { alert } of raised) publish('warningRaised', { alert });
    return devices;
  };
  let after: DeviceKey = { propertyId: 0, deviceId: 0 };
  let done = 0;
  while (!stopping?.aborted) {
    const place = after;
    const keys = await database.read((tx) => listDue(tx, place, devicesAtOnce));
    const last = keys.at(-1);
    if (!last) break;
    after = last;
    try {
      done += await look(keys);
    } catch (error) {
      const faulty = await lookApart(keys, look);
      onFault(error, faulty);
      if (faulty.length === keys.length) break;
      done += keys.length - faulty.length;
    }
  }
  return done;
}

/** One by one; answers those that could not be looked at. */
async function lookApart(
  keys: readonly DeviceKey[],
  look: (keys: readonly DeviceKey[]) => Promise<number>,
): Promise<DeviceKey[]> {
  const faulty: DeviceKey[] = [];
  for (const key of keys) {
    await look([key]).catch(() => faulty.push(key));
  }
  return faulty;
}

function rethrow(error: unknown): never {
  throw error;
}

/**
 * Brings the warnings of devices up to date with their readings, in the caller's transaction: a
 * function of the readings alone (but for what people have resolved), in whatever order they came.
 * A handful of statements, however many devices. Answers the warnings that are new.
 */
export async function evaluate(
  tx: Transaction,
  due: readonly DueDevice[],
  now: Date,
  defaultsOf: DefaultsOf = portalDefaults,
): Promise<readonly RaisedWarning[]> {
  if (due.length === 0) return [];
  const oldest = now.getTime() - oldestMilliseconds;
  const devices = (await findWatched(tx, due))
    .filter(isWatched)
    .map((device) => ({ ...device, since: Math.max(device.since, oldest), changed: device.since }));
  if (devices.length === 0) return [];
  const properties = [...new Set(devices.map(({ propertyId }) => propertyId))];
  const limits = new Map(
    (await listLimits(tx, properties)).map((row) => [`${row.propertyId}/${row.alert}`, row]),
  );
  const stored = await findStored(tx, devices.map(withSlack));
  const of = ({ deviceId }: WatchedDevice) => stored.get(deviceId) as StoredWarnings;
  const tasks = [
    ...(await measured(tx, devices, { limits, defaultsOf, stored: of, oldest })),
    ...(await smoke(tx, devices, of, now)),
  ];
  const raised = await store(tx, tasks, of, { now, oldest });
  await writeSeverities(tx, properties);
  return raised;
}

/** Stored warnings are wanted that were open at any instant which a rule looks back at. */
function withSlack(device: AgedDevice): DueDevice {
  return { ...device, since: device.changed - 62 * dayMs };
}

async function smoke(
  tx: Transaction,
  devices: readonly WatchedDevice[],
  stored: StoredOf,
  now: Date,
): Promise<Task[]> {
  const detectors = devices
    .filter(({ category }) => warningKinds.SMOKE.categories.includes(category))
    .map((device) => {
      const open = stored(device).open.filter(({ alert }) => alert === 'SMOKE');
      const from = device.since - smokeQuietMilliseconds;
      const covering = open.find(
        ({ first, clearedAt }) => first <= from && (clearedAt ?? from) >= from,
      );
      return { device, from: covering?.first ?? from };
    });
  if (detectors.length === 0) return [];
  const wanted = detectors.map(({ device, from }) => ({
    device,
    from,
    timeframe: 'DAILY' as const,
  }));
  const buckets = await readBuckets(tx, wanted);
  const errors = await readSmokeErrors(tx, detectors);
  return detectors.map(({ device, from }) => {
    const counted = (buckets.get(keyOf(device.deviceId, 'DAILY')) ?? [])
      .filter(({ volume }) => volume !== null && volume > 0)
      .map(({ start, end }) => ({ start, end: Math.min(end, device.lastAt ?? end) }));
    const told = (errors.get(device.deviceId) ?? []).map((at) => ({ start: at, end: at }));
    const resolved = stored(device).resolvedAt.get('SMOKE') ?? -Infinity;
    const events = [...counted, ...told].filter(({ start }) => start >= from && start > resolved);
    return {
      device,
      alert: 'SMOKE' as const,
      from,
      episodes: smokeEpisodes(events, now.getTime()),
    };
  });
}

/** Writes what has become of the warnings: first what frees the place of an open one, then the new. */
async function store(
  tx: Transaction,
  tasks: readonly Task[],
  stored: StoredOf,
  { now, oldest }: { readonly now: Date; readonly oldest: number },
): Promise<readonly RaisedWarning[]> {
  const raised: RaisedWarning[] = [];
  const changed: ChangedWarning[] = [];
  const withdrawn: { propertyId: number; id: number }[] = [];
  const events: NewEvent[] = [];
  for (const { device, alert, from, episodes } of tasks) {
    const { propertyId, deviceId } = device;
    const known = stored(device).open.filter((one) => one.alert === alert);
    const result = reconcile(known, episodes, { from, oldest });
    raised.push(...result.raised.map((episode) => ({ propertyId, deviceId, alert, episode })));
    for (const { known: before, episode } of result.changed) {
      changed.push({ propertyId, id: before.id, episode });
      for (const event of eventsOf(before, episode)) {
        const detail = event === 'URGENCY' ? `${before.urgency} → ${episode.urgency}` : '';
        events.push({ propertyId, warningId: before.id, event, detail });
      }
    }
    for (const { id } of result.withdrawn) {
      withdrawn.push({ propertyId, id });
      events.push({ propertyId, warningId: id, event: 'WITHDRAWN' });
    }
  }
  if (withdrawn.length > 0) await withdrawWarnings(tx, withdrawn, now);
  if (changed.length > 0) await updateWarnings(tx, ordered(changed));
  if (raised.length > 0) {
    for (const { propertyId, id } of await insertWarnings(tx, raised, now)) {
      events.push({ propertyId, warningId: id, event: 'RAISED' });
    }
  }
  await insertEvents(tx, events, now);
  return raised;
}

/** In the order of their keys, so that two that write beside each other don't wait in a circle. */
function ordered(changed: readonly ChangedWarning[]): ChangedWarning[] {
  return changed.toSorted((one, other) => one.propertyId - other.propertyId || one.id - other.id);
}

import { deviceTraits } from '../../../schemas/entities/device.ts';
import { dayMs } from '../../../schemas/time.ts';
import type { Transaction } from '../../database/open.ts';
import { gapDefaults } from '../curve.ts';
import { countFlows, isJudgedAnew, maxFlow } from '../plausibility.ts';
import type { Reading } from '../registers.ts';
import { findDevices, type MeteredDevice } from './devices.repository.ts';
import type { DueDevice } from './due.repository.ts';
import { insertPacks, type StoredReading, splitReadings } from './packs.repository.ts';
import {
  type DeviceSpan,
  deleteReadings,
  ensurePartitions,
  insertRows,
  replaceReadings,
} from './readings.repository.ts';
import { recomputeDevices } from './recompute.ts';
import { recomputeBuckets, type Touched } from './recomputeBuckets.ts';
import { type DeviceStateChange, writeStates } from './states.repository.ts';
import { readSurroundings, type Surroundings } from './surroundings.ts';
import { updateRollups } from './updateRollups.ts';

/** What is to be known of one instant of a device from now on; null: nothing. */
export interface ReadingChange {
  readonly propertyId: number;
  readonly deviceId: number;
  readonly at: number;
  readonly value: number | null;
  readonly quality: 0 | 1 | 2;
  /** Of a volume (registers.ts). */
  readonly begin?: number;
}

/** What a device's readings will be, and which of them are to be written how. */
export interface Merged<Change> {
  /** In order of time. */
  readonly readings: readonly Reading[];
  readonly fresh: readonly StoredReading[];
  readonly corrected: readonly StoredReading[];
  readonly deleted: readonly Change[];
  readonly duplicates: number;
  readonly conflicts: readonly Change[];
}

interface Options<Change> {
  /** Of which the changes are, where they have been looked up already. */
  readonly devices?: readonly MeteredDevice[] | undefined;
  /** How a device's changes come among its stored readings. */
  readonly merge: (stored: readonly Reading[], changes: readonly Change[]) => Merged<Change>;
  /** See `updateRollups`. */
  readonly dueLater?: DueDevice[];
  /** Called before stored readings are replaced. */
  readonly replacing?: (corrected: readonly StoredReading[]) => Promise<void>;
}

/**
 * Writes changes of readings and brings every rollup that they touch up to date. The caller holds the
 * properties.
 */
export async function storeChanges<Change extends ReadingChange>(
  tx: Transaction,
  changes: readonly Change[],
  options: Options<Change>,
): Promise<{ stored: number; corrected: number; duplicates: number; conflicts: Change[] }> {
  if (changes.length === 0) return { stored: 0, corrected: 0, duplicates: 0, conflicts: [] };
  const incoming = Map.groupBy(changes, ({ deviceId }) => deviceId);
  const of = ({ deviceId }: MeteredDevice) => incoming.get(deviceId) ?? [];
  const keys = [...incoming.values()].map(([one]) => one as Change);
  const found = options.devices ?? (await findDevices(tx, keys));
  const devices = found.filter(({ deviceId }) => incoming.has(deviceId));
  const spans = devices.map((device) => spanOf(device, of(device)));
  const mergeInto = (device: MeteredDevice, stored: readonly Reading[]) =>
    options.merge(stored, of(device));
  const surroundings = await readSurroundings(tx, devices, spans, mergeInto);

  const changed = devices.map((device) => {
    const around = surroundings.get(device.deviceId) as Surroundings;
    const merged = mergeInto(device, around.stored);
    const isChanged = merged.fresh.length + merged.corrected.length + merged.deleted.length > 0;
    return { device, ...around, merged, isChanged };
  });
  const touched: Touched[] = [];
  const states: DeviceStateChange[] = [];
  const judgedAnew: MeteredDevice[] = [];
  for (const {
    device,
    stored,
    first,
    last,
    hasEarlier,
    hasLater,
    continuesAt,
    ...one
  } of changed) {
    if (!one.isChanged) continue;
    const { readings } = one.merged;
    const isKnown = device.firstAt !== null;
    const flows = flowsAfter(device, stored, readings);
    const [before, now] = [maxFlow(device, device.flows ?? []), maxFlow(device, flows)];
    const isOutdated = isKnown && device.flows === null;
    if (isOutdated || isJudgedAnew(flows, before, now)) judgedAnew.push(device);
    const change = { from: first, until: last, readings, knownUntil: device.lastAt, continuesAt };
    touched.push({ device: { ...device, flows }, ...change });
    const firstAt = hasEarlier ? (device.firstAt as number) : (readings[0]?.at ?? first);
    const newest = hasLater
      ? { at: device.lastAt as number, value: device.lastValue as number }
      : readings.at(-1);
    states.push({ device, newest, firstAt, flows: isOutdated ? null : flows });
  }
  const fresh = changed.flatMap(({ merged }) => merged.fresh);
  const corrected = changed.flatMap(({ merged }) => merged.corrected);
  const deleted = changed.flatMap(({ merged }) => merged.deleted);
  if (corrected.length > 0) await options.replacing?.(corrected);
  await replaceReadings(tx, corrected);
  await deleteReadings(tx, deleted);
  const { packs, rows } = splitReadings(fresh);
  await ensurePartitions(
    tx,
    rows.map(({ at }) => at),
    fresh.length > 0 ? touched.flatMap(yearsOf) : [],
  );
  // The database stores while the buckets are computed here.
  const [recomputed] = await Promise.all([
    recomputeBuckets(touched),
    insertPacks(tx, packs).then(() => insertRows(tx, rows)),
  ]);
  await writeStates(tx, states);
  await updateRollups(tx, touched, recomputed, options.dueLater);
  await recomputeDevices(tx, judgedAnew, options.dueLater);
  return {
    stored: fresh.length + corrected.length + deleted.length,
    corrected: corrected.length,
    duplicates: changed.reduce((sum, { merged }) => sum + merged.duplicates, 0),
    conflicts: changed.flatMap(({ merged }) => merged.conflicts),
  };
}

/** The years whose rollups the change may touch; a week belongs to the year of its Monday. */
function yearsOf({ from, until }: Touched): number[] {
  const [first, last] = [new Date(from - 8 * dayMs), new Date(until + 8 * dayMs)];
  const count = last.getUTCFullYear() - first.getUTCFullYear() + 1;
  return Array.from({ length: count }, (_, index) => first.getUTCFullYear() + index);
}

function flowsAfter(
  { category, interval, flows, isVolumes }: MeteredDevice,
  stored: readonly Reading[],
  readings: readonly Reading[],
): readonly number[] {
  if (isVolumes || deviceTraits[category].kind === 'gauge') return [];
  const { usual } = gapDefaults[interval];
  const counts = [...(flows ?? [])];
  countFlows(counts, stored, usual, -1);
  countFlows(counts, readings, usual, 1);
  return counts;
}

/** What changes of a device span, from the first one on; of volumes from where their intervals begin. */
export function spanOf(
  device: Pick<MeteredDevice, 'propertyId' | 'deviceId'>,
  readings: readonly { at: number; begin?: number }[],
): DeviceSpan {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { at, begin } of readings) {
    first = Math.min(first, begin ?? at);
    last = Math.max(last, at);
  }
  return { propertyId: device.propertyId, deviceId: device.deviceId, first, last };
}

import { deviceTraits } from '../../../schemas/entities/device.ts';
import type { Transaction } from '../../database/open.ts';
import { gapDefaults } from '../consumption.ts';
import { countFlows, isJudgedAnew, mostFlow } from '../plausibility.ts';
import type { Reading } from '../registers.ts';
import { sortOutFar } from './asides.ts';
import { findCorrections, type ReadingCorrection } from './corrections.repository.ts';
import { findDevices, type MeteredDevice } from './devices.repository.ts';
import {
  type DeviceSpan,
  deleteReadings,
  ensurePartitions,
  insertReadings,
  lockProperties,
  replaceReadings,
  type StoredReading,
} from './readings.repository.ts';
import { recomputeDevices } from './recompute.ts';
import { recomputeBuckets, type Touched } from './recomputeBuckets.ts';
import { type DeviceStateChange, writeStates } from './states.repository.ts';
import { readSurroundings, type Surroundings } from './surroundings.ts';
import { updateRollups } from './updateRollups.ts';

const dayMilliseconds = 86_400_000;

export interface IncomingReading {
  readonly propertyId: number;
  readonly deviceId: number;
  /** UTC ms. */
  readonly at: number;
  /** Micro-units. */
  readonly value: number;
  /** 0 measured, 1 interpolated by the source, 2 estimated by it. */
  readonly quality: 0 | 1 | 2;
}

export interface IngestResult {
  readonly stored: number;
  /** Already stored with the same value. */
  readonly duplicates: number;
  /** Another value is stored for that instant, and stays. */
  readonly conflicts: IncomingReading[];
}

/** What is to be known of one instant of a device from now on; null: nothing. */
export interface ReadingChange {
  readonly propertyId: number;
  readonly deviceId: number;
  readonly at: number;
  readonly value: number | null;
  readonly quality: 0 | 1 | 2;
}

/**
 * Stores readings and brings every rollup that they touch up to date, in the caller's transaction.
 * They may come in any order and from any number of properties; the result never depends on it.
 * A handful of statements, however many readings and devices.
 */
export async function ingestReadings(
  tx: Transaction,
  readings: readonly IncomingReading[],
): Promise<IngestResult> {
  if (readings.length === 0) return { stored: 0, duplicates: 0, conflicts: [] };
  await lockProperties(tx, [...new Set(readings.map(({ propertyId }) => propertyId))]);
  const incoming = Map.groupBy(readings, ({ deviceId }) => deviceId);
  const keys = [...incoming.values()].map(([one]) => one as IncomingReading);
  const devices = await findDevices(tx, keys);
  const spans = devices.map((device) => spanOf(device, incoming.get(device.deviceId) ?? []));
  const fixed = await findCorrections(tx, devices, spans);
  const isFixed = ({ deviceId, at }: IncomingReading) => fixed.has(`${deviceId}/${at}`);
  const sorted = await sortOutFar(tx, devices, incoming, fixed.size > 0 ? isFixed : undefined);
  const strange = sorted.strange.map((one) => ({ ...one, value: null, quality: 0 as const }));
  await storeChanges(tx, strange);
  const known = strange.length > 0 ? undefined : devices;
  const near = sorted.near as readonly IncomingReading[];
  const result = await storeChanges(tx, near, { devices: known, fixed });
  return {
    stored: result.stored + sorted.aside,
    duplicates: result.duplicates + sorted.duplicates,
    conflicts: [...result.conflicts, ...sorted.conflicts],
  };
}

/** Writes over readings, or strikes them out. The caller records why (corrections.ts). */
export async function overwriteReadings(
  tx: Transaction,
  changes: readonly ReadingChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await lockProperties(tx, [...new Set(changes.map(({ propertyId }) => propertyId))]);
  await storeChanges(tx, changes);
}

/** The caller holds the properties. */
async function storeChanges<Change extends ReadingChange>(
  tx: Transaction,
  changes: readonly Change[],
  options: {
    /** Of which the changes are, where they have been looked up already. */
    readonly devices?: readonly MeteredDevice[] | undefined;
    /** The corrections in force; without them, changes write over what is stored. */
    readonly fixed?: ReadonlyMap<string, ReadingCorrection>;
  } = {},
): Promise<{ stored: number; duplicates: number; conflicts: Change[] }> {
  if (changes.length === 0) return { stored: 0, duplicates: 0, conflicts: [] };
  const incoming = Map.groupBy(changes, ({ deviceId }) => deviceId);
  const of = ({ deviceId }: MeteredDevice) => incoming.get(deviceId) ?? [];
  const keys = [...incoming.values()].map(([one]) => one as Change);
  const found = options.devices ?? (await findDevices(tx, keys));
  const devices = found.filter(({ deviceId }) => incoming.has(deviceId));
  const spans = devices.map((device) => spanOf(device, of(device)));
  const mergeInto = (device: MeteredDevice, stored: readonly Reading[]) =>
    merge(stored, of(device), options.fixed);
  const surroundings = await readSurroundings(tx, devices, spans, mergeInto);

  const changed = devices.map((device) => {
    const around = surroundings.get(device.deviceId) as Surroundings;
    const merged = mergeInto(device, around.stored);
    const isChanged = merged.fresh.length + merged.corrected.length + merged.struck.length > 0;
    return { device, ...around, merged, isChanged };
  });
  const touched: Touched[] = [];
  const states: DeviceStateChange[] = [];
  const judgedAnew: MeteredDevice[] = [];
  for (const { device, stored, first, last, hasEarlier, hasLater, merged, isChanged } of changed) {
    if (!isChanged) continue;
    const { readings } = merged;
    const isKnown = device.firstAt !== null;
    const flows = flowsAfter(device, stored, readings);
    const [before, now] = [mostFlow(device, device.flows ?? []), mostFlow(device, flows)];
    const isOutdated = isKnown && device.flows === null;
    if (isOutdated || isJudgedAnew(flows, before, now)) judgedAnew.push(device);
    touched.push({ device: { ...device, flows }, from: first, until: last, readings, isKnown });
    const firstAt = hasEarlier ? (device.firstAt as number) : (readings[0]?.at ?? first);
    const newest = hasLater
      ? { at: device.lastAt as number, value: device.lastValue as number }
      : readings.at(-1);
    states.push({ device, newest, firstAt, flows: isOutdated ? null : flows });
  }
  const fresh = changed.flatMap(({ merged }) => merged.fresh);
  const corrected = changed.flatMap(({ merged }) => merged.corrected);
  const struck = changed.flatMap(({ merged }) => merged.struck);
  await replaceReadings(tx, corrected);
  await deleteReadings(tx, struck);
  await ensurePartitions(
    tx,
    fresh.map(({ at }) => at),
    touched.flatMap(yearsOf),
  );
  // The database stores while the buckets are computed here.
  const [recomputed] = await Promise.all([recomputeBuckets(touched), insertReadings(tx, fresh)]);
  await writeStates(tx, states);
  await updateRollups(tx, touched, recomputed);
  await recomputeDevices(tx, judgedAnew);
  return {
    stored: fresh.length + corrected.length + struck.length,
    duplicates: changed.reduce((sum, { merged }) => sum + merged.duplicates, 0),
    conflicts: changed.flatMap(({ merged }) => merged.conflicts),
  };
}

/** The years whose rollups the change may touch; a week belongs to the year of its Monday. */
function yearsOf({ from, until }: Touched): number[] {
  const [first, last] = [
    new Date(from - 8 * dayMilliseconds),
    new Date(until + 8 * dayMilliseconds),
  ];
  const count = last.getUTCFullYear() - first.getUTCFullYear() + 1;
  return Array.from({ length: count }, (_, index) => first.getUTCFullYear() + index);
}

function flowsAfter(
  { category, interval, flows }: MeteredDevice,
  stored: readonly Reading[],
  readings: readonly Reading[],
): readonly number[] {
  if (deviceTraits[category].kind === 'gauge') return [];
  const { usual } = gapDefaults[interval];
  const counts = [...(flows ?? [])];
  countFlows(counts, stored, usual, -1);
  countFlows(counts, readings, usual, 1);
  return counts;
}

function spanOf(device: MeteredDevice, readings: readonly { at: number }[]): DeviceSpan {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const { at } of readings) {
    first = Math.min(first, at);
    last = Math.max(last, at);
  }
  return { propertyId: device.propertyId, deviceId: device.deviceId, first, last };
}

function byTime(a: { at: number }, b: { at: number }): number {
  return a.at - b.at;
}

/**
 * Stored readings with the changes among them. A stored value stays, unless nothing is `fixed`,
 * which is how corrections come; an instant that is corrected takes no reading any more.
 */
function merge<Change extends ReadingChange>(
  stored: readonly Reading[],
  changes: readonly Change[],
  fixed: ReadonlyMap<string, ReadingCorrection> | undefined,
) {
  const byInstant = new Map<number, Reading>(stored.map((reading) => [reading.at, reading]));
  const fresh = new Map<number, StoredReading>();
  const corrected = new Map<number, StoredReading>();
  const instants = new Set(byInstant.keys());
  const struck = new Map<number, Change>();
  const conflicts: Change[] = [];
  let duplicates = 0;
  for (const change of changes) {
    const { propertyId, deviceId, at, value, quality } = change;
    const known = byInstant.get(at);
    const correction = fixed?.get(`${deviceId}/${at}`);
    if (correction) {
      const { originalValue } = correction;
      if (originalValue === null || originalValue === value) duplicates++;
      else conflicts.push(change);
    } else if (known?.value === value && known.quality === quality) duplicates++;
    else if (known && fixed) conflicts.push(change);
    else if (value === null) {
      if (byInstant.delete(at)) struck.set(at, change);
    } else {
      const reading = { propertyId, deviceId, at, value, quality };
      byInstant.set(at, reading);
      (instants.has(at) ? corrected : fresh).set(at, reading);
    }
  }
  const readings = [...byInstant.values()].sort(byTime);
  const lists = { fresh: [...fresh.values()], corrected: [...corrected.values()] };
  return { readings, duplicates, conflicts, ...lists, struck: [...struck.values()] };
}

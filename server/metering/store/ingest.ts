import type { Transaction } from '../../database/open.ts';
import { bucketStartOf, nextBucketStart } from '../buckets.ts';
import type { Reading } from '../registers.ts';
import { findCorrections, type ReadingCorrection } from './corrections.repository.ts';
import {
  type DeviceSpan,
  deleteReadings,
  ensurePartitions,
  findDevices,
  findNeighbours,
  insertReadings,
  lockProperties,
  type MeteredDevice,
  readSpans,
  replaceReadings,
  type StoredReading,
} from './readings.repository.ts';
import { recomputeBuckets, type Touched } from './recomputeBuckets.ts';
import { writeStates } from './states.repository.ts';
import { updateRollups } from './updateRollups.ts';

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
  return storeChanges(tx, readings, (devices, spans) => findCorrections(tx, devices, spans));
}

/** Writes over readings, or strikes them out. The caller records why (corrections.ts). */
export async function overwriteReadings(
  tx: Transaction,
  changes: readonly ReadingChange[],
): Promise<void> {
  await storeChanges(tx, changes);
}

async function storeChanges<Change extends ReadingChange>(
  tx: Transaction,
  changes: readonly Change[],
  findFixed?: (
    devices: readonly MeteredDevice[],
    spans: readonly DeviceSpan[],
  ) => Promise<Map<string, ReadingCorrection>>,
): Promise<{ stored: number; duplicates: number; conflicts: Change[] }> {
  if (changes.length === 0) return { stored: 0, duplicates: 0, conflicts: [] };
  const incoming = Map.groupBy(changes, ({ deviceId }) => deviceId);
  await lockProperties(tx, [...new Set(changes.map(({ propertyId }) => propertyId))]);
  const devices = await findDevices(
    tx,
    [...incoming.values()].map(([one]) => one as Change),
  );
  const spans = devices.map((device) => spanOf(device, incoming.get(device.deviceId) ?? []));
  const fixed = await findFixed?.(devices, spans);
  const neighbours = new Map(
    (await findNeighbours(tx, spans)).map((found) => [found.deviceId, found]),
  );
  const windows = devices.flatMap((device, index) => {
    const found = neighbours.get(device.deviceId);
    return found ? [windowOf(device, widen(spans[index] as DeviceSpan, found))] : [];
  });
  const stored = await readSpans(tx, windows);

  const fresh: StoredReading[] = [];
  const corrected: StoredReading[] = [];
  const struck: ReadingChange[] = [];
  const conflicts: Change[] = [];
  let duplicates = 0;
  const touched: Touched[] = [];
  const newest: { device: MeteredDevice; reading: Reading | undefined }[] = [];
  devices.forEach((device, index) => {
    const { deviceId } = device;
    const merged = merge(stored.get(deviceId) ?? [], incoming.get(deviceId) ?? [], fixed);
    duplicates += merged.duplicates;
    conflicts.push(...merged.conflicts);
    if (merged.fresh.length + merged.corrected.length + merged.struck.length === 0) return;
    fresh.push(...merged.fresh);
    corrected.push(...merged.corrected);
    struck.push(...merged.struck);
    const found = neighbours.get(deviceId);
    const { first, last } = widen(spans[index] as DeviceSpan, found);
    const { readings } = merged;
    touched.push({ device, from: first, until: last, readings, isKnown: found !== undefined });
    if (!found?.after) newest.push({ device, reading: readings.at(-1) });
  });
  await replaceReadings(tx, corrected);
  await deleteReadings(tx, struck);
  await ensurePartitions(tx, fresh);
  // The database stores while the buckets are computed here.
  const [recomputed] = await Promise.all([recomputeBuckets(touched), insertReadings(tx, fresh)]);
  await writeStates(tx, newest);
  await updateRollups(tx, touched, recomputed);
  return { stored: fresh.length + corrected.length + struck.length, duplicates, conflicts };
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

function widen<Span extends { first: number; last: number }>(
  span: Span,
  found: { before: number | null; after: number | null } | undefined,
): Span {
  return { ...span, first: found?.before ?? span.first, last: found?.after ?? span.last };
}

/** The widest buckets that overlap the span: their edges need the readings around them. */
function windowOf({ timeZone }: MeteredDevice, span: DeviceSpan): DeviceSpan {
  const starts = (['WEEKLY', 'MONTHLY'] as const).map((timeframe) =>
    bucketStartOf(timeZone, timeframe, span.first),
  );
  const ends = (['WEEKLY', 'MONTHLY'] as const).map((timeframe) =>
    nextBucketStart(timeZone, timeframe, bucketStartOf(timeZone, timeframe, span.last)),
  );
  return { ...span, first: Math.min(...starts), last: Math.max(...ends) };
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

import type { Transaction } from '../../database/open.ts';
import { bucketStartOf, nextBucketStart } from '../buckets.ts';
import { emptyBucket } from '../consumption.ts';
import type { Reading } from '../registers.ts';
import {
  bucketOf,
  type ChunkKey,
  type ChunkRow,
  emptyChunk,
  keyText,
  setBucket,
  shiftBucket,
} from './chunks.ts';
import { writeQuestions } from './questions.repository.ts';
import {
  type DeviceSpan,
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
import { groupsOf, type Recomputation, recomputeBuckets, type Touched } from './recompute.ts';
import { packChunks, readChunks, writeChunks } from './rollups.repository.ts';

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

/**
 * Stores readings and brings every rollup that they touch up to date, in the caller's transaction.
 * They may come in any order and from any number of properties; the result never depends on it.
 * A handful of statements, however many readings and devices.
 */
export async function ingestReadings(
  tx: Transaction,
  readings: readonly IncomingReading[],
  options: { corrections?: boolean } = {},
): Promise<IngestResult> {
  if (readings.length === 0) return { stored: 0, duplicates: 0, conflicts: [] };
  const incoming = Map.groupBy(readings, ({ deviceId }) => deviceId);
  await lockProperties(tx, [...new Set(readings.map(({ propertyId }) => propertyId))]);
  const devices = await findDevices(
    tx,
    [...incoming.values()].map(([one]) => one as IncomingReading),
  );
  const spans = devices.map((device) => spanOf(device, incoming.get(device.deviceId) ?? []));
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
  const conflicts: IncomingReading[] = [];
  let duplicates = 0;
  const touched: Touched[] = [];
  devices.forEach((device, index) => {
    const merged = merge(
      stored.get(device.deviceId) ?? [],
      incoming.get(device.deviceId) ?? [],
      options.corrections ?? false,
    );
    duplicates += merged.duplicates;
    conflicts.push(...merged.conflicts);
    if (merged.fresh.length + merged.corrected.length === 0) return;
    fresh.push(...merged.fresh);
    corrected.push(...merged.corrected);
    const found = neighbours.get(device.deviceId);
    const { first, last } = widen(spans[index] as DeviceSpan, found);
    touched.push({
      device,
      from: first,
      until: last,
      readings: merged.readings,
      isKnown: found !== undefined,
    });
  });
  await replaceReadings(tx, corrected);
  await ensurePartitions(tx, fresh);
  // The database stores while the buckets are computed here.
  const [recomputed] = await Promise.all([recomputeBuckets(touched), insertReadings(tx, fresh)]);
  await updateRollups(tx, touched, recomputed);
  return { stored: fresh.length + corrected.length, duplicates, conflicts };
}

/** Recomputes everything of a device, after an installation was entered or changed. */
export async function recomputeDevice(
  tx: Transaction,
  propertyId: number,
  deviceId: number,
): Promise<void> {
  await lockProperties(tx, [propertyId]);
  const [device] = await findDevices(tx, [{ propertyId, deviceId }]);
  if (!device) return;
  const whole = { propertyId, deviceId, first: 0, last: 8_640_000_000_000 };
  const readings = [...((await readSpans(tx, [whole])).get(deviceId) ?? [])].sort(byTime);
  const first = readings[0]?.at;
  const last = readings.at(-1)?.at;
  if (first === undefined || last === undefined) return;
  const touched = [{ device, from: first, until: last, readings, isKnown: true }];
  await updateRollups(tx, touched, await recomputeBuckets(touched));
}

function spanOf(device: MeteredDevice, readings: readonly IncomingReading[]): DeviceSpan {
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

function merge(
  stored: readonly Reading[],
  incoming: readonly IncomingReading[],
  corrections: boolean,
) {
  const byInstant = new Map<number, Reading>(stored.map((reading) => [reading.at, reading]));
  const fresh = new Map<number, StoredReading>();
  const corrected = new Map<number, StoredReading>();
  const conflicts: IncomingReading[] = [];
  let duplicates = 0;
  const instants = new Set(byInstant.keys());
  for (const reading of incoming) {
    const known = byInstant.get(reading.at);
    if (known?.value === reading.value && known.quality === reading.quality) duplicates++;
    else if (known && !corrections) conflicts.push(reading);
    else {
      byInstant.set(reading.at, reading);
      (instants.has(reading.at) ? corrected : fresh).set(reading.at, reading);
    }
  }
  return {
    readings: [...byInstant.values()].sort(byTime),
    fresh: [...fresh.values()],
    corrected: [...corrected.values()],
    conflicts,
    duplicates,
  };
}

async function updateRollups(
  tx: Transaction,
  touched: readonly Touched[],
  { chunks, newRows, drops }: Recomputation,
): Promise<void> {
  const groups = new Map<string, { key: ChunkKey; length: number }>();
  for (const { key, length, touched: one } of chunks) {
    for (const group of groupsOf(one.device, key))
      groups.set(keyText(group), { key: group, length });
  }
  const known = await readChunks(tx, [
    ...chunks.filter(({ touched: one }) => one.isKnown).map(({ key }) => key),
    ...[...groups.values()].map(({ key }) => key),
  ]);
  const rows = new Map(known.map((row) => [keyText(row), row]));
  const rowOf = (key: ChunkKey, length: number): ChunkRow => {
    const text = keyText(key);
    const row = rows.get(text) ?? emptyChunk(key, length);
    rows.set(text, row);
    return row;
  };
  for (const { key, length, begin, values, touched: one, row: newRow } of chunks) {
    const row = newRow ?? rowOf(key, length);
    const groupRows = groupsOf(one.device, key).map((group) => rowOf(group, length));
    for (const [index, value] of values.entries()) {
      const old = newRow ? emptyBucket : bucketOf(row, begin + index);
      for (const group of groupRows) shiftBucket(group, begin + index, old, value);
      if (!newRow) setBucket(row, begin + index, value);
    }
  }
  await writeChunks(tx, newRows);
  await writeChunks(tx, packChunks([...rows.values()]));
  await writeQuestions(
    tx,
    touched.map(({ device: { propertyId, deviceId }, from, until }) => ({
      propertyId,
      deviceId,
      first: from,
      last: until,
    })),
    drops,
  );
}

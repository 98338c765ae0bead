import { type RollupTimeframe, rollupTimeframes } from '../../../schemas/entities/consumption.ts';
import { deviceTraits } from '../../../schemas/entities/device.ts';
import type { Transaction } from '../../database/open.ts';
import { bucketStartOf, chunksBetween, nextBucketStart } from '../buckets.ts';
import { gaugeBuckets, registerBuckets } from '../consumption.ts';
import { type Reading, type RegisterDrop, unwrap } from '../registers.ts';
import {
  bucketOf,
  type ChunkKey,
  type ChunkRow,
  emptyChunk,
  keyText,
  setBucket,
  shiftBucket,
  subjectKinds,
  timeframeNumbers,
} from './chunks.ts';
import { writeQuestions } from './questions.repository.ts';
import {
  type DeviceSpan,
  findDevices,
  findNeighbours,
  lockProperties,
  type MeteredDevice,
  readSpans,
  type StoredReading,
  writeReadings,
} from './readings.repository.ts';
import { readChunks, writeChunks } from './rollups.repository.ts';

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

/** A device whose readings changed: what is now known around the change. */
interface Touched {
  readonly device: MeteredDevice;
  /** The change, widened to the readings beside it: buckets that overlap this are recomputed. */
  readonly from: number;
  readonly until: number;
  readonly readings: Reading[];
  /** Whether rollup rows of it may exist. */
  readonly isKnown: boolean;
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
    if (merged.fresh.length === 0) return;
    fresh.push(...merged.fresh);
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
  await writeReadings(tx, fresh);
  await updateRollups(tx, touched);
  return { stored: fresh.length, duplicates, conflicts };
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
  await updateRollups(tx, [{ device, from: first, until: last, readings, isKnown: true }]);
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
  const conflicts: IncomingReading[] = [];
  let duplicates = 0;
  for (const reading of incoming) {
    const known = byInstant.get(reading.at);
    if (known?.value === reading.value && known.quality === reading.quality) duplicates++;
    else if (known && !corrections) conflicts.push(reading);
    else {
      byInstant.set(reading.at, reading);
      fresh.set(reading.at, reading);
    }
  }
  const readings = [...byInstant.values()].sort(byTime);
  return { readings, fresh: [...fresh.values()], conflicts, duplicates };
}

/** One device's recomputed buckets of one chunk; null where the bucket isn't touched. */
interface Recomputed {
  readonly key: ChunkKey;
  readonly length: number;
  readonly values: [number, ReturnType<typeof bucketOf>][];
}

async function updateRollups(tx: Transaction, touched: readonly Touched[]): Promise<void> {
  const drops: (RegisterDrop & { propertyId: number; deviceId: number })[] = [];
  const recomputed = touched.flatMap((one) => {
    const { propertyId, deviceId } = one.device;
    const computed = recompute(one);
    drops.push(...computed.drops.map((drop) => ({ ...drop, propertyId, deviceId })));
    return computed.chunks.map((chunk) => ({ ...chunk, touched: one }));
  });

  const groups = new Map<string, { key: ChunkKey; length: number }>();
  for (const { key, length, touched: one } of recomputed) {
    for (const group of groupsOf(one.device, key))
      groups.set(keyText(group), { key: group, length });
  }
  const known = await readChunks(tx, [
    ...recomputed.filter(({ touched: one }) => one.isKnown).map(({ key }) => key),
    ...[...groups.values()].map(({ key }) => key),
  ]);
  const rows = new Map(known.map((row) => [keyText(row), row]));
  const rowOf = (key: ChunkKey, length: number): ChunkRow => {
    const text = keyText(key);
    const row = rows.get(text) ?? emptyChunk(key, length);
    rows.set(text, row);
    return row;
  };
  for (const { key, length, values, touched: one } of recomputed) {
    const row = rowOf(key, length);
    const groupRows = groupsOf(one.device, key).map((group) => rowOf(group, length));
    for (const [index, value] of values) {
      const old = bucketOf(row, index);
      for (const group of groupRows) shiftBucket(group, index, old, value);
      setBucket(row, index, value);
    }
  }
  await writeChunks(tx, [...rows.values()]);
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

/** The tenant's and the property's rows that a device's chunk counts in. */
function groupsOf({ tenantId, isMain, propertyId }: MeteredDevice, key: ChunkKey): ChunkKey[] {
  if (isMain) return [];
  const property = { ...key, subjectKind: subjectKinds.property, subjectId: propertyId };
  if (tenantId === null) return [property];
  return [{ ...key, subjectKind: subjectKinds.tenant, subjectId: tenantId }, property];
}

function recompute({ device, from, until, readings }: Touched) {
  const { timeZone, category, interval, propertyId, deviceId } = device;
  const isGauge = deviceTraits[category].kind === 'gauge';
  const { steps, drops } = isGauge
    ? { steps: [], drops: [] }
    : unwrap(readings, device.installations, { resetsYearly: category === 'HCA', timeZone });
  const chunks: Recomputed[] = [];
  for (const timeframe of timeframesOf(device)) {
    for (const { day, edges } of chunksBetween(timeZone, timeframe, from, until)) {
      const starts = edges.slice(0, -1);
      const begin = starts.findIndex((_, index) => (edges[index + 1] as number) > from);
      if (begin < 0) continue;
      const end = starts.findLastIndex((start) => start <= until);
      if (end < begin) continue;
      const span = edges.slice(begin, end + 2);
      const values = isGauge
        ? gaugeBuckets(readings, span)
        : registerBuckets(steps, span, interval);
      chunks.push({
        key: {
          propertyId,
          subjectKind: subjectKinds.device,
          subjectId: deviceId,
          category,
          timeframe: timeframeNumbers[timeframe],
          chunk: day,
        },
        length: starts.length,
        values: values.map((value, index) => [begin + index, value]),
      });
    }
  }
  return { chunks, drops: drops.filter(({ at }) => at > from && at <= until) };
}

function timeframesOf({ interval }: MeteredDevice): readonly RollupTimeframe[] {
  return interval === 'HOURLY'
    ? rollupTimeframes
    : rollupTimeframes.filter((timeframe) => timeframe !== 'HOURLY');
}

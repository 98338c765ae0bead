import { type RollupTimeframe, rollupTimeframes } from '../../../schemas/entities/consumption.ts';
import { deviceTraits } from '../../../schemas/entities/device.ts';
import type { Transaction } from '../../database/open.ts';
import { chunksBetween } from '../buckets.ts';
import { type BucketValue, gapDefaults, gaugeBuckets, registerBuckets } from '../consumption.ts';
import { betweenReadings, type Reading, unwrap } from '../registers.ts';
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
import { type StoredQuestion, writeQuestions } from './questions.repository.ts';
import type { MeteredDevice } from './readings.repository.ts';
import { readChunks, writeChunks } from './rollups.repository.ts';
import { computeVirtual, findVirtualMeters, type VirtualMeter } from './virtualMeters.ts';

/** A device whose readings changed: what is now known around the change. */
export interface Touched {
  readonly device: MeteredDevice;
  /** The change, widened to the readings beside it: buckets that overlap this are recomputed. */
  readonly from: number;
  readonly until: number;
  readonly readings: readonly Reading[];
  /** Whether rollup rows of it may exist. */
  readonly isKnown: boolean;
}

/** One device's recomputed buckets of one chunk, by their places in it. */
export interface Recomputed {
  readonly key: ChunkKey;
  readonly length: number;
  readonly values: readonly [number, BucketValue][];
}

/** A device as rollups know it: whose sums it is a part of. */
export type Counted = Pick<MeteredDevice, 'propertyId' | 'tenantId' | 'isMain'>;

type Owned = Recomputed & { readonly counted: Counted; readonly isKnown: boolean };

/** Brings every bucket up to date that the changes touch, and the questions about them. */
export async function updateRollups(tx: Transaction, touched: readonly Touched[]): Promise<void> {
  if (touched.length === 0) return;
  const questions: StoredQuestion[] = [];
  const recomputed = touched.flatMap((one) => {
    const { propertyId, deviceId } = one.device;
    const computed = recompute(one);
    questions.push(...computed.questions.map((found) => ({ ...found, propertyId, deviceId })));
    const { device: counted, isKnown } = one;
    return computed.chunks.map((chunk) => ({ ...chunk, counted, isKnown }));
  });
  const virtual = await findVirtualMeters(
    tx,
    touched.map(({ device }) => device),
  );
  await applyBuckets(tx, recomputed, virtual);
  await writeQuestions(
    tx,
    touched.map(({ device: { propertyId, deviceId }, from, until }) => ({
      propertyId,
      deviceId,
      first: from,
      last: until,
    })),
    questions,
  );
}

/**
 * Writes recomputed buckets of devices, shifts the sums that they are part of, and then does the
 * same for the virtual meters that are made of them.
 */
export async function applyBuckets(
  tx: Transaction,
  recomputed: readonly Owned[],
  virtual: readonly VirtualMeter[],
): Promise<void> {
  const rows = new Map(
    (await readChunks(tx, neededKeys(recomputed, virtual))).map((row) => [keyText(row), row]),
  );
  const rowOf = (key: ChunkKey, length: number): ChunkRow => {
    const text = keyText(key);
    const row = rows.get(text) ?? emptyChunk(key, length);
    rows.set(text, row);
    return row;
  };
  const changed = new Set<ChunkRow>();
  const write = ({ key, length, values }: Recomputed, counted: Counted) => {
    const row = rowOf(key, length);
    const groups = groupsOf(counted, key).map((group) => rowOf(group, length));
    for (const [index, value] of values) {
      const old = bucketOf(row, index);
      for (const group of groups) shiftBucket(group, index, old, value);
      setBucket(row, index, value);
    }
    for (const one of [row, ...groups]) changed.add(one);
  };
  for (const one of recomputed) write(one, one.counted);
  for (const meter of virtual) {
    const readRow = (key: ChunkKey) => rows.get(keyText(key));
    for (const one of computeVirtual(meter, recomputed, readRow)) write(one, meter);
  }
  await writeChunks(tx, [...changed]);
}

function neededKeys(recomputed: readonly Owned[], virtual: readonly VirtualMeter[]): ChunkKey[] {
  const keys = recomputed.flatMap(({ key, counted, isKnown }) => [
    ...(isKnown ? [key] : []),
    ...groupsOf(counted, key),
    ...virtual.flatMap((meter) => {
      const own = meter.keysFor(key);
      return own.length === 0 ? [] : [...own, ...groupsOf(meter, meter.keyOf(key))];
    }),
  ]);
  return [...new Map(keys.map((key) => [keyText(key), key])).values()];
}

/** The tenant's and the property's rows that a device's chunk counts in. */
function groupsOf({ tenantId, isMain, propertyId }: Counted, key: ChunkKey): ChunkKey[] {
  if (isMain) return [];
  const property = { ...key, subjectKind: subjectKinds.property, subjectId: propertyId };
  if (tenantId === null) return [property];
  return [{ ...key, subjectKind: subjectKinds.tenant, subjectId: tenantId }, property];
}

function recompute({ device, from, until, readings }: Touched) {
  const { timeZone, category, interval, propertyId, deviceId, reverseAt } = device;
  const isGauge = deviceTraits[category].kind === 'gauge';
  const { steps, drops } = isGauge
    ? { steps: [], drops: [] }
    : unwrap(readings, device.installations, {
        resetsYearly: category === 'HCA',
        timeZone,
        reverseAt,
      });
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
  const gaps = readings.flatMap((reading, index) => {
    const previous = readings[index - 1];
    const isGap = previous && reading.at - previous.at > gapDefaults[interval].asked;
    return isGap ? [{ question: 'GAP' as const, ...betweenReadings(previous, reading) }] : [];
  });
  const questions = [...drops.map((drop) => ({ question: 'DROP' as const, ...drop })), ...gaps];
  return { chunks, questions: questions.filter(({ at }) => at > from && at <= until) };
}

function timeframesOf({ interval }: MeteredDevice): readonly RollupTimeframe[] {
  return interval === 'HOURLY'
    ? rollupTimeframes
    : rollupTimeframes.filter((timeframe) => timeframe !== 'HOURLY');
}

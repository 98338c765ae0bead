import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type RollupTimeframe, rollupTimeframes } from '../../../schemas/entities/consumption.ts';
import { deviceTraits } from '../../../schemas/entities/device.ts';
import { chunksBetween } from '../buckets.ts';
import { type BucketValue, gaugeBuckets, registerBuckets } from '../consumption.ts';
import { type Reading, type RegisterDrop, unwrap } from '../registers.ts';
import {
  type ChunkKey,
  type ChunkRow,
  emptyChunk,
  setBucket,
  subjectKinds,
  timeframeNumbers,
} from './chunks.ts';
import type { MeteredDevice } from './readings.repository.ts';
import { type PackedChunks, packChunks } from './rollups.repository.ts';

/** A device whose readings changed: what is now known around the change. */
export interface Touched {
  readonly device: MeteredDevice;
  /** The change, widened to the readings beside it: buckets that overlap this are recomputed. */
  readonly from: number;
  readonly until: number;
  readonly readings: Reading[];
  /** Whether rollup rows of it may exist. */
  readonly isKnown: boolean;
}

/** One device's recomputed buckets of one chunk: `values` run from the bucket `begin` on. */
export interface Recomputed {
  readonly key: ChunkKey;
  readonly length: number;
  readonly begin: number;
  readonly values: readonly BucketValue[];
  readonly touched: Touched;
  /** The row as it will be, when none was there. */
  readonly row: ChunkRow | undefined;
}

type DeviceDrop = RegisterDrop & { propertyId: number; deviceId: number };

export interface Recomputation {
  readonly chunks: readonly Recomputed[];
  /** Those of `chunks` that are new rows. */
  readonly newRows: PackedChunks;
  /** The drops that nothing explains. */
  readonly drops: readonly DeviceDrop[];
}

/**
 * The buckets that the changes touch. Between devices others get their turn: the driver sends what
 * is being stored meanwhile, and requests are answered.
 */
export async function recomputeBuckets(touched: readonly Touched[]): Promise<Recomputation> {
  const chunks: Recomputed[] = [];
  const drops: DeviceDrop[] = [];
  for (const one of touched) {
    const computed = recompute(one);
    chunks.push(...computed.chunks);
    drops.push(...computed.drops);
    await yieldToOthers();
  }
  return { chunks, newRows: packChunks(chunks.flatMap(({ row }) => row ?? [])), drops };
}

/** The tenant's and the property's rows that a device's chunk counts in. */
export function groupsOf(
  { tenantId, isMain, propertyId }: MeteredDevice,
  key: ChunkKey,
): ChunkKey[] {
  if (isMain) return [];
  const property = { ...key, subjectKind: subjectKinds.property, subjectId: propertyId };
  if (tenantId === null) return [property];
  return [{ ...key, subjectKind: subjectKinds.tenant, subjectId: tenantId }, property];
}

function recompute(touched: Touched): { chunks: Recomputed[]; drops: DeviceDrop[] } {
  const { device, from, until, readings } = touched;
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
      const key = {
        propertyId,
        subjectKind: subjectKinds.device,
        subjectId: deviceId,
        category,
        timeframe: timeframeNumbers[timeframe],
        chunk: day,
      };
      chunks.push({
        key,
        length: starts.length,
        begin,
        values,
        touched,
        row: touched.isKnown ? undefined : newRow(key, starts.length, begin, values),
      });
    }
  }
  const unexplained = drops.filter(({ at }) => at > from && at <= until);
  return { chunks, drops: unexplained.map((drop) => ({ ...drop, propertyId, deviceId })) };
}

function newRow(key: ChunkKey, length: number, begin: number, values: readonly BucketValue[]) {
  const row = emptyChunk(key, length);
  for (const [index, value] of values.entries()) setBucket(row, begin + index, value);
  return row;
}

function timeframesOf({ interval }: MeteredDevice): readonly RollupTimeframe[] {
  return interval === 'HOURLY'
    ? rollupTimeframes
    : rollupTimeframes.filter((timeframe) => timeframe !== 'HOURLY');
}

import type { RollupTimeframe } from '../../../schemas/entities/consumption.ts';
import type { DeviceCategory } from '../../../schemas/entities/device.ts';
import type { BucketValue } from '../consumption.ts';

/** Rollup rows in memory: arrays over the buckets of one chunk (server/database/tables.ts). */

export type SubjectKind = 'device' | 'tenant' | 'property';
export const subjectKinds: Readonly<Record<SubjectKind, number>> = {
  device: 0,
  tenant: 1,
  property: 2,
};
export const timeframeNumbers: Readonly<Record<RollupTimeframe, number>> = {
  HOURLY: 0,
  DAILY: 1,
  WEEKLY: 2,
  MONTHLY: 3,
};

export interface ChunkKey {
  readonly propertyId: number;
  readonly subjectKind: number;
  readonly subjectId: number;
  readonly category: DeviceCategory;
  readonly timeframe: number;
  readonly chunk: string;
}

/** Lists that are 0 or null throughout are shared among rows and frozen: `withValue` writes. */
export interface ChunkRow extends ChunkKey {
  /** Which of the chunk's buckets is the lists' first one: 0, unless they are a slice of the row. */
  readonly begin: number;
  readonly volumes: (number | null)[];
  readonly measured: number[];
  readonly received: number[];
  interpolated: readonly number[];
  estimated: readonly number[];
  missing: readonly number[];
  minimum: readonly (number | null)[];
  maximum: readonly (number | null)[];
  bridged: readonly number[];
  interpolatedTime: readonly number[];
  unknownTime: readonly number[];
  absentTime: readonly number[];
}

/** The columns that are null in the database where they are 0 throughout, which is the rule. */
export const sparseColumns = [
  'interpolated',
  'estimated',
  'missing',
  'bridged',
  'interpolatedTime',
  'unknownTime',
  'absentTime',
] as const;

export function keyText(key: ChunkKey): string {
  const { propertyId, subjectKind, subjectId, category, timeframe, chunk } = key;
  return `${propertyId}/${subjectKind}/${subjectId}/${category}/${timeframe}/${chunk}`;
}

function sharedLists<Value>(value: Value): (length: number) => readonly Value[] {
  const lists = new Map<number, readonly Value[]>();
  return (length) => {
    const known = lists.get(length);
    if (known) return known;
    const list = Object.freeze(new Array<Value>(length).fill(value));
    lists.set(length, list);
    return list;
  };
}

export const zerosOf = sharedLists(0);
export const nullsOf = sharedLists<number | null>(null);

/** The list with a value at an index: itself, unless it is a shared one. */
export function withValue<Value extends number | null>(
  list: readonly Value[],
  index: number,
  value: Value,
): readonly Value[] {
  if (list[index] === value) return list;
  const isShared = list === zerosOf(list.length) || list === nullsOf(list.length);
  const own = (isShared ? [...list] : list) as Value[];
  own[index] = value;
  return own;
}

export function emptyChunk(key: ChunkKey, length: number): ChunkRow {
  const [zeros, nulls] = [zerosOf(length), nullsOf(length)];
  // Spelled out, so that all rows are of one shape.
  return {
    propertyId: key.propertyId,
    subjectKind: key.subjectKind,
    subjectId: key.subjectId,
    category: key.category,
    timeframe: key.timeframe,
    chunk: key.chunk,
    begin: 0,
    volumes: [...nulls],
    measured: [...zeros],
    received: [...zeros],
    interpolated: zeros,
    estimated: zeros,
    missing: zeros,
    minimum: nulls,
    maximum: nulls,
    bridged: zeros,
    interpolatedTime: zeros,
    unknownTime: zeros,
    absentTime: zeros,
  };
}

/** Whether a row says nothing, as if it weren't there. */
export function isEmptyRow(row: ChunkRow): boolean {
  const counts = [row.measured, row.interpolated, row.estimated, row.missing, row.received];
  return counts.every((list) => list.every((count) => count === 0));
}

/** Whether a bucket says nothing. */
export function isEmptyBucket(value: BucketValue): boolean {
  const { measured, interpolated, estimated, missing, received } = value;
  return measured + interpolated + estimated + missing + received === 0;
}

/** One of the chunk's buckets; a slice must hold it. */
export function bucketOf(row: ChunkRow, bucket: number): BucketValue {
  const index = bucket - row.begin;
  return {
    volume: row.volumes[index] ?? null,
    measured: row.measured[index] ?? 0,
    interpolated: row.interpolated[index] ?? 0,
    estimated: row.estimated[index] ?? 0,
    missing: row.missing[index] ?? 0,
    received: row.received[index] ?? 0,
    minimum: row.minimum[index] ?? null,
    maximum: row.maximum[index] ?? null,
    bridged: row.bridged[index] ?? 0,
    interpolatedTime: row.interpolatedTime[index] ?? 0,
    unknownTime: row.unknownTime[index] ?? 0,
    absentTime: row.absentTime[index] ?? 0,
  };
}

export function setBucket(row: ChunkRow, bucket: number, value: BucketValue): void {
  const index = bucket - row.begin;
  row.volumes[index] = value.volume;
  row.measured[index] = value.measured;
  row.interpolated = withValue(row.interpolated, index, value.interpolated);
  row.estimated = withValue(row.estimated, index, value.estimated);
  row.missing = withValue(row.missing, index, value.missing);
  row.received[index] = value.received;
  row.minimum = withValue(row.minimum, index, value.minimum);
  row.maximum = withValue(row.maximum, index, value.maximum);
  row.bridged = withValue(row.bridged, index, value.bridged);
  row.interpolatedTime = withValue(row.interpolatedTime, index, value.interpolatedTime);
  row.unknownTime = withValue(row.unknownTime, index, value.unknownTime);
  row.absentTime = withValue(row.absentTime, index, value.absentTime);
}

/**
 * Replaces a device's old value by its new one in a group's bucket. Integers add up exactly, so the
 * order of arrival leaves no trace. A gauge's range only widens here; true when the value that went
 * may have been its end, which the group's devices must then be asked for (`narrowRanges`). Field by
 * field: an import comes here most often of all.
 */
export function shiftBucket(
  group: ChunkRow,
  bucket: number,
  old: BucketValue,
  now: BucketValue,
): boolean {
  const index = bucket - group.begin;
  const measured = (group.measured[index] ?? 0) + now.measured - old.measured;
  group.measured[index] = measured;
  group.received[index] = (group.received[index] ?? 0) + now.received - old.received;
  group.interpolated = shift(group.interpolated, index, now.interpolated - old.interpolated);
  group.estimated = shift(group.estimated, index, now.estimated - old.estimated);
  const known = measured + (group.interpolated[index] ?? 0) + (group.estimated[index] ?? 0);
  const volume = (group.volumes[index] ?? 0) + (now.volume ?? 0) - (old.volume ?? 0);
  group.volumes[index] = known > 0 ? volume : null;
  group.missing = shift(group.missing, index, now.missing - old.missing);
  group.bridged = shift(group.bridged, index, now.bridged - old.bridged);
  const interpolatedTime = now.interpolatedTime - old.interpolatedTime;
  group.interpolatedTime = shift(group.interpolatedTime, index, interpolatedTime);
  group.unknownTime = shift(group.unknownTime, index, now.unknownTime - old.unknownTime);
  group.absentTime = shift(group.absentTime, index, now.absentTime - old.absentTime);
  const isNarrower =
    (old.minimum !== null && old.minimum !== now.minimum && old.minimum === group.minimum[index]) ||
    (old.maximum !== null && old.maximum !== now.maximum && old.maximum === group.maximum[index]);
  group.minimum = withValue(group.minimum, index, least(group.minimum[index] ?? null, now.minimum));
  group.maximum = withValue(
    group.maximum,
    index,
    greatest(group.maximum[index] ?? null, now.maximum),
  );
  return isNarrower;
}

function shift(counts: readonly number[], index: number, by: number): readonly number[] {
  return by === 0 ? counts : withValue(counts, index, (counts[index] ?? 0) + by);
}

export function least(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

export function greatest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

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

export interface ChunkRow extends ChunkKey {
  readonly volumes: (number | null)[];
  readonly measured: number[];
  readonly interpolated: number[];
  readonly estimated: number[];
  readonly missing: number[];
  readonly received: number[];
  readonly minimum: (number | null)[];
  readonly maximum: (number | null)[];
  readonly bridged: number[];
  readonly interpolatedTime: number[];
  readonly unknownTime: number[];
  readonly absentTime: number[];
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

export function emptyChunk(key: ChunkKey, length: number): ChunkRow {
  const zeros = () => new Array<number>(length).fill(0);
  const nulls = () => new Array<number | null>(length).fill(null);
  return {
    ...key,
    volumes: nulls(),
    measured: zeros(),
    interpolated: zeros(),
    estimated: zeros(),
    missing: zeros(),
    received: zeros(),
    minimum: nulls(),
    maximum: nulls(),
    bridged: zeros(),
    interpolatedTime: zeros(),
    unknownTime: zeros(),
    absentTime: zeros(),
  };
}

/** Whether a row says nothing, as if it weren't there. */
export function isEmptyRow(row: ChunkRow): boolean {
  const counts = [row.measured, row.interpolated, row.estimated, row.missing, row.received];
  return counts.every((list) => list.every((count) => count === 0));
}

export function bucketOf(row: ChunkRow, index: number): BucketValue {
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

export function setBucket(row: ChunkRow, index: number, value: BucketValue): void {
  row.volumes[index] = value.volume;
  row.measured[index] = value.measured;
  row.interpolated[index] = value.interpolated;
  row.estimated[index] = value.estimated;
  row.missing[index] = value.missing;
  row.received[index] = value.received;
  row.minimum[index] = value.minimum;
  row.maximum[index] = value.maximum;
  row.bridged[index] = value.bridged;
  row.interpolatedTime[index] = value.interpolatedTime;
  row.unknownTime[index] = value.unknownTime;
  row.absentTime[index] = value.absentTime;
}

/**
 * Replaces a device's old value by its new one in a group's bucket. Integers add up exactly, so the
 * order of arrival leaves no trace. A gauge's range only widens here; true when the value that went
 * may have been its end, which the group's devices must then be asked for (`narrowRanges`). Field by
 * field: an import comes here most often of all.
 */
export function shiftBucket(
  group: ChunkRow,
  index: number,
  old: BucketValue,
  now: BucketValue,
): boolean {
  const shift = (counts: number[], by: number) => {
    const count = (counts[index] ?? 0) + by;
    counts[index] = count;
    return count;
  };
  const known =
    shift(group.measured, now.measured - old.measured) +
    shift(group.interpolated, now.interpolated - old.interpolated) +
    shift(group.estimated, now.estimated - old.estimated);
  const volume = (group.volumes[index] ?? 0) + (now.volume ?? 0) - (old.volume ?? 0);
  group.volumes[index] = known > 0 ? volume : null;
  shift(group.missing, now.missing - old.missing);
  shift(group.received, now.received - old.received);
  shift(group.bridged, now.bridged - old.bridged);
  shift(group.interpolatedTime, now.interpolatedTime - old.interpolatedTime);
  shift(group.unknownTime, now.unknownTime - old.unknownTime);
  shift(group.absentTime, now.absentTime - old.absentTime);
  const isNarrower =
    (old.minimum !== null && old.minimum !== now.minimum && old.minimum === group.minimum[index]) ||
    (old.maximum !== null && old.maximum !== now.maximum && old.maximum === group.maximum[index]);
  group.minimum[index] = least(group.minimum[index] ?? null, now.minimum);
  group.maximum[index] = greatest(group.maximum[index] ?? null, now.maximum);
  return isNarrower;
}

export function least(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

export function greatest(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

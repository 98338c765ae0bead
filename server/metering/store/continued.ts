import type { Transaction } from '../../database/open.ts';
import type { BucketValue } from '../consumption.ts';
import { bucketOf, type ChunkRow, keyText } from './chunks.ts';
import { readSpans } from './readings.repository.ts';
import { type Recomputed, recompute, type Touched } from './recomputeBuckets.ts';
import { windowOf } from './surroundings.ts';

/**
 * Buckets that go on from what is stored of them (`Touched.continuesAt`), so that a reading that comes
 * at the end of a month needn't look at the month.
 */

/** Known from edge to edge, without any guess: such parts of a bucket add up to it exactly. */
function isPlain({ measured, interpolated, bridged, minimum }: BucketValue): boolean {
  return measured + interpolated === 1 && bridged === 0 && minimum === null;
}

/** A bucket up to a reading, and what lies behind that reading in the last `tail` milliseconds of it. */
function join(before: BucketValue, behind: BucketValue, tail: number): BucketValue {
  const interpolated = Math.max(before.interpolated, behind.interpolated);
  return {
    ...behind,
    measured: 1 - interpolated,
    interpolated,
    volume: (before.volume as number) + (behind.volume as number),
    // The reading is in both.
    received: before.received + behind.received - 1,
    interpolatedTime: before.interpolatedTime + behind.interpolatedTime,
    unknownTime: before.unknownTime + behind.unknownTime,
    absentTime: before.absentTime + behind.absentTime - tail,
  };
}

/**
 * The buckets as they will be, with what is stored of those that go on from it. All of a device of
 * which one can't go on are computed from its readings, which are stored by now.
 */
export async function completeContinued(
  tx: Transaction,
  recomputed: readonly Recomputed[],
  rows: ReadonlyMap<string, ChunkRow>,
  touched: readonly Touched[],
): Promise<readonly Recomputed[]> {
  const odd = new Set<number>();
  for (const { key, begin, values, tail } of recomputed) {
    if (tail === undefined) continue;
    const row = rows.get(keyText(key));
    const isKnown = row && isPlain(bucketOf(row, begin)) && isPlain(values[0] as BucketValue);
    if (!isKnown) odd.add(key.subjectId);
  }
  const joined = recomputed.flatMap((one): Recomputed[] => {
    const { key, begin, values, tail } = one;
    if (odd.has(key.subjectId)) return [];
    if (tail === undefined) return [one];
    const before = bucketOf(rows.get(keyText(key)) as ChunkRow, begin);
    const [behind, ...others] = values as [BucketValue, ...BucketValue[]];
    return [{ ...one, values: [join(before, behind, tail), ...others], tail: undefined }];
  });
  if (odd.size === 0) return joined;
  const again = touched.filter(({ device }) => odd.has(device.deviceId));
  const stored = await readSpans(
    tx,
    again.map(({ device, until }) => ({ ...device, lastAt: until })),
    again.map(({ device, from, until }) => {
      const { propertyId, deviceId } = device;
      return windowOf(device, { propertyId, deviceId, first: from, last: until });
    }),
  );
  const whole = again.flatMap((one) => {
    const readings = stored.get(one.device.deviceId) ?? [];
    return recompute({ ...one, readings, continuesAt: undefined }).chunks;
  });
  return [...joined, ...whole];
}

import type { DeviceCategory } from '../../../schemas/entities/device.ts';
import type { Transaction } from '../../database/open.ts';
import { type BucketValue, emptyBucket } from '../consumption.ts';
import {
  bucketOf,
  type ChunkKey,
  type ChunkRow,
  keyText,
  subjectKinds,
  timeframeNumbers,
} from './chunks.ts';
import type { Buckets, Counted } from './recomputeBuckets.ts';
import { listParts, type StoredPart } from './virtualParts.repository.ts';

/** One meter that a virtual one is made of. */
export interface VirtualPart {
  readonly sourceId: number;
  readonly category: DeviceCategory;
  /** A whole number other than 0, so that sums stay exact. */
  readonly factor: number;
}

/** A meter that isn't read: its consumption is `Σ factor × consumption of a part`. */
export interface VirtualMeter extends Counted {
  readonly deviceId: number;
  readonly category: DeviceCategory;
  readonly isHourly: boolean;
  readonly parts: readonly VirtualPart[];
  readonly isMadeOf: (deviceId: number) => boolean;
  /** Its own row beside one of a part's. */
  readonly keyOf: (part: ChunkKey) => ChunkKey;
  /** Its own row and those of all parts, beside one of a part's; none when the row is no part's. */
  readonly keysFor: (part: ChunkKey) => ChunkKey[];
}

/** The virtual meters that any of the devices is a part of, or is itself; one query. */
export async function findVirtualMeters(
  tx: Transaction,
  devices: readonly { propertyId: number; deviceId: number }[],
): Promise<VirtualMeter[]> {
  if (devices.length === 0) return [];
  const rows = await listParts(tx, devices);
  return [...Map.groupBy(rows, ({ deviceId }) => deviceId).values()].map(toMeter);
}

function toMeter(rows: readonly StoredPart[]): VirtualMeter {
  const [{ deviceId, propertyId, tenantId, isMain, isHourly, ownCategory }] = rows as [StoredPart];
  const parts = rows.map(({ sourceId, category, factor }) => ({ sourceId, category, factor }));
  const sources = new Set(parts.map(({ sourceId }) => sourceId));
  const isMadeOf = (id: number) => sources.has(id);
  const keyOf = (part: ChunkKey) => ({ ...part, subjectId: deviceId, category: ownCategory });
  return {
    deviceId,
    propertyId,
    tenantId,
    isMain,
    isHourly,
    category: ownCategory,
    parts,
    isMadeOf,
    keyOf,
    keysFor: (part) =>
      part.subjectKind === subjectKinds.device && isMadeOf(part.subjectId)
        ? [
            keyOf(part),
            ...parts.map(({ sourceId, category }) => ({ ...part, subjectId: sourceId, category })),
          ]
        : [],
  };
}

/**
 * The buckets of a virtual meter beside those of its parts that were recomputed. It is known where
 * all parts are; their worst status is its own.
 */
export function computeVirtual(
  meter: VirtualMeter,
  recomputed: readonly Buckets[],
  readRow: (key: ChunkKey) => ChunkRow | undefined,
): Buckets[] {
  const spans = new Map<string, { part: ChunkKey; length: number; begin: number; end: number }>();
  for (const { key, length, begin, values } of recomputed) {
    if (!meter.isMadeOf(key.subjectId)) continue;
    if (key.timeframe === timeframeNumbers.HOURLY && !meter.isHourly) continue;
    const own = keyText(meter.keyOf(key));
    const found = spans.get(own);
    spans.set(own, {
      part: key,
      length,
      begin: Math.min(begin, found?.begin ?? begin),
      end: Math.max(begin + values.length, found?.end ?? 0),
    });
  }
  return [...spans.values()].map(({ part, length, begin, end }) => {
    const rows = meter.parts.map(({ sourceId, category, factor }) => ({
      row: readRow({ ...part, subjectId: sourceId, category }),
      factor,
    }));
    const valueAt = (index: number) =>
      combine(
        rows.map(({ row, factor }) => ({
          value: row ? bucketOf(row, index) : emptyBucket,
          factor,
        })),
      );
    const values = Array.from({ length: end - begin }, (_, index) => valueAt(begin + index));
    return { key: meter.keyOf(part), length, begin, values };
  });
}

/**
 * Σ factor × volume, or missing as soon as one part is; empty where no part was there at all. What is
 * bridged completes the parts' own totals, and as much of the time is in doubt as of the worst part.
 */
export function combine(
  parts: readonly { readonly value: BucketValue; readonly factor: number }[],
): BucketValue {
  const isKnown = parts.every(({ value }) => value.volume !== null);
  const isExpected = parts.some(({ value }) => value.volume !== null || value.missing > 0);
  if (!isExpected) return emptyBucket;
  const sum = (pick: (value: BucketValue) => number) =>
    parts.reduce((total, { value, factor }) => total + factor * pick(value), 0);
  const most = (pick: (value: BucketValue) => number) =>
    Math.max(...parts.map(({ value }) => pick(value)));
  const common = {
    ...emptyBucket,
    received: Math.min(...parts.map(({ value }) => value.received)),
    interpolatedTime: most((value) => value.interpolatedTime),
    unknownTime: most((value) => value.unknownTime),
    absentTime: most((value) => value.absentTime),
  };
  if (!isKnown) {
    const bridged = sum((value) => (value.volume ?? 0) + value.bridged);
    return { ...common, missing: 1, bridged };
  }
  const volume = sum((value) => value.volume ?? 0);
  const estimated = Number(parts.some(({ value }) => value.estimated > 0));
  const interpolated =
    estimated === 1 ? 0 : Number(parts.some(({ value }) => value.interpolated > 0));
  const measured = Number(estimated + interpolated === 0);
  return { ...common, volume, measured, interpolated, estimated };
}

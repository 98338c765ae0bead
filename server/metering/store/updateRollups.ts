import { isWatched } from '../../../schemas/kinds/warnings.ts';
import type { Transaction } from '../../database/open.ts';
import { emptyBucket } from '../consumption.ts';
import {
  bucketOf,
  type ChunkKey,
  type ChunkRow,
  emptyChunk,
  greatest,
  isEmptyRow,
  keyText,
  least,
  setBucket,
  shiftBucket,
  withValue,
} from './chunks.ts';
import { markDue } from './due.repository.ts';
import { writeQuestions } from './questions.repository.ts';
import {
  type Buckets,
  type Counted,
  groupsOf,
  type Recomputation,
  type Recomputed,
  type Touched,
} from './recomputeBuckets.ts';
import {
  deleteChunks,
  packChunks,
  readChunks,
  readMembers,
  writeChunks,
} from './rollups.repository.ts';
import { computeVirtual, findVirtualMeters, type VirtualMeter } from './virtualMeters.ts';

/**
 * Brings every bucket up to date that the changes touch, and the questions about them, and has the
 * devices looked at for warnings.
 */
export async function updateRollups(
  tx: Transaction,
  touched: readonly Touched[],
  { chunks, newRows, questions }: Recomputation,
): Promise<void> {
  if (touched.length === 0) return;
  const parts = touched.flatMap(({ device }) => (device.has.virtual ? device : []));
  const virtual = await findVirtualMeters(tx, parts);
  await writeChunks(tx, newRows);
  await applyBuckets(tx, chunks, virtual);
  await writeQuestions(
    tx,
    touched.flatMap(({ device: { propertyId, deviceId, has }, from, until }) =>
      has.questions ? { propertyId, deviceId, first: from, last: until } : [],
    ),
    questions,
  );
  const watched = touched.filter(({ device }) => isWatched(device));
  await markDue(
    tx,
    watched.map(({ device: { propertyId, deviceId }, from }) => ({
      propertyId,
      deviceId,
      since: from,
    })),
  );
}

/**
 * Writes recomputed buckets of devices, unless their rows are new and written already, shifts the
 * sums that they are part of, and then does the same for the virtual meters that are made of them.
 */
export async function applyBuckets(
  tx: Transaction,
  recomputed: readonly Recomputed[],
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
  const narrowed = new Set<ChunkRow>();
  const apply = ({ key, length, begin, values }: Buckets, counted: Counted, newRow?: ChunkRow) => {
    const row = newRow ?? rowOf(key, length);
    const groups = groupsOf(counted, key).map((group) => rowOf(group, length));
    for (const [index, value] of values.entries()) {
      const old = newRow ? emptyBucket : bucketOf(row, begin + index);
      for (const group of groups) {
        if (shiftBucket(group, begin + index, old, value)) narrowed.add(group);
      }
      if (!newRow) setBucket(row, begin + index, value);
    }
    if (!newRow) changed.add(row);
    for (const group of groups) changed.add(group);
  };
  for (const one of recomputed) apply(one, one.counted, one.row);
  if (virtual.length > 0) {
    for (const { key, row } of recomputed) if (row) rows.set(keyText(key), row);
    const readRow = (key: ChunkKey) => rows.get(keyText(key));
    for (const meter of virtual) {
      for (const one of computeVirtual(meter, recomputed, readRow)) apply(one, meter);
    }
  }
  await deleteChunks(tx, [...changed].filter(isEmptyRow));
  await writeChunks(tx, packChunks([...changed].filter((row) => !isEmptyRow(row))));
  await narrowRanges(tx, [...narrowed]);
}

/** The ranges of groups of gauges, from those of their devices: a range that shrinks tells not how far. */
async function narrowRanges(tx: Transaction, groups: readonly ChunkRow[]): Promise<void> {
  for (const group of groups) {
    const members = await readMembers(tx, group);
    group.measured.forEach((_, index) => {
      const of = (pick: 'minimum' | 'maximum', choose: typeof least) =>
        members.reduce<number | null>((end, row) => choose(end, row[pick][index] ?? null), null);
      group.minimum = withValue(group.minimum, index, of('minimum', least));
      group.maximum = withValue(group.maximum, index, of('maximum', greatest));
    });
  }
  await writeChunks(tx, packChunks(groups.filter((row) => !isEmptyRow(row))));
}

function neededKeys(recomputed: readonly Recomputed[], virtual: readonly VirtualMeter[]) {
  const keys = new Map<string, ChunkKey>();
  const add = (key: ChunkKey) => keys.set(keyText(key), key);
  for (const { key, counted, row } of recomputed) {
    if (!row) add(key);
    for (const group of groupsOf(counted, key)) add(group);
    for (const meter of virtual) {
      const needed = meter.keysFor(key);
      for (const one of needed) add(one);
      if (needed.length > 0) for (const group of groupsOf(meter, meter.keyOf(key))) add(group);
    }
  }
  return [...keys.values()];
}

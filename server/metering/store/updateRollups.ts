import { isWatched } from '../../../schemas/kinds/warnings.ts';
import type { Transaction } from '../../database/open.ts';
import { emptyBucket } from '../consumption.ts';
import {
  bucketOf,
  type ChunkKey,
  type ChunkRow,
  emptyChunk,
  greatest,
  isEmptyBucket,
  isEmptyRow,
  keyText,
  least,
  setBucket,
  shiftBucket,
  withValue,
} from './chunks.ts';
import { completeContinued } from './continued.ts';
import { type DueDevice, markDue } from './due.repository.ts';
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
import { readSlices, type Slice, writeSlices } from './slices.repository.ts';
import { computeVirtual, findVirtualMeters, type VirtualMeter } from './virtualMeters.ts';

/**
 * Brings every bucket up to date that the changes touch, and the questions about them, and has the
 * devices looked at for warnings: now, or when the caller marks what it finds in `dueLater`.
 */
export async function updateRollups(
  tx: Transaction,
  touched: readonly Touched[],
  { chunks, newRows, questions }: Recomputation,
  dueLater?: DueDevice[],
): Promise<void> {
  if (touched.length === 0) return;
  const parts = touched.flatMap(({ device }) => (device.has.virtual ? device : []));
  const virtual = await findVirtualMeters(tx, parts);
  await writeChunks(tx, newRows);
  await applyBuckets(tx, chunks, virtual, touched);
  await writeQuestions(
    tx,
    touched.flatMap(({ device: { propertyId, deviceId, has }, from, until }) =>
      has.questions ? { propertyId, deviceId, first: from, last: until } : [],
    ),
    questions,
  );
  const watched = touched.filter(({ device }) => isWatched(device));
  const due = watched.map(({ device: { propertyId, deviceId }, from }) => ({
    propertyId,
    deviceId,
    since: from,
  }));
  if (dueLater) dueLater.push(...due);
  else await markDue(tx, due);
}

/**
 * Writes recomputed buckets of devices, unless their rows are new and written already, shifts the
 * sums that they are part of, and then does the same for the virtual meters that are made of them.
 */
export async function applyBuckets(
  tx: Transaction,
  computed: readonly Recomputed[],
  virtual: readonly VirtualMeter[],
  touched: readonly Touched[] = [],
): Promise<void> {
  const { rows, slices } = await readNeeded(tx, neededSlices(computed, virtual));
  const recomputed = await completeContinued(tx, computed, rows, touched);
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
  const written = [...changed].filter((row) => !isEmptyRow(row));
  await writeRows(tx, written, slices);
  await narrowRanges(tx, [...narrowed], slices);
}

/** The ranges of groups of gauges, from those of their devices: a range that shrinks tells not how far. */
async function narrowRanges(
  tx: Transaction,
  groups: readonly ChunkRow[],
  slices: ReadonlySet<ChunkRow>,
): Promise<void> {
  for (const group of groups) {
    const members = await readMembers(tx, group);
    group.measured.forEach((_, index) => {
      const bucket = group.begin + index;
      const of = (pick: 'minimum' | 'maximum', choose: typeof least) =>
        members.reduce<number | null>((end, row) => choose(end, row[pick][bucket] ?? null), null);
      group.minimum = withValue(group.minimum, index, of('minimum', least));
      group.maximum = withValue(group.maximum, index, of('maximum', greatest));
    });
  }
  await writeRows(
    tx,
    groups.filter((row) => !isEmptyRow(row)),
    slices,
  );
}

async function writeRows(
  tx: Transaction,
  rows: readonly ChunkRow[],
  slices: ReadonlySet<ChunkRow>,
): Promise<void> {
  await writeChunks(tx, packChunks(rows.filter((row) => !slices.has(row))));
  await writeSlices(
    tx,
    rows.filter((row) => slices.has(row)),
  );
}

interface Needed extends Slice {
  /** The whole row is read and written. */
  readonly isWhole: boolean;
}

/** A slice of so large a share of its row is no less work than the row. */
const mostOfRow = 0.5;

/** The rows of keys, and which of them are slices. */
async function readNeeded(tx: Transaction, needed: readonly Needed[]) {
  const wholes = needed.filter(({ isWhole }) => isWhole).map(({ key }) => key);
  const found = await readSlices(
    tx,
    needed.filter(({ isWhole }) => !isWhole),
  );
  const all = [...(await readChunks(tx, wholes)), ...found];
  return { rows: new Map(all.map((row) => [keyText(row), row])), slices: new Set(found) };
}

function neededSlices(
  recomputed: readonly Recomputed[],
  virtual: readonly VirtualMeter[],
): Needed[] {
  // A row that loses buckets may be empty then, and parts of virtual meters are asked for others.
  const whole = new Set(virtual.map(({ propertyId }) => propertyId));
  for (const { key, values } of recomputed) {
    if (values.some(isEmptyBucket)) whole.add(key.propertyId);
  }
  const needed = new Map<string, { key: ChunkKey; begin: number; end: number; length: number }>();
  const add = (key: ChunkKey, { begin, values, length }: Recomputed) => {
    const text = keyText(key);
    const end = begin + values.length;
    const known = needed.get(text);
    if (!known) needed.set(text, { key, begin, end, length });
    else {
      known.begin = Math.min(known.begin, begin);
      known.end = Math.max(known.end, end);
    }
  };
  for (const one of recomputed) {
    const { key, counted, row } = one;
    if (!row) add(key, one);
    for (const group of groupsOf(counted, key)) add(group, one);
    for (const meter of virtual) {
      const parts = meter.keysFor(key);
      for (const part of parts) add(part, one);
      if (parts.length > 0) for (const group of groupsOf(meter, meter.keyOf(key))) add(group, one);
    }
  }
  return [...needed.values()].map(({ key, begin, end, length }) => ({
    key,
    begin,
    end,
    isWhole: whole.has(key.propertyId) || end - begin >= mostOfRow * length,
  }));
}

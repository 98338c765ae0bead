import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { type RollupTimeframe, rollupTimeframes } from '../../../schemas/entities/consumption.ts';
import { deviceTraits, type ReadingInterval } from '../../../schemas/entities/device.ts';
import { chunksBetween } from '../buckets.ts';
import {
  type BucketReader,
  type BucketValue,
  gaugeReader,
  registerReader,
} from '../consumption.ts';
import { gapDefaults } from '../curve.ts';
import { maxFlow } from '../plausibility.ts';
import { type Reading, unwrap } from '../registers.ts';
import { volumeSteps } from '../volumes.ts';
import {
  type ChunkKey,
  type ChunkRow,
  emptyChunk,
  setBucket,
  subjectKinds,
  timeframeNumbers,
} from './chunks.ts';
import type { MeteredDevice } from './devices.repository.ts';
import type { StoredQuestion } from './questions.repository.ts';
import { type PackedChunks, packChunks } from './rollups.repository.ts';

/** A device whose readings changed: what is now known around the change. */
export interface Touched {
  readonly device: MeteredDevice;
  /** The change, widened to the readings beside it: buckets that overlap this are recomputed. */
  readonly from: number;
  readonly until: number;
  readonly readings: readonly Reading[];
  /** Up to when rollup rows of it may exist, UTC ms; null: there are none. */
  readonly knownUntil: number | null;
  /**
   * Of the buckets that hold this instant, which is that of the newest stored reading, only what lies
   * behind it is computed: it goes on from what is stored of them. `readings` reach no further back
   * than what is judged there needs.
   */
  readonly continuesAt?: number | undefined;
}

/** A device as rollups know it: whose sums it is a part of. */
export type Counted = Pick<MeteredDevice, 'propertyId' | 'tenantId' | 'isMain'>;

/** One device's recomputed buckets of one chunk: `values` run from the bucket `begin` on. */
export interface Buckets {
  readonly key: ChunkKey;
  readonly length: number;
  readonly begin: number;
  readonly values: readonly BucketValue[];
}

export interface Recomputed extends Buckets {
  readonly counted: Counted;
  /** The first of `values` goes on from the stored one, and is about these last milliseconds of its bucket. */
  readonly tail: number | undefined;
  /** The row as it will be, when none was there. */
  readonly row: ChunkRow | undefined;
}

export interface Recomputation {
  readonly chunks: readonly Recomputed[];
  /** Those of `chunks` that are new rows. */
  readonly newRows: PackedChunks;
  /** What support is asked about: drops and rises that nothing explains, and long gaps. */
  readonly questions: readonly StoredQuestion[];
}

/**
 * The buckets that the changes touch. Between devices others get their turn: the driver sends what
 * is being stored meanwhile, and requests are answered.
 */
export async function recomputeBuckets(touched: readonly Touched[]): Promise<Recomputation> {
  const chunks: Recomputed[] = [];
  const questions: StoredQuestion[] = [];
  for (const one of touched) {
    const computed = recompute(one);
    chunks.push(...computed.chunks);
    questions.push(...computed.questions);
    await yieldToOthers();
  }
  return { chunks, newRows: packChunks(chunks.flatMap(({ row }) => row ?? [])), questions };
}

/** The tenant's and the property's rows that a device's chunk counts in. */
export function groupsOf({ tenantId, isMain, propertyId }: Counted, key: ChunkKey): ChunkKey[] {
  if (isMain) return [];
  const property = { ...key, subjectKind: subjectKinds.property, subjectId: propertyId };
  if (tenantId === null) return [property];
  return [{ ...key, subjectKind: subjectKinds.tenant, subjectId: tenantId }, property];
}

/** What a register's readings say was used between them, by all that is known of the device. */
export function unwrapDevice(device: MeteredDevice, readings: readonly Reading[]) {
  if (device.isVolumes) return { steps: volumeSteps(readings), drops: [], rises: [] };
  const { timeZone, setDate, category, interval, reverseAt, trustedAt } = device;
  const { resetsYearly } = deviceTraits[category];
  return unwrap(readings, device.installations, {
    resetsYearly,
    setDate,
    timeZone,
    reverseAt,
    trustedAt,
    maxFlow: maxFlow(device, device.flows ?? []),
    usual: gapDefaults[interval].usual,
  });
}

/** One device's buckets that the change touches. */
export function recompute(touched: Touched): { chunks: Recomputed[]; questions: StoredQuestion[] } {
  const { device, from, until, readings } = touched;
  const { category, interval, propertyId, deviceId } = device;
  const isGauge = deviceTraits[category].kind === 'gauge';
  const { steps, drops, rises } = isGauge
    ? { steps: [], drops: [], rises: [] }
    : unwrapDevice(device, readings);
  const chunks: Recomputed[] = [];
  for (const timeframe of timeframesOf(device)) {
    const read = isGauge
      ? gaugeReader(readings, interval)
      : registerReader(steps, interval, timeframe);
    chunks.push(...chunksOf(touched, timeframe, read));
  }
  const gaps = isGauge
    ? gapsBetween(readings, interval)
    : gapsBetween(steps, interval, () => valuesAt(readings)).filter(
        // A long interval that was delivered is no silence.
        ({ isKnown }) => !device.isVolumes || !isKnown,
      );
  const questions = [
    ...drops.map((drop) => ({ question: 'DROP' as const, ...drop })),
    ...rises.map((rise) => ({ question: 'RISE' as const, ...rise })),
    ...gaps,
  ]
    .filter(({ at }) => at > from && at <= until)
    .map((found) => ({ ...found, propertyId, deviceId }));
  return { chunks, questions };
}

function chunksOf(
  { device, from, until, knownUntil, continuesAt = Infinity }: Touched,
  timeframe: RollupTimeframe,
  read: BucketReader,
): Recomputed[] {
  const { timeZone, category, propertyId, deviceId } = device;
  return chunksBetween(timeZone, timeframe, from, until).flatMap(({ day, edges }) => {
    const starts = edges.slice(0, -1);
    const begin = starts.findIndex((_, index) => (edges[index + 1] as number) > from);
    const end = starts.findLastIndex((start) => start <= until);
    if (begin < 0 || end < begin) return [];
    const isNew = knownUntil === null || (starts[0] as number) > knownUntil;
    const asked = edges.slice(begin, end + 2);
    const isContinued = continuesAt !== Infinity && (asked[0] as number) < continuesAt;
    if (isContinued) asked[0] = continuesAt;
    const values = read(asked);
    const key = {
      propertyId,
      subjectKind: subjectKinds.device,
      subjectId: deviceId,
      category,
      timeframe: timeframeNumbers[timeframe],
      chunk: day,
    };
    return {
      key,
      length: starts.length,
      begin,
      values,
      counted: device,
      tail: isContinued ? (asked[1] as number) - continuesAt : undefined,
      row: isNew ? newRow(key, starts.length, begin, values) : undefined,
    };
  });
}

/** Long silences, from one reading that counts to the next, with what the register moved. */
function gapsBetween(
  list: readonly { at: number; value?: number; increment?: number | null }[],
  interval: ReadingInterval,
  listValues: () => ReadonlyMap<number, number> = () => new Map(),
) {
  const { asked } = gapDefaults[interval];
  const gaps = list.flatMap((one, index) => {
    const previous = list[index - 1];
    return previous && one.at - previous.at > asked ? [{ previous, one }] : [];
  });
  if (gaps.length === 0) return [];
  const valueAt = listValues();
  const registerOf = ({ at, value }: (typeof list)[number]) => value ?? (valueAt.get(at) as number);
  return gaps.map(({ previous, one }) => ({
    question: 'GAP' as const,
    at: one.at,
    previousAt: previous.at,
    value: registerOf(one),
    previousValue: registerOf(previous),
    moved: one.increment ?? 0,
    isKnown: one.increment != null,
  }));
}

/** What was read at an instant; where an interval begins, what it holds. */
function valuesAt(readings: readonly Reading[]): Map<number, number> {
  const values = new Map<number, number>();
  for (const { at, begin, value } of readings) {
    if (begin !== undefined) values.set(begin, value);
    values.set(at, value);
  }
  return values;
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

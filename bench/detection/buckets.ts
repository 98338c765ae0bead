import type { DeviceCategory } from '../../schemas/entities/device.ts';
import { chunkOf } from '../../server/metering/buckets.ts';
import { gapDefaults } from '../../server/metering/curve.ts';
import { countFlows } from '../../server/metering/plausibility.ts';
import type { Installation, Reading } from '../../server/metering/registers.ts';
import { timeframeNumbers } from '../../server/metering/store/chunks.ts';
import type { MeteredDevice } from '../../server/metering/store/devices.repository.ts';
import { recomputeBuckets } from '../../server/metering/store/recomputeBuckets.ts';
import type { WatchedBucket } from '../../server/warnings/detect.ts';
import type { DoubtedRise } from '../../server/warnings/doubted.ts';
import { toWatched } from '../../server/warnings/watch.ts';

export interface Watched extends Record<'HOURLY' | 'DAILY', WatchedBucket[]> {
  readonly rises: readonly DoubtedRise[];
}

/** The flat's device, as metering and detection know it. */
export const flat = { tenantId: 1, isMain: false } as const;

/** What metering makes of a flat's device, read hourly, as detection sees it. */
export async function watchedBuckets(options: {
  readonly category: DeviceCategory;
  readonly timeZone: string;
  /** In order of time. */
  readonly readings: readonly Reading[];
  readonly installations?: Installation[];
}): Promise<Watched> {
  const { category, timeZone, readings, installations = [] } = options;
  const flows: number[] = [];
  countFlows(flows, readings, gapDefaults.HOURLY.usual, 1);
  const last = readings.at(-1);
  const device: MeteredDevice = {
    propertyId: 1,
    deviceId: 1,
    ...flat,
    interval: 'HOURLY',
    category,
    timeZone,
    installations,
    flows,
    hasTrustedDates: false,
    reverseAt: new Set(),
    trustedAt: new Set(),
    setDate: '12-31',
    isVolumes: false,
    firstAt: readings[0]?.at ?? null,
    lastAt: last?.at ?? null,
    packedUntil: null,
    lastValue: last?.value ?? null,
    has: { questions: false, corrections: false, aside: false, virtual: false },
  };
  const from = readings[0]?.at ?? 0;
  const until = last?.at ?? 0;
  const { chunks, questions } = await recomputeBuckets([
    { device, from, until, readings, knownUntil: until },
  ]);
  const bucketsOf = (timeframe: 'HOURLY' | 'DAILY') =>
    chunks
      .filter(({ key }) => key.timeframe === timeframeNumbers[timeframe])
      .flatMap(({ key, begin, values }) => {
        const noon = Date.parse(`${key.chunk}T12:00Z`);
        const { edges } = chunkOf(timeZone, timeframe, noon);
        return values.map((value, index) => {
          const [start, end] = edges.slice(begin + index) as [number, number];
          return toWatched({ ...value, start }, end);
        });
      });
  const rises = questions.flatMap(({ question, at, value, previousAt, previousValue }) => {
    const next = readings.find((one) => one.at > at);
    if (question !== 'RISE' || (next && next.value < value)) return [];
    return [{ previousAt, at, moved: value - previousValue }];
  });
  return { HOURLY: bucketsOf('HOURLY'), DAILY: bucketsOf('DAILY'), rises };
}

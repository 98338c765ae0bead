import { deviceTraits } from '../../../schemas/entities/device.ts';
import type { Transaction } from '../../database/open.ts';
import { bucketStartOf, nextBucketStart } from '../buckets.ts';
import { gapDefaults } from '../curve.ts';
import { flowBetween, maxFlow } from '../plausibility.ts';
import type { Reading } from '../registers.ts';
import type { MeteredDevice } from './devices.repository.ts';
import { type DeviceSpan, findNeighbours, readSpans } from './readings.repository.ts';

/** What is stored around a change of a device's readings. */
export interface Surroundings {
  /** In order of time, all of the buckets that the change touches and a few beside them. */
  readonly stored: readonly Reading[];
  /** The change, widened to the readings whose use it may alter; UTC ms. */
  readonly first: number;
  readonly last: number;
  /** Whether there are readings before the change, and behind it. */
  readonly hasEarlier: boolean;
  readonly hasLater: boolean;
}

/** So many readings to either side of a change may be judged differently after it (registers.ts). */
const judgedBeside = 3;

/**
 * Reads around the changes of devices, `spans` in the order of `devices`. `merge` says what a device's
 * readings will be. A change reaches to the readings beside it, and a few further where a reading was
 * or will be passed by.
 */
export async function readSurroundings(
  tx: Transaction,
  devices: readonly MeteredDevice[],
  spans: readonly DeviceSpan[],
  merge: (
    device: MeteredDevice,
    stored: readonly Reading[],
  ) => { readonly readings: readonly Reading[] },
): Promise<Map<number, Surroundings>> {
  const neighbours = new Map(
    (await findNeighbours(tx, devices, spans)).map((found) => [found.deviceId, found]),
  );
  const narrow = devices.map((device, index) => {
    const found = neighbours.get(device.deviceId);
    const span = spans[index] as DeviceSpan;
    return { ...span, first: found?.before ?? span.first, last: found?.after ?? span.last };
  });
  const known = devices.flatMap((device, index) =>
    device.firstAt === null ? [] : [{ device, span: narrow[index] as DeviceSpan }],
  );
  const windows = known.map(({ device, span }) => windowOf(device, span));
  const stored = await readSpans(tx, devices, windows);
  const wide = new Map<number, DeviceSpan>();
  const further: DeviceSpan[] = [];
  known.forEach(({ device, span }, index) => {
    const old = stored.get(device.deviceId) ?? [];
    const reach = reachOf(device, span, [old, merge(device, old).readings]);
    if (reach.first === span.first && reach.last === span.last) return;
    wide.set(device.deviceId, reach);
    const window = windowOf(device, reach);
    const { first, last } = windows[index] as DeviceSpan;
    if (window.first < first || window.last > last) further.push(window);
  });
  for (const [id, readings] of await readSpans(tx, devices, further)) stored.set(id, readings);
  return new Map(
    devices.map(({ deviceId }, index) => {
      const { first, last } = wide.get(deviceId) ?? (narrow[index] as DeviceSpan);
      const { before, after } = neighbours.get(deviceId) ?? {};
      const beside = { hasEarlier: before != null, hasLater: after != null };
      return [deviceId, { stored: stored.get(deviceId) ?? [], first, last, ...beside }];
    }),
  );
}

function reachOf(
  device: MeteredDevice,
  span: DeviceSpan,
  lists: readonly (readonly Reading[])[],
): DeviceSpan {
  if (device.isVolumes || deviceTraits[device.category].kind === 'gauge') return span;
  const limit = maxFlow(device, device.flows ?? []);
  const { usual } = gapDefaults[device.interval];
  let { first, last } = span;
  for (const list of lists) {
    const begin = list.findIndex(({ at }) => at >= span.first);
    const end = list.findLastIndex(({ at }) => at <= span.last);
    const near = list.slice(Math.max(0, begin - judgedBeside - 1), end + judgedBeside + 2);
    const isOdd = near.some((reading, index) => {
      const previous = near[index - 1];
      if (!previous) return false;
      return reading.value < previous.value || flowBetween(previous, reading, usual) > limit;
    });
    if (!isOdd) continue;
    first = Math.min(first, list[Math.max(0, begin - judgedBeside)]?.at ?? first);
    last = Math.max(last, list[Math.min(list.length - 1, end + judgedBeside)]?.at ?? last);
  }
  return { ...span, first, last };
}

/** The widest buckets that overlap the span: their edges need the readings around them. */
function windowOf({ timeZone }: MeteredDevice, span: DeviceSpan): DeviceSpan {
  const starts = (['WEEKLY', 'MONTHLY'] as const).map((timeframe) =>
    bucketStartOf(timeZone, timeframe, span.first),
  );
  const ends = (['WEEKLY', 'MONTHLY'] as const).map((timeframe) =>
    nextBucketStart(timeZone, timeframe, span.last),
  );
  return { ...span, first: Math.min(...starts), last: Math.max(...ends) };
}

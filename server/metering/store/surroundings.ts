import { deviceTraits } from '../../../schemas/entities/device.ts';
import type { Transaction } from '../../database/open.ts';
import { bucketStartOf, nextBucketStart } from '../buckets.ts';
import { gapDefaults } from '../curve.ts';
import { flowBetween, maxFlow } from '../plausibility.ts';
import type { Reading } from '../registers.ts';
import type { MeteredDevice } from './devices.repository.ts';
import { type DeviceSpan, readSpans } from './readings.repository.ts';

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
  /** See `Touched.continuesAt`. */
  readonly continuesAt?: number | undefined;
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
  const known = devices.flatMap((device, index) =>
    device.firstAt === null ? [] : [{ device, span: spans[index] as DeviceSpan }],
  );
  // Behind all that is stored, the reading before is the newest one.
  const windows = known.map(({ device, span }) => {
    const first = Math.min(span.first, device.lastAt ?? span.first);
    return isContinuing(device, span) ? { ...span, first } : windowOf(device, { ...span, first });
  });
  const stored = await readSpans(tx, devices, windows);
  const found = new Map<number, Omit<Surroundings, 'stored'>>();
  const further: DeviceSpan[] = [];
  known.forEach(({ device, span }, index) => {
    const old = stored.get(device.deviceId) ?? [];
    const before = old.findLast(({ at }) => at < span.first)?.at;
    const after = old.find(({ at }) => at > span.last)?.at;
    const narrow = { ...span, first: before ?? span.first, last: after ?? span.last };
    const reach = reachOf(device, narrow, [old, merge(device, old).readings]);
    const beside = { hasEarlier: before !== undefined, hasLater: after !== undefined };
    const isPlain = isContinuing(device, span) && reach.first === narrow.first;
    const isAll = isContinuing(device, span) && old[0]?.at === device.firstAt;
    const continuesAt = isPlain && !isAll ? narrow.first : undefined;
    found.set(device.deviceId, { first: reach.first, last: reach.last, ...beside, continuesAt });
    if (isPlain || isAll) return;
    const window = windowOf(device, reach);
    const { first, last } = windows[index] as DeviceSpan;
    if (window.first < first || window.last > last) further.push(window);
  });
  for (const [id, readings] of await readSpans(tx, devices, further)) stored.set(id, readings);
  return new Map(
    devices.map(({ deviceId }, index) => {
      const { first, last } = spans[index] as DeviceSpan;
      const around = found.get(deviceId) ?? { first, last, hasEarlier: false, hasLater: false };
      return [deviceId, { stored: stored.get(deviceId) ?? [], ...around }];
    }),
  );
}

/** Whether all comes behind what is stored of a register, which is what comes day by day. */
function isContinuing({ category, isVolumes, lastAt }: MeteredDevice, { first }: DeviceSpan) {
  if (isVolumes || deviceTraits[category].kind === 'gauge') return false;
  return lastAt !== null && first > lastAt;
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
export function windowOf({ timeZone }: MeteredDevice, span: DeviceSpan): DeviceSpan {
  const starts = (['WEEKLY', 'MONTHLY'] as const).map((timeframe) =>
    bucketStartOf(timeZone, timeframe, span.first),
  );
  const ends = (['WEEKLY', 'MONTHLY'] as const).map((timeframe) =>
    nextBucketStart(timeZone, timeframe, span.last),
  );
  return { ...span, first: Math.min(...starts), last: Math.max(...ends) };
}

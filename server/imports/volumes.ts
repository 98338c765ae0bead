import { Temporal } from 'temporal-polyfill';
import { deviceTraits } from '../../schemas/entities/device.ts';
import { minuteMs } from '../../schemas/time.ts';
import type { Transaction } from '../database/open.ts';
import { type IncomingVolume, ingestVolumes } from '../metering/store/ingestVolumes.ts';
import { said } from '../said.ts';
import { need } from './cells.ts';
import { type FindDevice, type KnownDevice, openDevices, refuseVirtual } from './knownDevices.ts';
import type { Line } from './lines.ts';
import { createPause, createRejections, type Outcome } from './outcome.ts';
import { type DeviceClock, readQuality } from './readings.ts';
import { LineFault, parseValue, readInstants, refuseFar } from './values.ts';

/** What was used in intervals, a line each, of one batch (docs/operators.md, «Volumes»). */
export async function importVolumes(
  tx: Transaction,
  options: { country: string; by: string; now: Date; zone?: string | undefined } & DeviceClock,
  lines: readonly Line[],
): Promise<Outcome> {
  const serials = lines.map(({ cells }) => cells.serial ?? '');
  const findDevice = await openDevices(tx, options.country, serials, options.zone);
  const rejections = createRejections();
  const pause = createPause();
  const lineOf = new Map<string, { line: Line; volume: IncomingVolume }>();
  let repeated = 0;
  for (const line of lines) {
    await pause();
    try {
      const volume = toVolume(line, findDevice, options);
      const key = `${volume.deviceId}/${volume.begin}/${volume.at}`;
      const known = lineOf.get(key);
      options.saw(volume.deviceId, volume.at, volume.begin);
      if (!known) lineOf.set(key, { line, volume });
      else if (known.volume.value === volume.value) repeated += 1;
      else throw saysTwice(known.line);
    } catch (error) {
      if (!(error instanceof LineFault)) throw error;
      rejections.add(line, error);
    }
  }
  const given = [...lineOf.values()];
  const result = await ingestVolumes(
    tx,
    given.map(({ volume }) => volume),
    options.by,
  );
  const conflicts = new Set(result.conflicts);
  for (const { line, volume } of given) {
    if (!conflicts.has(volume)) continue;
    rejections.add(line, new LineFault('OVERLAP', said('faults.overlaps', span(volume))));
  }
  return {
    accepted: result.stored,
    corrected: result.corrected,
    duplicates: result.duplicates + repeated,
    rejected: rejections.count(),
    rejections: rejections.list(),
  };
}

const span = ({ begin, at }: IncomingVolume) => ({
  begin: new Date(begin).toISOString(),
  end: new Date(at).toISOString(),
});

function saysTwice({ number }: Line): LineFault {
  return new LineFault('CONFLICT', said('faults.saysTwice', { line: number }));
}

function toVolume(
  { cells }: Line,
  findDevice: FindDevice,
  options: { now: Date } & DeviceClock,
): IncomingVolume {
  const device = findDevice(cells.serial ?? '', cells.works_no);
  refuseVirtual(device);
  refuseRegister(device);
  const { unit } = deviceTraits[device.category];
  const { propertyId, deviceId } = device;
  const { begin, at } = readInterval(cells, device, options);
  return {
    propertyId,
    deviceId,
    begin,
    at,
    value: parseValue(need(cells, 'value'), {
      unit,
      given: cells.unit || undefined,
      isGauge: false,
    }),
    quality: readQuality(cells.quality),
  };
}

function refuseRegister({ serial, category, isRead }: KnownDevice): void {
  if (deviceTraits[category].kind === 'gauge') {
    throw new LineFault('GAUGE', said('faults.gauge', { serial }));
  }
  if (!isRead) return;
  throw new LineFault('HAS_REGISTER', said('faults.hasRegister', { serial }));
}

interface Interval {
  readonly begin: number;
  readonly at: number;
}

function readInterval(
  cells: Line['cells'],
  { deviceId, timeZone }: KnownDevice,
  options: { now: Date } & DeviceClock,
): Interval {
  const [from, until] = [need(cells, 'from'), cells.until];
  const begins = readInstants(from, timeZone);
  const duration = cells.interval ? readDuration(cells.interval) : undefined;
  if (!until && !duration) {
    throw new LineFault('MISSING_VALUE', said('faults.noUntil'));
  }
  const after = (begin: number, one: Temporal.DurationLike) =>
    Temporal.Instant.fromEpochMilliseconds(begin).toZonedDateTimeISO(timeZone).add(one)
      .epochMilliseconds;
  const ends = until ? readInstants(until, timeZone) : [];
  const exact = begins.flatMap((begin) =>
    (until ? ends : [after(begin, duration as Temporal.Duration)]).map((at) => ({ begin, at })),
  );
  // Some write the end of an hour that is doubled as if the clock weren't put back in it.
  const shown =
    begins.length > 1 && ends.length > 0 ? (ends[0] as number) - (begins.at(-1) as number) : 0;
  const possible = [...exact, ...begins.map((begin) => ({ begin, at: begin + shown }))].filter(
    ({ begin, at }) => at > begin,
  );
  if (possible.length === 0) {
    throw new LineFault('BAD_INTERVAL', said('faults.untilBefore', { until, from }));
  }
  const found = choose(possible, exact, {
    begin: options.started(deviceId),
    at: options.after(deviceId),
  });
  if (until && duration && after(found.begin, duration) !== found.at) {
    throw new LineFault(
      'BAD_INTERVAL',
      said('faults.otherInterval', { from, until, interval: cells.interval }),
    );
  }
  refuseOdd(found, until);
  refuseFar(found.begin, from, options.now);
  refuseFar(found.at, until ?? from, options.now);
  return found;
}

/**
 * Of what times without an offset may mean where autumn doubles an hour: the shortest interval, beside
 * that of the line before, as it is written, and the first.
 */
function choose(
  possible: readonly Interval[],
  exact: readonly Interval[],
  before: { begin: number | undefined; at: number | undefined },
): Interval {
  const rank = (one: Interval): readonly number[] => [
    one.at - one.begin,
    one.begin === before.at || one.at === before.begin ? 0 : 1,
    exact.includes(one) ? 0 : 1,
    one.begin,
  ];
  const [first] = possible.toSorted((a, b) => {
    const [ofA, ofB] = [rank(a), rank(b)];
    const place = ofA.findIndex((value, at) => value !== ofB[at]);
    return place < 0 ? 0 : (ofA[place] as number) - (ofB[place] as number);
  });
  return first as Interval;
}

function refuseOdd({ begin, at }: Interval, until: string | undefined): void {
  if (begin % 1000 !== 0 || at % 1000 !== 0) {
    throw new LineFault('BAD_INTERVAL', said('faults.wholeSecond'));
  }
  // Else each would leave a second of which nothing is known.
  if (until && (at - begin) % minuteMs === 59_000) {
    throw new LineFault('BAD_INTERVAL', said('faults.lastSecond', { until }));
  }
}

/** As the intervals of devices are called. */
const named: ReadonlyMap<string, string> = new Map([
  ['HOURLY', 'PT1H'],
  ['DAILY', 'P1D'],
  ['MONTHLY', 'P1M'],
  ['YEARLY', 'P1Y'],
]);

function readDuration(text: string): Temporal.Duration {
  const name = text.toUpperCase();
  try {
    const duration = Temporal.Duration.from(named.get(name) ?? name);
    if (duration.sign > 0) return duration;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new LineFault('BAD_INTERVAL', said('faults.noInterval', { text }));
}

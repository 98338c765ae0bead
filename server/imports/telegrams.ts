import { z } from 'zod';
import {
  type DeviceCategory,
  deviceCategories,
  deviceTraits,
} from '../../schemas/entities/device.ts';
import type { Transaction } from '../database/open.ts';
import { type IncomingReading, ingestReadings } from '../metering/store/ingest.ts';
import { said } from '../said.ts';
import { listIllFormed } from '../wellFormed.ts';
import { badText } from './cellFaults.ts';
import { insertDeviceErrors } from './facts.repository.ts';
import { type KnownDevice, openDevices, refuseVolumes } from './knownDevices.ts';
import type { Line } from './lines.ts';
import { createRejections, eachLine, type Outcome } from './outcome.ts';
import type { DeviceClock } from './readings.ts';
import { errorsOf, fieldsOf, textOf } from './telegramFields.ts';
import { LineFault, parseInstant, parseValue } from './values.ts';

const telegramSchema = z.looseObject({
  id: z.string().regex(/^[\dA-Za-z]{4,20}$/),
  meter: z.string(),
  timestamp: z.string(),
});
type Telegram = z.infer<typeof telegramSchema>;

/** Meters repeat themselves every few seconds: one reading in a quarter of an hour is kept. */
const slotMilliseconds = 900_000;
const slotOf = (at = -Infinity) => Math.floor(at / slotMilliseconds);

/**
 * Telegrams as wmbusmeters prints them, JSON objects one after another or in a list. A telegram's `id` is the serial number
 * of its device; where one sensor measures several things, each further one is a device `id/CATEGORY`.
 * Of repeated telegrams the first in each quarter of an hour counts, the others are duplicates.
 */
export async function importTelegrams(
  tx: Transaction,
  { country, now, after, saw }: { country: string; now: Date } & Pick<DeviceClock, 'after' | 'saw'>,
  lines: readonly Line[],
): Promise<Outcome> {
  const telegrams = new Map<Line, Telegram>();
  const read = await eachLine(lines, (line) => telegrams.set(line, readTelegram(line)));
  const serialsOf = ({ id }: Telegram) => [id, ...deviceCategories.map((one) => `${id}/${one}`)];
  const findDevice = await openDevices(tx, country, [...telegrams.values()].flatMap(serialsOf));
  const readings = new Map<string, IncomingReading>();
  const lineOf = new Map<IncomingReading, Line>();
  const errors: { propertyId: number; deviceId: number; at: number; error: string }[] = [];
  let repeated = 0;
  const outcome = await eachLine([...telegrams.keys()], (line) => {
    const telegram = telegrams.get(line) as Telegram;
    const devices = [
      findDevice(telegram.id),
      ...serialsOf(telegram)
        .slice(1)
        .flatMap((serial) => tryFind(() => findDevice(serial))),
    ];
    for (const device of devices) {
      const reading = toReading(telegram, device, now);
      if (!reading) continue;
      const key = `${device.deviceId}/${slotOf(reading.at)}`;
      // What came before this batch counts as well: of meters that are listened to, batches are short.
      if (readings.has(key) || slotOf(after(device.deviceId)) === slotOf(reading.at)) repeated += 1;
      else {
        saw(device.deviceId, reading.at);
        readings.set(key, reading);
        lineOf.set(reading, line);
      }
    }
    const [{ propertyId, deviceId, timeZone }] = devices as [KnownDevice];
    const at = parseInstant(telegram.timestamp, timeZone, { now });
    for (const error of errorsOf(telegram)) errors.push({ propertyId, deviceId, at, error });
  });
  const { stored, duplicates, conflicts } = await ingestReadings(tx, [...readings.values()]);
  const deviceErrors = await insertDeviceErrors(tx, errors);
  const conflicting = createRejections();
  for (const conflict of conflicts) {
    const at = new Date(conflict.at).toISOString();
    const fault = new LineFault('CONFLICT', said('faults.otherValueStays', { at }));
    conflicting.add(lineOf.get(conflict) as Line, fault);
  }
  return {
    accepted: stored,
    deviceErrors,
    duplicates: duplicates + repeated,
    rejected: read.rejected + outcome.rejected + conflicting.count(),
    rejections: [...read.rejections, ...outcome.rejections, ...conflicting.list()],
  };
}

function readTelegram({ content }: Line): Telegram {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw new LineFault('BAD_JSON', said('faults.noObject'));
  }
  // Only an escape can be one: a line is decoded, and JSON takes no control character as it is.
  if (content.includes('\\u') && listIllFormed(value, '').length > 0) throw badText();
  const parsed = telegramSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new LineFault('BAD_TELEGRAM', said('faults.badTelegram'));
}

/** A further device of the same sensor is there, or it isn't. */
function tryFind(find: () => KnownDevice): KnownDevice[] {
  try {
    return [find()];
  } catch (error) {
    if (error instanceof LineFault) return [];
    throw error;
  }
}

/** Undefined for what consumes nothing and tells no count: its errors are what matters. */
function toReading(
  telegram: Telegram,
  device: KnownDevice,
  now: Date,
): IncomingReading | undefined {
  const { category, propertyId, deviceId, timeZone } = device;
  const found = fieldsOf(telegram.meter, category, telegram);
  const { unit, kind, isConsumption } = deviceTraits[category];
  if (!found && !isConsumption) return undefined;
  if (!found) throw noField(telegram, category);
  refuseVolumes(device);
  return {
    propertyId,
    deviceId,
    quality: 0,
    at: parseInstant(telegram.timestamp, timeZone, { now }),
    // Whole numbers of micro-units, which add up exactly.
    value: found.fields.reduce(
      (sum, field) =>
        sum +
        parseValue(textOf(telegram[field]), {
          unit,
          given: found.unit,
          isGauge: kind === 'gauge',
        }),
      0,
    ),
  };
}

function noField({ meter, id }: Telegram, category: DeviceCategory): LineFault {
  return new LineFault('NO_VALUE', said('faults.noField', { meter, category, serial: id }));
}

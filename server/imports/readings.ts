import { deviceTraits } from '../../schemas/entities/device.ts';
import type { Transaction } from '../database/open.ts';
import { type IncomingReading, ingestReadings } from '../metering/store/ingest.ts';
import { said } from '../said.ts';
import { type FindDevice, openDevices, refuseVirtual, refuseVolumes } from './knownDevices.ts';
import type { Line } from './lines.ts';
import { createPause, createRejections, type Outcome } from './outcome.ts';
import { LineFault, parseInstant, parseValue } from './values.ts';

/** The last instant of each device in the file tells which of two equal local hours is meant. */
export interface DeviceClock {
  after(deviceId: number): number | undefined;
  /** Of a volume, when its interval began. */
  started(deviceId: number): number | undefined;
  saw(deviceId: number, at: number, begin?: number): void;
}

/** Long lines (a reading each) or wide ones (a column for each device) of one batch. */
export async function importReadings(
  tx: Transaction,
  options: { country: string; now: Date; isWide: boolean; zone?: string | undefined } & DeviceClock,
  lines: readonly Line[],
): Promise<Outcome> {
  const { country, isWide } = options;
  const findDevice = await openDevices(tx, country, serialsOf(lines, isWide), options.zone);
  const rejections = createRejections();
  const pause = createPause();
  const readings: IncomingReading[] = [];
  /** Of the readings, at the same places. */
  const origins: Line[] = [];
  for (const line of lines) {
    for (const cells of readingCells(line, isWide)) {
      await pause();
      try {
        const reading = toReading(cells, findDevice, options);
        options.saw(reading.deviceId, reading.at);
        readings.push(reading);
        origins.push(line);
      } catch (error) {
        if (!(error instanceof LineFault)) throw error;
        rejections.add(line, error);
      }
    }
  }
  const { stored, duplicates, conflicts } = await ingestReadings(tx, readings);
  if (conflicts.length > 0) {
    const lineOf = new Map(readings.map((reading, index) => [reading, origins[index] as Line]));
    for (const conflict of conflicts) {
      const line = lineOf.get(conflict);
      if (!line) continue;
      const at = new Date(conflict.at).toISOString();
      rejections.add(line, new LineFault('CONFLICT', said('faults.otherValue', { at })));
    }
  }
  return {
    accepted: stored,
    duplicates,
    rejected: rejections.count(),
    rejections: rejections.list(),
  };
}

function serialsOf(lines: readonly Line[], isWide: boolean): Set<string> {
  const serials = new Set<string>();
  for (const { cells } of lines) {
    if (!isWide) serials.add(cells.serial ?? '');
    else for (const name of Object.keys(cells)) if (name !== 'at') serials.add(name);
  }
  return serials;
}

/** A reading as it is written. */
interface ReadingCells {
  readonly serial: string;
  readonly at: string;
  readonly value: string;
  readonly unit?: string | undefined;
  readonly quality?: string | undefined;
  readonly worksNo?: string | undefined;
}

/** The readings that a line holds; an empty cell of a wide one is no reading. */
export function readingCells({ cells }: Line, isWide: boolean): readonly ReadingCells[] {
  if (!isWide) return [longCells(cells)];
  const { at = '', ...values } = cells;
  return Object.entries(values).flatMap(([serial, value]) =>
    value ? [{ serial, at, value }] : [],
  );
}

function longCells(cells: Line['cells']): ReadingCells {
  return {
    serial: cells.serial ?? '',
    at: cells.at ?? '',
    value: cells.value ?? '',
    unit: cells.unit || undefined,
    quality: cells.quality || undefined,
    worksNo: cells.works_no || undefined,
  };
}

function toReading(
  { serial, at, value, unit: given, quality, worksNo }: ReadingCells,
  findDevice: FindDevice,
  { now, after }: { now: Date } & DeviceClock,
): IncomingReading {
  const device = findDevice(serial, worksNo);
  refuseVirtual(device);
  refuseVolumes(device);
  const { unit, kind } = deviceTraits[device.category];
  return {
    propertyId: device.propertyId,
    deviceId: device.deviceId,
    at: parseInstant(at, device.timeZone, { now, after: after(device.deviceId) }),
    value: parseValue(value, { unit, given, isGauge: kind === 'gauge' }),
    quality: readQuality(quality),
  };
}

/** Measured when nothing is said. */
export function readQuality(text: string | undefined): 0 | 1 | 2 {
  const quality = Number(text || 0);
  if (quality === 0 || quality === 1 || quality === 2) return quality;
  throw new LineFault('BAD_QUALITY', said('faults.noQuality', { text }));
}

import { deviceTraits } from '../../schemas/entities/device.ts';
import type { Transaction } from '../database/open.ts';
import { type IncomingReading, ingestReadings } from '../metering/store/ingest.ts';
import { findDevicesBySerial, type KnownDevice } from './devices.repository.ts';
import type { Line } from './masterData.ts';
import type { Rejection } from './runs.repository.ts';
import { LineFault, parseInstant, parseValue } from './values.ts';

interface Outcome {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejections: Rejection[];
}

/** Long lines (a reading each) or wide ones (a column for each device) of one batch. */
export async function importReadings(
  tx: Transaction,
  { country, isWide }: { country: string; isWide: boolean },
  lines: readonly Line[],
): Promise<Outcome> {
  const cellsOf = isWide ? wideReadings : longReadings;
  const serials = new Set(lines.flatMap((line) => cellsOf(line).map(({ serial }) => serial)));
  const known = Map.groupBy(
    await findDevicesBySerial(tx, country, [...serials]),
    ({ serial }) => serial,
  );
  const rejections: Rejection[] = [];
  const readings: IncomingReading[] = [];
  const lineOf = new Map<IncomingReading, Line>();
  // The last instant of each device tells which of two equal local hours is meant.
  const latest = new Map<number, number>();
  for (const line of lines) {
    for (const cells of cellsOf(line)) {
      try {
        const reading = toReading(cells, known, country, latest);
        latest.set(reading.deviceId, reading.at);
        readings.push(reading);
        lineOf.set(reading, line);
      } catch (error) {
        if (!(error instanceof LineFault)) throw error;
        rejections.push(rejectionOf(line, error.code, error.message));
      }
    }
  }
  const { stored, duplicates, conflicts } = await ingestReadings(tx, readings);
  for (const conflict of conflicts) {
    const line = lineOf.get(conflict);
    if (!line) continue;
    const at = new Date(conflict.at).toISOString();
    rejections.push(
      rejectionOf(
        line,
        'CONFLICT',
        `Another value is stored for ${at}; it stays. Correct it by support if this one is right.`,
      ),
    );
  }
  return { accepted: stored, duplicates, rejections };
}

export function rejectionOf(line: Line, code: string, message: string): Rejection {
  return { line: line.number, code, message, content: line.content };
}

interface ReadingCells {
  readonly serial: string;
  readonly at: string;
  readonly value: string;
  readonly unit?: string | undefined;
  readonly quality?: string | undefined;
  readonly worksNo?: string | undefined;
}

function longReadings({ cells }: Line): ReadingCells[] {
  return [
    {
      serial: cells.serial ?? '',
      at: cells.at ?? '',
      value: cells.value ?? '',
      unit: cells.unit || undefined,
      quality: cells.quality || undefined,
      worksNo: cells.works_no || undefined,
    },
  ];
}

/** An empty cell of a wide file is no reading. */
function wideReadings({ cells }: Line): ReadingCells[] {
  const { at = '', ...values } = cells;
  return Object.entries(values).flatMap(([serial, value]) =>
    value ? [{ serial, at, value }] : [],
  );
}

function toReading(
  cells: ReadingCells,
  known: ReadonlyMap<string, KnownDevice[]>,
  country: string,
  latest: ReadonlyMap<number, number>,
): IncomingReading {
  const candidates = (known.get(cells.serial) ?? []).filter(
    ({ worksNo }) => cells.worksNo === undefined || worksNo === cells.worksNo,
  );
  const [device] = candidates;
  if (!device) {
    throw new LineFault(
      'UNKNOWN_DEVICE',
      `There is no device «${cells.serial}» in ${country}. Import its device first.`,
    );
  }
  if (candidates.length > 1) {
    throw new LineFault(
      'AMBIGUOUS_DEVICE',
      `Several properties have a device «${cells.serial}». Add a column works_no.`,
    );
  }
  const quality = Number(cells.quality ?? 0);
  if (quality !== 0 && quality !== 1 && quality !== 2) {
    throw new LineFault(
      'BAD_QUALITY',
      `Quality «${cells.quality}» is none of 0 (measured), 1 (interpolated), 2 (estimated).`,
    );
  }
  const { unit, kind } = deviceTraits[device.category];
  return {
    propertyId: device.propertyId,
    deviceId: device.deviceId,
    at: parseInstant(cells.at, device.timeZone, latest.get(device.deviceId)),
    value: parseValue(cells.value, { unit, given: cells.unit, isGauge: kind === 'gauge' }),
    quality,
  };
}

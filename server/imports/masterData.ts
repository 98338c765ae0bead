import {
  deviceCategorySchema,
  deviceTraits,
  readingIntervalSchema,
} from '../../schemas/entities/device.ts';
import type { Transaction } from '../database/open.ts';
import { recomputeDevice } from '../metering/store/recompute.ts';
import { findDevicesBySerial } from './devices.repository.ts';
import type { ImportKind } from './kinds.ts';
import {
  findPropertyIds,
  findTenantIds,
  writeDevice,
  writeInstallation,
  writeProperty,
  writeTemperature,
  writeTenant,
} from './masterData.repository.ts';
import { LineFault, parseInstant, parseValue } from './values.ts';

export interface Line {
  readonly number: number;
  readonly cells: Readonly<Record<string, string>>;
  readonly content: string;
}

interface Market {
  readonly country: string;
  readonly timeZone: string;
}

/** Beyond any day's mean in the markets, in °C. */
const [coldest, hottest] = [-50, 50];

type Write = (line: Line) => Promise<void>;

/** Prepares a batch's look-ups and answers what writes one of its lines; throws `LineFault`. */
export async function createWriter(
  tx: Transaction,
  kind: Exclude<ImportKind, 'readings' | 'wide'>,
  market: Market,
  lines: readonly Line[],
): Promise<Write> {
  const worksNumbers = [...new Set(lines.map(({ cells }) => cells.works_no ?? ''))];
  if (kind === 'temperatures') return (line) => importTemperature(tx, line);
  if (kind === 'properties') return (line) => importProperty(tx, market, line);
  if (kind === 'installations') return createInstallationWriter(tx, market, lines);
  const properties = await findPropertyIds(tx, market.country, worksNumbers);
  const propertyOf = ({ cells }: Line): number => {
    const id = properties.get(cells.works_no ?? '');
    if (id !== undefined) return id;
    throw new LineFault(
      'UNKNOWN_PROPERTY',
      `There is no property with works_no «${cells.works_no}» in ${market.country}. Import it first.`,
    );
  };
  if (kind === 'tenants') {
    return async (line) => {
      const { cells } = line;
      await writeTenant(tx, {
        propertyId: propertyOf(line),
        installationNumber: need(cells, 'installation_number'),
        tenantNo: need(cells, 'tenant_no'),
        tenantName: need(cells, 'tenant_name'),
        address: need(cells, 'address'),
        area: optionalNumber(cells, 'area'),
      });
    };
  }
  const tenants = await findTenantIds(tx, [...properties.values()]);
  return async (line) => {
    const { cells } = line;
    const propertyId = propertyOf(line);
    const tenantNo = cells.tenant_no;
    const tenantId = tenantNo ? tenants.get(`${propertyId}/${tenantNo}`) : null;
    if (tenantId === undefined) {
      throw new LineFault(
        'UNKNOWN_TENANT',
        `Property «${cells.works_no}» has no tenant «${tenantNo}». Import it first.`,
      );
    }
    const category = deviceCategorySchema.safeParse(cells.category);
    if (!category.success) {
      throw new LineFault(
        'BAD_CATEGORY',
        `«${cells.category}» is no device category. Use one like COLD_WATER_METER or HCA.`,
      );
    }
    const interval = readingIntervalSchema.safeParse(cells.interval || 'DAILY');
    if (!interval.success)
      throw new LineFault('BAD_INTERVAL', `«${cells.interval}» is neither HOURLY nor DAILY.`);
    await writeDevice(tx, {
      propertyId,
      tenantId,
      serial: need(cells, 'serial'),
      category: category.data,
      place: cells.place ?? '',
      isMain: /^(1|true|yes)$/i.test(cells.main ?? ''),
      interval: interval.data,
    });
  };
}

async function importProperty(tx: Transaction, market: Market, { cells }: Line): Promise<void> {
  const id = Number(cells.works_id);
  if (!Number.isSafeInteger(id) || id < 1) {
    throw new LineFault('BAD_NUMBER', `works_id «${cells.works_id}» is no whole number from 1 on.`);
  }
  const timeZone = cells.time_zone || market.timeZone;
  if (!Intl.supportedValuesOf('timeZone').includes(timeZone)) {
    throw new LineFault(
      'BAD_TIME_ZONE',
      `«${timeZone}» is no IANA time zone such as Europe/Warsaw.`,
    );
  }
  await writeProperty(tx, {
    id,
    country: market.country,
    worksNo: need(cells, 'works_no'),
    worksOldNumber: cells.works_old_number || null,
    name: need(cells, 'name'),
    address: need(cells, 'address'),
    city: need(cells, 'city'),
    zipCode: need(cells, 'zip_code'),
    latitude: optionalNumber(cells, 'latitude', 90),
    longitude: optionalNumber(cells, 'longitude', 180),
    timeZone,
    area: optionalNumber(cells, 'area'),
    weatherStation: cells.weather_station || null,
  });
}

async function importTemperature(tx: Transaction, { cells }: Line): Promise<void> {
  const day = need(cells, 'day');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day))) {
    throw new LineFault('BAD_DATE', `day «${day}» is no day such as 2026-01-31.`);
  }
  const celsius = Number(need(cells, 'celsius').replace(',', '.'));
  if (!(celsius >= coldest && celsius <= hottest)) {
    throw new LineFault(
      'BAD_NUMBER',
      `celsius «${cells.celsius}» is no mean temperature between ${coldest} and ${hottest} °C.`,
    );
  }
  await writeTemperature(tx, { station: need(cells, 'station'), day, celsius });
}

async function createInstallationWriter(
  tx: Transaction,
  market: Market,
  lines: readonly Line[],
): Promise<Write> {
  const serials = lines.map(({ cells }) => cells.serial ?? '');
  const devices = new Map(
    (await findDevicesBySerial(tx, market.country, serials)).map((one) => [one.serial, one]),
  );
  return async ({ cells }) => {
    const device = devices.get(cells.serial ?? '');
    if (!device) {
      throw new LineFault(
        'UNKNOWN_DEVICE',
        `There is no device «${cells.serial}» in ${market.country}. Import it first.`,
      );
    }
    const { unit, kind } = deviceTraits[device.category];
    const index = (name: string) =>
      cells[name] ? parseValue(cells[name], { unit, isGauge: kind === 'gauge' }) : null;
    await writeInstallation(tx, {
      propertyId: device.propertyId,
      deviceId: device.deviceId,
      from: parseInstant(need(cells, 'installed_from'), device.timeZone),
      until: cells.installed_until ? parseInstant(cells.installed_until, device.timeZone) : null,
      startIndex: index('start_index'),
      endIndex: index('end_index'),
      factor: optionalNumber(cells, 'factor') ?? 1,
      modulus: index('modulus'),
    });
    await recomputeDevice(tx, device.propertyId, device.deviceId);
  };
}

function need(cells: Line['cells'], name: string): string {
  const value = cells[name];
  if (value) return value;
  throw new LineFault('MISSING_VALUE', `The column ${name} is empty.`);
}

function optionalNumber(cells: Line['cells'], name: string, most = 1e9): number | null {
  const text = cells[name];
  if (!text) return null;
  const value = Number(text.replace(',', '.'));
  if (Number.isFinite(value) && Math.abs(value) <= most) return value;
  throw new LineFault(
    'BAD_NUMBER',
    `The column ${name} holds «${text}», which is no number up to ${most}.`,
  );
}

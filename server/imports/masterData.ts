import { sapNumberSchema } from '../../schemas/entities/billingAdministrator.ts';
import {
  deviceCategorySchema,
  type ReadingInterval,
  readingIntervalSchema,
  readingIntervals,
} from '../../schemas/entities/device.ts';
import type { Transaction } from '../database/open.ts';
import { recomputeDevices } from '../metering/store/recompute.ts';
import { forgetFlows } from '../metering/store/states.repository.ts';
import { said } from '../said.ts';
import { need, optionalNumber, parseDay } from './cells.ts';
import type { Line } from './lines.ts';
import {
  findPropertyIds,
  findTenantIds,
  isOtherSetDate,
  listResetting,
  writeArea,
  writeBillingAdministrator,
  writeDevice,
  writeProperty,
  writeTemperature,
  writeTenant,
} from './masterData.repository.ts';
import { LineFault, parseSetDate } from './values.ts';

export type MasterKind =
  | 'properties'
  | 'tenants'
  | 'devices'
  | 'temperatures'
  | 'areas'
  | 'billing_administrators';

interface Market {
  readonly country: string;
  readonly timeZone: string;
}

/** Beyond any day's mean in the markets, in °C. */
const [coldest, hottest] = [-50, 50];

interface Writer {
  /** Throws `LineFault`. */
  readonly write: (line: Line) => Promise<void>;
  /** Behind the last line. */
  readonly finish?: () => Promise<void>;
}

/** Prepares a batch's look-ups and answers what writes its lines. */
export async function createWriter(
  tx: Transaction,
  kind: MasterKind,
  market: Market,
  lines: readonly Line[],
): Promise<Writer> {
  const worksNumbers = [...new Set(lines.map(({ cells }) => cells.works_no ?? ''))];
  const writing = (write: Writer['write']): Writer => ({ write });
  if (kind === 'temperatures') return writing((line) => importTemperature(tx, market, line));
  if (kind === 'properties') {
    const reset = new Set<number>();
    return {
      async write(line) {
        const id = await importProperty(tx, market, line);
        if (id !== undefined) reset.add(id);
      },
      finish: async () => recomputeDevices(tx, await listResetting(tx, [...reset])),
    };
  }
  if (kind === 'billing_administrators') {
    return writing((line) => importBillingAdministrator(tx, market, line));
  }
  const properties = await findPropertyIds(tx, market.country, worksNumbers);
  const propertyOf = ({ cells }: Line): number => {
    const id = properties.get(cells.works_no ?? '');
    if (id !== undefined) return id;
    throw new LineFault(
      'UNKNOWN_PROPERTY',
      said('faults.unknownProperty', { worksNo: cells.works_no, country: market.country }),
    );
  };
  if (kind === 'tenants') {
    return writing(async (line) => {
      const { cells } = line;
      await writeTenant(tx, {
        propertyId: propertyOf(line),
        installationNumber: need(cells, 'installation_number'),
        tenantNo: need(cells, 'tenant_no'),
        tenantName: need(cells, 'tenant_name'),
        address: need(cells, 'address'),
        areaSquareMetres: optionalNumber(cells, 'area'),
        movedIn: cells.moved_in ? parseDay(cells, 'moved_in') : null,
      });
    });
  }
  const tenants = await findTenantIds(tx, [...properties.values()]);
  const tenantOf = ({ cells }: Line, propertyId: number): number | null => {
    const id = cells.tenant_no ? tenants.get(`${propertyId}/${cells.tenant_no}`) : null;
    if (id !== undefined) return id;
    throw new LineFault(
      'UNKNOWN_TENANT',
      said('faults.unknownTenant', { worksNo: cells.works_no, tenantNo: cells.tenant_no }),
    );
  };
  if (kind === 'areas') {
    return writing(async (line) => {
      const propertyId = propertyOf(line);
      need(line.cells, 'area');
      const areaSquareMetres = optionalNumber(line.cells, 'area');
      await writeArea(tx, { propertyId, tenantId: tenantOf(line, propertyId), areaSquareMetres });
    });
  }
  const changed = new Map<number, { propertyId: number; deviceId: number }>();
  return {
    async write(line) {
      const { cells } = line;
      const propertyId = propertyOf(line);
      const tenantId = tenantOf(line, propertyId);
      const category = deviceCategorySchema.safeParse(cells.category);
      if (!category.success) {
        throw new LineFault('BAD_CATEGORY', said('faults.badCategory', { text: cells.category }));
      }
      const readingInterval = cells.interval ? readInterval(cells.interval) : null;
      const written = await writeDevice(tx, {
        propertyId,
        tenantId,
        serialNumber: need(cells, 'serial'),
        category: category.data,
        place: cells.place ?? '',
        isMain: /^(1|true|yes)$/i.test(cells.main ?? ''),
        readingInterval,
        setDate: cells.set_date ? parseSetDate(cells.set_date) : null,
      });
      if (!written) {
        throw new LineFault('BAD_INTERVAL', said('faults.readHourly', { serial: cells.serial }));
      }
      const { deviceId, isChanged } = written;
      if (isChanged) changed.set(deviceId, { propertyId, deviceId });
    },
    async finish() {
      await forgetFlows(tx, [...changed.values()]);
      await recomputeDevices(tx, [...changed.values()]);
    },
  };
}

function readInterval(text: string): ReadingInterval {
  const interval = readingIntervalSchema.safeParse(text);
  if (interval.success) return interval.data;
  throw new LineFault(
    'BAD_INTERVAL',
    said('faults.badInterval', { text, choices: readingIntervals.join(', ') }),
  );
}

/** The property's id when its allocators begin anew at another day than before. */
async function importProperty(
  tx: Transaction,
  market: Market,
  { cells }: Line,
): Promise<number | undefined> {
  const id = Number(cells.works_id);
  if (!Number.isSafeInteger(id) || id < 1) {
    throw new LineFault('BAD_NUMBER', said('faults.noWorksId', { text: cells.works_id }));
  }
  const timeZone = cells.time_zone || market.timeZone;
  if (!Intl.supportedValuesOf('timeZone').includes(timeZone)) {
    throw new LineFault(
      'BAD_TIME_ZONE',
      said('faults.noTimeZone', { text: timeZone, usual: market.timeZone }),
    );
  }
  const setDate = cells.set_date ? parseSetDate(cells.set_date) : null;
  const isReset = setDate !== null && (await isOtherSetDate(tx, id, setDate));
  const isOfMarket = await writeProperty(tx, {
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
    areaSquareMetres: optionalNumber(cells, 'area'),
    weatherStation: cells.weather_station || null,
    setDate,
  });
  if (isOfMarket) return isReset ? id : undefined;
  throw new LineFault('FOREIGN_PROPERTY', said('faults.foreignProperty', { worksId: id }));
}

async function importTemperature(tx: Transaction, { country }: Market, { cells }: Line) {
  const day = parseDay(cells, 'day');
  const celsius = Number(need(cells, 'celsius').replace(',', '.'));
  if (!(celsius >= coldest && celsius <= hottest)) {
    throw new LineFault(
      'BAD_NUMBER',
      said('faults.noTemperature', { text: cells.celsius, coldest, hottest }),
    );
  }
  await writeTemperature(tx, { country, station: need(cells, 'station'), day, celsius });
}

async function importBillingAdministrator(tx: Transaction, { country }: Market, { cells }: Line) {
  const sapNumber = sapNumberSchema.safeParse(need(cells, 'sap_number'));
  if (!sapNumber.success) {
    throw new LineFault('BAD_NUMBER', said('faults.noSapNumber', { text: cells.sap_number }));
  }
  const name = need(cells, 'name');
  await writeBillingAdministrator(tx, { country, sapNumber: sapNumber.data, name });
}

import type { ReportDefinition } from '../../../schemas/entities/report.ts';
import type { ReportColumnName } from '../../../schemas/entities/reportKinds.ts';
import type { Database, Transaction } from '../../database/open.ts';
import type { ReportPeriod } from './reportPeriod.ts';
import {
  type DeviceCondition,
  listReportDevices,
  listReportFlats,
  type ReportDevice,
  type ReportFlat,
  type ReportNarrowing,
  type ReportProperty,
} from './reportSource.repository.ts';
import type { ReportCell } from './reportTable.ts';
import { unitOf } from './sampleValues.ts';

/** A report that is being made. */
export interface ReportRun {
  readonly database: Database;
  readonly accountId: number;
  readonly definition: ReportDefinition;
  readonly narrowing: ReportNarrowing;
  readonly now: Date;
  /** The name of an enumeration's value in the reader's language. */
  readonly label: (enumeration: string, value: string) => string;
  /** How many rows are made at a time. */
  readonly batchSize: number;
  readonly signal: AbortSignal | undefined;
}

/** Properties next to each other that share their time zone and what may be seen of them. */
export interface Section {
  readonly properties: readonly ReportProperty[];
  readonly timeZone: string;
  readonly period: ReportPeriod;
}

/** What a row says, by column; what isn't there isn't known. */
export type Cells = Partial<Record<ReportColumnName, ReportCell>>;

export interface ReportComputation {
  /** No property has more rows; or, where that is no bound by far, all of them are counted. */
  readonly mostRows?: (property: ReportProperty, period: ReportPeriod, run: ReportRun) => number;
  readonly countRows?: (
    tx: Transaction,
    run: ReportRun,
    sections: readonly Section[],
  ) => Promise<number>;
  /** Rows page by page: between two pages no transaction is open. */
  readonly rows: (run: ReportRun, section: Section) => AsyncIterable<Iterable<Cells>>;
}

/** All devices, or as a part of the statement says. */
export const anyDevice: DeviceCondition = { sql: () => '', extra: [] };

export const isPhysical = 'AND NOT is_virtual';

/** SQL for devices that are mounted at some time of a span; those that nothing is known of are. */
export const isMounted = (from: string, until: string) =>
  `AND (NOT EXISTS (SELECT FROM installation mounted WHERE mounted.property_id = device.property_id
      AND mounted.device_id = device.id)
    OR EXISTS (SELECT FROM installation mounted WHERE mounted.property_id = device.property_id
      AND mounted.device_id = device.id AND installed_from < to_timestamp(${until}::float8 / 1000)
      AND (installed_until IS NULL OR installed_until > to_timestamp(${from}::float8 / 1000))))`;

/** Enough subjects for a few batches of rows, so that each page is worth its query. */
export function pageSizeOf({ batchSize }: ReportRun, rowsEach: number): number {
  return Math.max(1, Math.min(batchSize, Math.floor((4 * batchSize) / Math.max(1, rowsEach))));
}

interface Reading<Row, Found> {
  readonly size: number;
  /** Reads in the transaction in which the page was read. */
  readonly read: (tx: Transaction, rows: readonly Row[]) => Promise<Found>;
}

export async function* pageDevices<Found>(
  run: ReportRun,
  { properties }: Section,
  { size, read, condition }: Reading<ReportDevice, Found> & { condition: DeviceCondition },
): AsyncGenerator<{ devices: readonly ReportDevice[]; found: Found }> {
  const ids = properties.map(({ id }) => id);
  let after: ReportDevice['key'] | undefined;
  for (;;) {
    run.signal?.throwIfAborted();
    const page = await run.database.asAccount(run.accountId, async (tx) => {
      const given = { after, size, condition };
      const devices = await listReportDevices(tx, ids, run.narrowing, given);
      return devices.length === 0 ? undefined : { devices, found: await read(tx, devices) };
    });
    if (page) yield page;
    if (!page || page.devices.length < size) return;
    after = page.devices.at(-1)?.key;
  }
}

export async function* pageFlats<Found>(
  run: ReportRun,
  { properties }: Section,
  { size, read }: Reading<ReportFlat, Found>,
): AsyncGenerator<{ flats: readonly ReportFlat[]; found: Found }> {
  const ids = properties.map(({ id }) => id);
  let after: ReportFlat['key'] | undefined;
  for (;;) {
    run.signal?.throwIfAborted();
    const page = await run.database.asAccount(run.accountId, async (tx) => {
      const flats = await listReportFlats(tx, ids, run.narrowing, { after, size });
      return flats.length === 0 ? undefined : { flats, found: await read(tx, flats) };
    });
    if (page) yield page;
    if (!page || page.flats.length < size) return;
    after = page.flats.at(-1)?.key;
  }
}

type Place = Pick<ReportDevice, 'tenantNo' | 'tenantName' | 'tenantAddress' | 'movedIn'>;

/**
 * Where a row belongs to. Of the time before somebody moved in their name isn't told: others lived
 * there.
 */
export function placeCells(property: ReportProperty, place: Place, begin: string): Cells {
  const { tenantNo, tenantName, tenantAddress, movedIn } = place;
  return {
    propertyNumber: property.worksNo,
    propertyName: property.name,
    tenantNumber: tenantNo,
    tenantName: movedIn === null || movedIn <= begin ? tenantName : null,
    address: tenantAddress ?? `${property.address}, ${property.city}`,
  };
}

export function meterCells(
  { label, definition }: Pick<ReportRun, 'label' | 'definition'>,
  { serialNumber, category, place, isMain, isVirtual }: ReportDevice,
): Cells {
  const role = isVirtual ? 'VIRTUAL' : 'MAIN';
  return {
    deviceSerial: serialNumber,
    category: label('deviceCategory', category),
    place: place || null,
    meterRole: isVirtual || isMain ? label('meterRole', role) : null,
    unit: unitOf(category, definition.multiplyBy1000),
  };
}

export function propertiesById({ properties }: Section): (id: number) => ReportProperty {
  const byId = new Map(properties.map((property) => [property.id, property]));
  return (id) => byId.get(id) as ReportProperty;
}

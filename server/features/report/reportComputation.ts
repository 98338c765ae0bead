import { deviceTraits } from '../../../schemas/entities/device.ts';
import type { ReportDefinition } from '../../../schemas/entities/report.ts';
import type { ReportColumnName } from '../../../schemas/kinds/reportKind.ts';
import type { Transaction } from '../../database/open.ts';
import type { ReportPeriod } from '../../reports/periodChoice.ts';
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

/** A report that is being made. */
export interface ReportRun {
  readonly definition: ReportDefinition;
  readonly narrowing: ReportNarrowing;
  readonly now: Date;
  /** The name of an enumeration's value in the reader's language. */
  readonly label: (enumeration: string, value: string) => string;
  /** How many rows are made at a time. */
  readonly batchSize: number;
  readonly signal: AbortSignal | undefined;
  /** Reads in a short transaction as the account, when it is the report's turn; throws when it isn't wanted any more. */
  readonly read: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;
  /** Whether calls wait for the same process meanwhile. */
  readonly isWanted: () => boolean;
}

/** Properties next to each other that share their time zone and what may be seen of them. */
export interface Section {
  readonly properties: readonly ReportProperty[];
  readonly timeZone: string;
  readonly period: ReportPeriod;
}

/** What a row says, by column; what isn't there isn't known. */
export type Cells = Partial<Record<ReportColumnName, ReportCell>>;

export type MostRows = (
  counts: Pick<ReportProperty, 'devices' | 'flats' | 'flatCategories'>,
  period: ReportPeriod,
  run: ReportRun,
) => number;

export interface ReportComputation {
  /** Properties with so much have no more rows; or, where that is no bound by far, all of them are counted. */
  readonly maxRows?: MostRows;
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

/** Enough subjects for two batches of rows, so that each page is worth its query and takes no turn for long. */
export function pageSizeOf({ batchSize }: ReportRun, rowsEach: number): number {
  return Math.max(1, Math.min(batchSize, Math.floor((2 * batchSize) / Math.max(1, rowsEach))));
}

/** Of a page, when people wait for answers of the same process: the next of them waits less. */
const shareBesideOthers = 1 / 8;

interface Reading<Row, Found> {
  /** So many subjects' values at a time. */
  readonly size: number;
  readonly read: (tx: Transaction, rows: readonly Row[]) => Promise<Found>;
}

/** Devices in their order, a few at a time, with what is read of them. */
export function pageDevices<Found>(
  run: ReportRun,
  { properties }: Section,
  { condition, ...reading }: Reading<ReportDevice, Found> & { condition: DeviceCondition },
) {
  const ids = properties.map(({ id }) => id);
  return pages<ReportDevice, Found>(run, reading, (tx, after, size) =>
    listReportDevices(tx, ids, run.narrowing, { after, size, condition }),
  );
}

/** Flats in their order, a few at a time, with what is read of them. */
export function pageFlats<Found>(
  run: ReportRun,
  { properties }: Section,
  reading: Reading<ReportFlat, Found>,
) {
  const ids = properties.map(({ id }) => id);
  return pages<ReportFlat, Found>(run, reading, (tx, after, size) =>
    listReportFlats(tx, ids, run.narrowing, { after, size }),
  );
}

/**
 * Lists subjects by the batch, for putting them in order costs as much for a few, and reads their
 * values by the handful, fewer while others want their turn. Each has a transaction of its own.
 */
async function* pages<Row extends { readonly key: unknown }, Found>(
  run: ReportRun,
  { size, read }: Reading<Row, Found>,
  list: (tx: Transaction, after: Row['key'] | undefined, size: number) => Promise<Row[]>,
): AsyncGenerator<{ rows: readonly Row[]; found: Found }> {
  let after: Row['key'] | undefined;
  for (;;) {
    const listed = await run.read((tx) => list(tx, after, run.batchSize));
    for (let from = 0; from < listed.length; ) {
      const share = run.isWanted() ? shareBesideOthers : 1;
      const rows = listed.slice(from, from + Math.ceil(size * share));
      from += rows.length;
      yield { rows, found: await run.read((tx) => read(tx, rows)) };
    }
    if (listed.length < run.batchSize) return;
    after = listed.at(-1)?.key;
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
  { label }: Pick<ReportRun, 'label'>,
  { serialNumber, category, place, isMain, isVirtual }: ReportDevice,
): Cells {
  const role = isVirtual ? 'VIRTUAL' : 'MAIN';
  return {
    deviceSerial: serialNumber,
    category: label('deviceCategory', category),
    place: place || null,
    meterRole: isVirtual || isMain ? label('meterRole', role) : null,
    unit: deviceTraits[category].unit,
  };
}

export function propertiesById({ properties }: Section): (id: number) => ReportProperty {
  const byId = new Map(properties.map((property) => [property.id, property]));
  return (id) => byId.get(id) as ReportProperty;
}

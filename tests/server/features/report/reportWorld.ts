import { Temporal } from 'temporal-polyfill';
import enums from '../../../../locales/en/enums.json' with { type: 'json' };
import type { DeviceCategory } from '../../../../schemas/entities/device.ts';
import type { ReportDefinition } from '../../../../schemas/entities/report.ts';
import type { ReportColumnName } from '../../../../schemas/kinds/reportKind.ts';
import type { Database } from '../../../../server/database/open.ts';
import { type OpenReport, openReport } from '../../../../server/features/report/openReport.ts';
import type { ReportCell, ReportRow } from '../../../../server/features/report/reportTable.ts';
import { addDevice, addProperty, addReadings, addTenant } from '../../../support/builders.ts';

export const now = new Date('2026-11-20T12:00:00Z');
export const words = { enums };

/** UTC ms of a local time; midnight when none is said. */
export function localTime(timeZone: string, day: string, time = '00:00'): number {
  return Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(timeZone).epochMilliseconds;
}

export function plusDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

export function hoursOf(timeZone: string, day: string): number {
  return (localTime(timeZone, plusDays(day, 1)) - localTime(timeZone, day)) / 3_600_000;
}

interface GivenMeter {
  readonly propertyId: number;
  readonly tenantId?: number;
  readonly serial: string;
  readonly category?: DeviceCategory;
  readonly isHourly?: boolean;
  readonly isMain?: boolean;
  readonly place?: string;
}

export async function addMeter(database: Database, given: GivenMeter): Promise<number> {
  const { serial, isHourly, place = '', ...device } = given;
  const interval = isHourly ? 'HOURLY' : 'DAILY';
  const deviceId = await addDevice(database, { ...device, interval });
  await database.pool.query('UPDATE device SET serial_number = $2, place = $3 WHERE id = $1', [
    ...[deviceId, serial, place],
  ]);
  return deviceId;
}

export const devicesEach = 50;

/** Properties of fifty meters each, in which nothing was ever read. */
export async function addUnread(database: Database, ids: readonly number[]): Promise<void> {
  for (const id of ids) await addProperty(database, { id, worksNo: `W-${id}` });
  await database.pool.query(
    `INSERT INTO device (property_id, serial_number, category, reading_interval)
     SELECT id, 'S-' || id || '-' || no, 'COLD_WATER_METER', 'DAILY'
     FROM unnest($1::bigint[]) AS id, generate_series(1, $2) AS no`,
    [ids, devicesEach],
  );
}

/** A reading at each local midnight from a day to another, as long as `valueOn` says one. */
export async function readDaily(
  database: Database,
  { propertyId, deviceId, timeZone }: { propertyId: number; deviceId: number; timeZone: string },
  [first, last]: readonly [string, string],
  valueOn: (day: string, index: number) => number | undefined,
): Promise<void> {
  const readings: { at: number; value: number }[] = [];
  for (let day = first, index = 0; day <= last; day = plusDays(day, 1), index++) {
    const value = valueOn(day, index);
    if (value !== undefined) readings.push({ at: localTime(timeZone, day), value });
  }
  await addReadings(database, { propertyId, deviceId }, readings);
}

/** A reading each hour of elapsed time between two local midnights, both read. */
export async function readHourly(
  database: Database,
  { propertyId, deviceId, timeZone }: { propertyId: number; deviceId: number; timeZone: string },
  [first, last]: readonly [string, string],
  valueAt: (hour: number) => number,
): Promise<void> {
  const begin = localTime(timeZone, first);
  const hours = (localTime(timeZone, last) - begin) / 3_600_000;
  const readings = Array.from({ length: hours + 1 }, (_, hour) => ({
    at: begin + hour * 3_600_000,
    value: valueAt(hour),
  }));
  await addReadings(database, { propertyId, deviceId }, readings);
}

export async function addFlat(
  database: Database,
  propertyId: number,
  tenantNo: string,
  tenantName: string,
  movedIn?: string,
): Promise<number> {
  const id = await addTenant(database, propertyId, { tenantNo, tenantName });
  await database.pool.query('UPDATE tenant SET moved_in = $2 WHERE id = $1', [id, movedIn ?? null]);
  return id;
}

export type Row = Partial<Record<ReportColumnName, ReportCell>>;

/** All of a report: headings, rows by column, how many came at a time, and the bound that was told. */
export async function makeReport(
  database: Database,
  accountId: number,
  definition: Omit<ReportDefinition, 'reportName'>,
  options: Partial<OpenReport> = {},
) {
  const { table, total } = await openReport(database, {
    definition: { reportName: 'Test', ...definition },
    accountId,
    now,
    words,
    ...options,
  });
  const batches: (readonly ReportRow[])[] = [];
  for await (const batch of table.batches) batches.push(batch);
  const names = table.columns.map(({ name }) => name);
  const rows = batches
    .flat()
    .map((row): Row => Object.fromEntries(names.map((name, at) => [name, row[at]])));
  return { columns: table.columns, rows, sizes: batches.map(({ length }) => length), total };
}

/** Some columns of each row. */
export function pick(rows: readonly Row[], ...names: readonly ReportColumnName[]) {
  return rows.map((row) => names.map((name) => row[name] ?? null));
}

import type { Transaction } from '../../../database/open.ts';
import { type RowOf, statement } from '../../../database/statement.ts';
import type { ReportDevice } from '../reportSource.repository.ts';

/** SQL for an error's name as it is compared: in capitals, with `_` between words. */
const codeOf = (column: string) =>
  `trim(BOTH '_' FROM upper(regexp_replace(${column}, '[^[:alnum:]]+', '_', 'g')))`;

/** Which errors count: from when until when, of which codes or of all but some, and of which types. */
export interface ErrorSelection {
  /** UTC ms. */
  readonly from: number;
  readonly until: number;
  /** Null: any. */
  readonly codes: readonly string[] | null;
  readonly otherThan: readonly string[];
  /** As the reader names them; null: any. */
  readonly types: readonly string[] | null;
}

const isSelected = (at: (place: number) => string) =>
  `at >= to_timestamp(${at(0)}::float8 / 1000) AND at < to_timestamp(${at(1)}::float8 / 1000)
    AND (${at(2)}::text[] IS NULL OR ${codeOf('error')} = ANY (${at(2)}))
    AND NOT ${codeOf('error')} = ANY (${at(3)}::text[])
    AND (${at(4)}::text[] IS NULL OR ${codeOf('error')} = ANY (
      SELECT ${codeOf('type')} FROM unnest(${at(4)}::text[]) AS type))`;

function parametersOf({ from, until, codes, otherThan, types }: ErrorSelection): unknown[] {
  return [from, until, codes, otherThan, types];
}

/** SQL for devices that have such errors. */
export function hasErrors(selection: ErrorSelection) {
  return {
    sql: (at: (place: number) => string) =>
      `AND EXISTS (SELECT FROM device_error reported WHERE reported.property_id = device.property_id
         AND reported.device_id = device.id AND ${isSelected(at)})`,
    extra: parametersOf(selection),
  };
}

const claim = {
  deviceId: 'bigint',
  error: 'text',
  code: 'text',
  /** Local day; null when days are told together. */
  day: 'date | null',
  times: 'bigint',
  firstAt: 'text',
  lastAt: 'text',
  firstDay: 'date',
} as const;
export type ReportedError = Readonly<RowOf<typeof claim>>;

const minute = (value: string) => `to_char(${value}, 'YYYY-MM-DD"T"HH24:MI')`;

const reportedErrors = statement(
  claim,
  `SELECT device_id AS "deviceId", min(error) AS error, ${codeOf('error')} AS code, day,
     count(*) AS times, ${minute('min(local)')} AS "firstAt", ${minute('max(local)')} AS "lastAt",
     min(local)::date AS "firstDay"
   FROM (SELECT device_id, error, at AT TIME ZONE $3 AS local,
       CASE WHEN $4 THEN (at AT TIME ZONE $3)::date END AS day
     FROM unnest($1::bigint[], $2::bigint[]) AS wanted (property_id, device_id)
       JOIN device_error USING (property_id, device_id)
     WHERE ${isSelected((place) => `$${5 + place}`)}) AS reported
   GROUP BY device_id, ${codeOf('error')}, day
   ORDER BY device_id, code, day`,
);

/** Each device's errors, by local day or all days together; one query. */
export function listReportedErrors(
  tx: Transaction,
  devices: readonly Pick<ReportDevice, 'propertyId' | 'deviceId'>[],
  selection: ErrorSelection,
  { timeZone, byDay }: { timeZone: string; byDay: boolean },
): Promise<ReportedError[]> {
  return tx.query(reportedErrors, [
    devices.map(({ propertyId }) => propertyId),
    devices.map(({ deviceId }) => deviceId),
    ...[timeZone, byDay],
    ...parametersOf(selection),
  ]);
}

const errorCount = statement(
  { total: 'bigint' },
  `SELECT count(*) AS total FROM device_error
   WHERE property_id = ANY ($1) AND ${isSelected((place) => `$${2 + place}`)}`,
);

/** How many such errors the devices of some properties have reported. */
export async function countReportedErrors(
  tx: Transaction,
  propertyIds: readonly number[],
  selection: ErrorSelection,
): Promise<number> {
  const [found] = await tx.query(errorCount, [propertyIds, ...parametersOf(selection)]);
  return found?.total ?? 0;
}

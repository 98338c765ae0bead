import { epochMilliseconds } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import { statement } from '../../database/statement.ts';
import { readingsBetween } from './readingSql.ts';
import type { DeviceSpan } from './readings.repository.ts';

const inForce = statement(
  {
    deviceId: 'bigint',
    at: 'bigint',
    value: 'bigint | null',
    originalValue: 'bigint | null',
    originalQuality: 'smallint | null',
    isDelivery: 'boolean',
  },
  `SELECT DISTINCT ON (correction.property_id, correction.device_id, at)
     correction.device_id AS "deviceId", ${epochMilliseconds('at')} AS at, value,
     original_value AS "originalValue", original_quality AS "originalQuality", is_delivery AS "isDelivery"
   FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[])
     AS span (property_id, device_id, first, last)
   JOIN reading_correction correction ON correction.property_id = span.property_id
     AND correction.device_id = span.device_id
     AND at BETWEEN to_timestamp(first / 1000.0) AND to_timestamp(last / 1000.0)
   ORDER BY correction.property_id, correction.device_id, at, id DESC`,
);

export interface ReadingCorrection {
  readonly deviceId: number;
  /** UTC ms. */
  readonly at: number;
  /** Micro-units; null: the reading is struck out. */
  readonly value: number | null;
  /** What had been read; null: nothing. */
  readonly originalValue: number | null;
  readonly originalQuality: number | null;
  /** No person's word, but a later delivery of a volume. */
  readonly isDelivery: boolean;
}

/** The corrections in force in spans of devices, by `deviceId/at`. */
export async function findCorrections(
  tx: Transaction,
  spans: readonly DeviceSpan[],
): Promise<Map<string, ReadingCorrection>> {
  if (spans.length === 0) return new Map();
  const rows = await tx.query(inForce, [
    spans.map(({ propertyId }) => propertyId),
    spans.map(({ deviceId }) => deviceId),
    spans.map(({ first }) => first),
    spans.map(({ last }) => last),
  ]);
  return new Map(rows.map((row) => [`${row.deviceId}/${row.at}`, row]));
}

export interface NewCorrection {
  readonly propertyId: number;
  readonly deviceId: number;
  readonly at: number;
  readonly value: number | null;
  readonly quality: 0 | 1 | 2;
  readonly reason: string;
}

/**
 * Records corrections with what they replace: what had been read before the first correction of the
 * instant, or what is stored; a person's correction replaces what was delivered last. Nothing is
 * applied yet.
 */
export async function insertCorrections(
  tx: Transaction,
  corrections: readonly NewCorrection[],
  by: string,
  isDelivery = false,
): Promise<void> {
  await tx.run(
    `INSERT INTO reading_correction (property_id, device_id, at, value, original_value,
       original_quality, reason, corrected_by, is_delivery)
     SELECT given.property_id, given.device_id, instant, given.value,
       CASE WHEN earlier.id IS NULL THEN reading.value ELSE earlier.original_value END,
       CASE WHEN earlier.id IS NULL THEN reading.quality ELSE earlier.original_quality END, reason, $6, $7
     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[])
         WITH ORDINALITY AS given (property_id, device_id, at, value, reason, place)
       CROSS JOIN LATERAL to_timestamp(given.at / 1000.0) AS instant
       LEFT JOIN LATERAL ${readingsBetween('instant', 'instant', {
         of: { property: 'given.property_id', device: 'given.device_id' },
         columns: ['at', 'value', 'quality'],
       })} AS reading ON true
       LEFT JOIN LATERAL (SELECT id, original_value, original_quality FROM reading_correction one
         WHERE one.property_id = given.property_id AND one.device_id = given.device_id
           AND one.at = instant AND NOT (one.is_delivery AND NOT $7)
         ORDER BY id DESC LIMIT 1) AS earlier ON true
     ORDER BY place`,
    [
      corrections.map((one) => one.propertyId),
      corrections.map((one) => one.deviceId),
      corrections.map((one) => one.at),
      corrections.map((one) => one.value),
      corrections.map((one) => one.reason),
      by,
      isDelivery,
    ],
  );
}

import type { Transaction } from '../../database/open.ts';
import type { RegisterDrop } from '../registers.ts';
import type { DeviceSpan } from './readings.repository.ts';

/** Replaces the open questions of the spans by the drops that are unexplained now. */
export async function writeQuestions(
  tx: Transaction,
  spans: readonly DeviceSpan[],
  drops: readonly (RegisterDrop & { propertyId: number; deviceId: number })[],
): Promise<void> {
  if (spans.length === 0) return;
  await tx.query(
    `DELETE FROM reading_question q
     USING unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) AS s (property_id, device_id, a, b)
     WHERE q.property_id = s.property_id AND q.device_id = s.device_id
       AND q.at > to_timestamp(s.a / 1000.0) AND q.at <= to_timestamp(s.b / 1000.0)`,
    [
      spans.map((span) => span.propertyId),
      spans.map((span) => span.deviceId),
      spans.map((span) => span.first),
      spans.map((span) => span.last),
    ],
  );
  if (drops.length === 0) return;
  await tx.query(
    `INSERT INTO reading_question (property_id, device_id, at, previous_value, value)
     SELECT property_id, device_id, to_timestamp(at / 1000.0), previous_value, value
     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
       AS given (property_id, device_id, at, previous_value, value)
     ON CONFLICT DO NOTHING`,
    [
      drops.map((drop) => drop.propertyId),
      drops.map((drop) => drop.deviceId),
      drops.map((drop) => drop.at),
      drops.map((drop) => drop.previousValue),
      drops.map((drop) => drop.value),
    ],
  );
}

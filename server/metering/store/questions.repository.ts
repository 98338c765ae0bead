import type { StoredQuestionKind } from '../../../schemas/entities/readingQuestion.ts';
import type { Transaction } from '../../database/open.ts';
import type { RegisterDrop } from '../registers.ts';
import type { DeviceSpan } from './readings.repository.ts';

/** SQL for whether support has explained what is asked about the device of a row at an instant. */
export const isExplained = (asked: string, question: string, at: string) =>
  `EXISTS (SELECT FROM reading_explanation explained
     WHERE explained.property_id = ${asked}.property_id AND explained.device_id = ${asked}.device_id
       AND explained.at = ${asked}.${at} AND explained.question = ${question})`;

/** A drop or a gap between two readings of a device, which support is asked about. */
export interface StoredQuestion extends RegisterDrop {
  readonly propertyId: number;
  readonly deviceId: number;
  readonly question: StoredQuestionKind;
  /** Of a gap: micro-units that its ends tell of, shared out over it. */
  readonly moved?: number;
}

const deleteOpen = `DELETE FROM reading_question q
  USING unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) AS s (property_id, device_id, a, b)
  WHERE q.property_id = s.property_id AND q.device_id = s.device_id
    AND question <> 'DATE'
    AND q.at > to_timestamp(s.a / 1000.0) AND q.at <= to_timestamp(s.b / 1000.0)`;

const spanColumns = (spans: readonly DeviceSpan[]) => [
  spans.map(({ propertyId }) => propertyId),
  spans.map(({ deviceId }) => deviceId),
  spans.map(({ first }) => first),
  spans.map(({ last }) => last),
];

/** Replaces the open questions of the spans, where there are any, by those that are open now. */
export async function writeQuestions(
  tx: Transaction,
  spans: readonly DeviceSpan[],
  questions: readonly StoredQuestion[],
): Promise<void> {
  if (spans.length > 0) await tx.run(deleteOpen, spanColumns(spans));
  if (questions.length === 0) return;
  await tx.run(
    `INSERT INTO reading_question (property_id, device_id, question, at, previous_at, previous_value, value,
       moved)
     SELECT property_id, device_id, question, to_timestamp(at / 1000.0),
       to_timestamp(previous_at / 1000.0), previous_value, value, moved
     FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
       $8::bigint[])
       AS given (property_id, device_id, question, at, previous_at, previous_value, value, moved)
     ON CONFLICT DO NOTHING`,
    [
      questions.map((one) => one.propertyId),
      questions.map((one) => one.deviceId),
      questions.map((one) => one.question),
      questions.map((one) => one.at),
      questions.map((one) => one.previousAt),
      questions.map((one) => one.previousValue),
      questions.map((one) => one.value),
      questions.map((one) => one.moved ?? null),
    ],
  );
}

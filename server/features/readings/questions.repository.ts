import type { OperationRequest, SortField } from '../../../schemas/api/operations.ts';
import { questionFilters } from '../../../schemas/api/readingQuestions.ts';
import { deviceCategorySchema } from '../../../schemas/entities/device.ts';
import {
  type ReadingExplanation,
  type ReadingQuestionKind,
  readingQuestionKindSchema,
} from '../../../schemas/entities/readingQuestion.ts';
import { epochMilliseconds as ms } from '../../database/epoch.ts';
import { readingExplanation } from '../../database/factTables.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, type RowOf, statement } from '../../database/statement.ts';
import { isExplained } from '../../metering/store/questions.repository.ts';
import { nearestReadings } from '../../metering/store/readingSql.ts';
import { isSilent } from '../../metering/store/states.repository.ts';
import { filterWhere, orderBy } from '../paging.ts';

const claim = {
  question: narrow('text', readingQuestionKindSchema),
  property: 'bigint',
  propertyName: 'text',
  device: 'bigint',
  serialNumber: 'text',
  category: narrow('text', deviceCategorySchema),
  place: 'text',
  timeZone: 'text',
  /** UTC ms. */
  at: 'bigint',
  previousAt: 'bigint',
  /** Micro-units. */
  previousValue: 'bigint',
  value: 'bigint',
  nextValue: 'bigint | null',
} as const;

export type QuestionRow = Readonly<RowOf<typeof claim>>;

type Query = OperationRequest<'readingQuestion.list'>['query'];

const sortColumns = {
  at: 'at',
  propertyName: 'property.name',
  serialNumber: 'serial_number',
} as const satisfies Record<SortField<'readingQuestion.list'>, string>;

const filterColumns = {
  question: 'question',
  propertyName: 'property.name',
  serialNumber: 'serial_number',
  at: 'at',
} as const satisfies Record<keyof typeof questionFilters, string>;

/** A wrong figure first, then a device that may be broken; in each the newest. */
const maxPressing = `question IN ('DROP', 'RISE') DESC, question = 'DATE' DESC, question = 'SILENT' DESC, at DESC, asked.device_id`;

/** Open questions of a country's devices: `$1` is the country, `$2` now. */
const open = `FROM (
    SELECT property_id, device_id, question, at, previous_at, previous_value, value
    FROM reading_question
    UNION ALL
    SELECT state.property_id, state.device_id, 'SILENT', last_at, last_at, last_value, last_value
    FROM device_state state JOIN device
      ON device.property_id = state.property_id AND device.id = state.device_id
    WHERE ${isSilent('state', '$2')}
  ) AS asked
  JOIN property ON property.id = asked.property_id
  JOIN device ON device.property_id = asked.property_id AND device.id = asked.device_id
  WHERE country = $1 AND NOT ${isExplained('asked', 'asked.question', 'at')}`;

/** What was read next after a question's reading. */
const nextValue = (question: string) =>
  `(SELECT value FROM ${nearestReadings('after', `${question}.at`, 1, {
    of: { property: `${question}.property_id`, device: `${question}.device_id` },
    columns: ['at', 'value'],
  })} AS next)`;

const questionPage = statement(
  { ...claim, total: 'bigint' },
  (narrowing, order) =>
    `SELECT page.question, page.property_id AS property, page.name AS "propertyName",
       page.device_id AS device, serial_number AS "serialNumber", category, place,
       time_zone AS "timeZone",
       ${ms('page.at')} AS at, ${ms('previous_at')} AS "previousAt",
       previous_value AS "previousValue", page.value, total,
       ${nextValue('page')} AS "nextValue"
     FROM (SELECT asked.*, property.name, time_zone, serial_number, category, place, count(*) OVER () AS total
       ${open} ${narrowing} ${order}
       LIMIT $3 OFFSET $4) AS page`,
);

/** A page of them; only its rows are looked up in the readings. */
export function listQuestions(
  tx: Transaction,
  country: string,
  now: Date,
  query: Query,
): Promise<(QuestionRow & { total: number })[]> {
  const parameters: unknown[] = [country, now, query.size, query.page * query.size];
  const narrowing = filterWhere(query.filter, questionFilters, filterColumns, parameters);
  const order = orderBy(query.sort, sortColumns, maxPressing);
  return tx.query(questionPage(narrowing, order), parameters);
}

const questionCount = statement(
  { total: 'bigint' },
  (narrowing) => `SELECT count(*) AS total ${open} ${narrowing}`,
);

export async function countQuestions(
  tx: Transaction,
  country: string,
  now: Date,
  { filter }: Pick<Query, 'filter'>,
): Promise<number> {
  const parameters: unknown[] = [country, now];
  const narrowing = filterWhere(filter, questionFilters, filterColumns, parameters);
  const [found] = await tx.query(questionCount(narrowing), parameters);
  return found?.total ?? 0;
}

const openQuestion = statement(
  claim,
  `SELECT question, asked.property_id AS property, property.name AS "propertyName",
     asked.device_id AS device, serial_number AS "serialNumber", category, place,
     time_zone AS "timeZone",
     ${ms('at')} AS at, ${ms('previous_at')} AS "previousAt", previous_value AS "previousValue", value,
     ${nextValue('asked')} AS "nextValue"
   ${open} AND asked.property_id = $3 AND asked.device_id = $4
     AND date_trunc('milliseconds', at) = $5 AND question = $6`,
);

/** One open question; undefined when there is none, or it has been answered. */
export async function findQuestion(
  tx: Transaction,
  country: string,
  now: Date,
  key: { property: number; device: number; at: Date; question: ReadingQuestionKind },
): Promise<QuestionRow | undefined> {
  const { property, device, at, question } = key;
  const [found] = await tx.query(openQuestion, [country, now, property, device, at, question]);
  return found;
}

export async function insertExplanation(
  tx: Transaction,
  { property, device, at, question }: QuestionRow,
  explanation: ReadingExplanation,
  by: string,
): Promise<void> {
  await tx.insert(readingExplanation).values({
    propertyId: property,
    deviceId: device,
    at: new Date(at),
    question,
    explanation,
    explainedBy: by,
  });
}

const mountedClaim = {
  /** UTC ms; before everything when nothing is known of the meter. */
  from: 'bigint',
  until: 'bigint | null',
  factor: 'float8',
  modulus: 'bigint | null',
  startIndex: 'bigint | null',
  endIndex: 'bigint | null',
} as const;
export type Mounted = Readonly<RowOf<typeof mountedClaim>>;

const mountedAt = statement(
  mountedClaim,
  `SELECT ${ms('installed_from')} AS from, ${ms('installed_until')} AS until, factor, modulus,
     start_index AS "startIndex", end_index AS "endIndex"
   FROM installation WHERE property_id = $1 AND device_id = $2
     AND installed_from <= to_timestamp($3 / 1000.0)
   ORDER BY installed_from DESC LIMIT 1`,
);

/** What was mounted at an instant, as recorded. */
export async function findMounted(
  tx: Transaction,
  { property, device }: QuestionRow,
  at: number,
): Promise<Mounted | undefined> {
  const [found] = await tx.query(mountedAt, [property, device, at]);
  return found;
}

import type { OperationRequest, SortField } from '../../../schemas/api/operations.ts';
import { questionFilters } from '../../../schemas/api/readingQuestions.ts';
import type { DeviceCategory } from '../../../schemas/entities/device.ts';
import type {
  ReadingExplanation,
  ReadingQuestionKind,
} from '../../../schemas/entities/readingQuestion.ts';
import { epochMilliseconds as ms } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import { silentAfter } from '../../metering/store/states.repository.ts';
import { filterWhere, orderBy } from '../paging.ts';

export interface QuestionRow {
  readonly question: ReadingQuestionKind;
  readonly property: number;
  readonly propertyName: string;
  readonly device: number;
  readonly serialNumber: string;
  readonly category: DeviceCategory;
  readonly place: string;
  readonly timeZone: string;
  /** UTC ms. */
  readonly at: number;
  readonly previousAt: number;
  /** Micro-units. */
  readonly previousValue: number;
  readonly value: number;
  readonly nextValue: number | null;
}

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
const mostPressing = `question IN ('DROP', 'RISE') DESC, question = 'DATE' DESC, question = 'SILENT' DESC, at DESC, asked.device_id`;

/** Open questions of a country's devices: `$1` is the country, `$2` now. */
const open = `FROM (
    SELECT property_id, device_id, question, at, previous_at, previous_value, value
    FROM reading_question
    UNION ALL
    SELECT state.property_id, state.device_id, 'SILENT', last_at, last_at, last_value, last_value
    FROM device_state state JOIN device
      ON device.property_id = state.property_id AND device.id = state.device_id
    WHERE last_at < $2::timestamptz - interval '2 days'
      AND last_at < $2::timestamptz - ${silentAfter}
      AND NOT EXISTS (SELECT FROM installation gone WHERE gone.property_id = state.property_id
        AND gone.device_id = state.device_id AND gone.installed_until >= state.last_at
        AND NOT EXISTS (SELECT FROM installation later WHERE later.property_id = state.property_id
          AND later.device_id = state.device_id AND later.installed_from > gone.installed_from))
  ) AS asked
  JOIN property ON property.id = asked.property_id
  JOIN device ON device.property_id = asked.property_id AND device.id = asked.device_id
  WHERE country = $1 AND NOT EXISTS (SELECT FROM reading_explanation explained
    WHERE explained.property_id = asked.property_id AND explained.device_id = asked.device_id
      AND explained.at = asked.at AND explained.question = asked.question)`;

/** A page of them; only its rows are looked up in the readings. */
export function listQuestions(
  tx: Transaction,
  country: string,
  now: Date,
  query: Query,
): Promise<(QuestionRow & { total: number })[]> {
  const parameters: unknown[] = [country, now, query.size, query.page * query.size];
  const narrowing = filterWhere(query.filter, questionFilters, filterColumns, parameters);
  return tx.query(
    `SELECT page.question, page.property_id AS property, page.name AS "propertyName",
       page.device_id AS device, serial_number AS "serialNumber", category, place,
       time_zone AS "timeZone",
       ${ms('page.at')} AS at, ${ms('previous_at')} AS "previousAt",
       previous_value AS "previousValue", page.value, total,
       (SELECT value FROM reading WHERE reading.property_id = page.property_id
          AND reading.device_id = page.device_id AND reading.at > page.at
        ORDER BY reading.at LIMIT 1) AS "nextValue"
     FROM (SELECT asked.*, property.name, time_zone, serial_number, category, place, count(*) OVER () AS total
       ${open} ${narrowing}
       ${orderBy(query.sort, sortColumns, mostPressing)}
       LIMIT $3 OFFSET $4) AS page`,
    parameters,
  );
}

export async function countQuestions(
  tx: Transaction,
  country: string,
  now: Date,
  { filter }: Pick<Query, 'filter'>,
): Promise<number> {
  const parameters: unknown[] = [country, now];
  const [found] = await tx.query<{ total: number }>(
    `SELECT count(*) AS total ${open} ${filterWhere(filter, questionFilters, filterColumns, parameters)}`,
    parameters,
  );
  return found?.total ?? 0;
}

/** One open question; undefined when there is none, or it has been answered. */
export async function findQuestion(
  tx: Transaction,
  country: string,
  now: Date,
  key: { property: number; device: number; at: Date; question: ReadingQuestionKind },
): Promise<QuestionRow | undefined> {
  const [found] = await tx.query<QuestionRow>(
    `SELECT question, asked.property_id AS property, property.name AS "propertyName",
       asked.device_id AS device, serial_number AS "serialNumber", category, place,
       time_zone AS "timeZone",
       ${ms('at')} AS at, ${ms('previous_at')} AS "previousAt", previous_value AS "previousValue", value,
       (SELECT value FROM reading WHERE reading.property_id = asked.property_id
          AND reading.device_id = asked.device_id AND reading.at > asked.at
        ORDER BY reading.at LIMIT 1) AS "nextValue"
     ${open} AND asked.property_id = $3 AND asked.device_id = $4
       AND date_trunc('milliseconds', at) = $5 AND question = $6`,
    [country, now, key.property, key.device, key.at, key.question],
  );
  return found;
}

export async function insertExplanation(
  tx: Transaction,
  { property, device, at, question }: QuestionRow,
  explanation: ReadingExplanation,
  by: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO reading_explanation (property_id, device_id, at, question, explanation, explained_by)
     VALUES ($1, $2, to_timestamp($3 / 1000.0), $4, $5, $6)`,
    [property, device, at, question, explanation, by],
  );
}

export interface Mounted {
  /** UTC ms; before everything when nothing is known of the meter. */
  readonly from: number;
  readonly factor: number;
  readonly modulus: number | null;
  readonly startIndex: number | null;
  readonly endIndex: number | null;
  readonly until: number | null;
}

/** What was mounted at an instant, as recorded. */
export async function findMounted(
  tx: Transaction,
  { property, device }: QuestionRow,
  at: number,
): Promise<Mounted | undefined> {
  const [found] = await tx.query<Mounted>(
    `SELECT ${ms('installed_from')} AS from, ${ms('installed_until')} AS until, factor, modulus,
       start_index AS "startIndex", end_index AS "endIndex"
     FROM installation WHERE property_id = $1 AND device_id = $2
       AND installed_from <= to_timestamp($3 / 1000.0)
     ORDER BY installed_from DESC LIMIT 1`,
    [property, device, at],
  );
  return found;
}

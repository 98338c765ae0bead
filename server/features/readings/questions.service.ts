import type { OperationRequest, OperationResponse } from '../../../schemas/api/operations.ts';
import { deviceTraits } from '../../../schemas/entities/device.ts';
import type {
  ReadingExplanation,
  ReadingQuestionKind,
} from '../../../schemas/entities/readingQuestion.ts';
import type { Transaction } from '../../database/open.ts';
import { AppError, refuseValue } from '../../errors.ts';
import { writeInstallations } from '../../imports/facts.repository.ts';
import {
  fitsRollOver,
  modulusOf,
  proposeExplanation,
  startOfNewRegister,
} from '../../metering/explanations.ts';
import { correctReadings } from '../../metering/store/corrections.ts';
import { markDue } from '../../metering/store/due.repository.ts';
import { discardAside, takeBack } from '../../metering/store/quarantineAnswers.ts';
import { lockProperties } from '../../metering/store/readings.repository.ts';
import { recomputeDevices } from '../../metering/store/recompute.ts';
import { micro } from '../../metering/units.ts';
import { said } from '../../said.ts';
import { toPage } from '../paging.ts';
import {
  countQuestions,
  findMounted,
  findQuestion,
  insertExplanation,
  listQuestions,
  type Mounted,
  type QuestionRow,
} from './questions.repository.ts';

/** Who explains, and in which country. */
interface Supporter {
  readonly country: string;
  readonly username: string;
}

export async function readQuestions(
  tx: Transaction,
  { country }: Supporter,
  now: Date,
  query: OperationRequest<'readingQuestion.list'>['query'],
): Promise<OperationResponse<'readingQuestion.list'>> {
  const rows = await listQuestions(tx, country, now, query);
  const shown = rows.map(({ nextValue, ...row }) => {
    const values = {
      previousValue: row.previousValue / micro,
      value: row.value / micro,
      nextValue: nextValue === null ? null : nextValue / micro,
    };
    return {
      ...row,
      id: `${row.device}-${row.at}-${row.question}`,
      unit: deviceTraits[row.category].unit,
      at: new Date(row.at).toISOString(),
      previousAt: new Date(row.previousAt).toISOString(),
      previousValue: values.previousValue,
      value: values.value,
      proposal: proposeExplanation({ ...row, ...values }, now.getTime()),
    };
  });
  return toPage(shown, query, () => countQuestions(tx, country, now, query));
}

/** Which explanations make sense of which question. */
const fitting: Readonly<Record<ReadingQuestionKind, readonly ReadingExplanation[]>> = {
  DROP: ['EXCHANGE', 'ROLL_OVER', 'REVERSE', 'CORRECTION', 'OUT_OF_ORDER'],
  RISE: ['CORRECTION', 'CONFIRMED', 'EXCHANGE', 'OUT_OF_ORDER'],
  GAP: ['OUT_OF_ORDER'],
  DATE: ['CORRECTION', 'CONFIRMED', 'OUT_OF_ORDER'],
  SILENT: ['DISMOUNTED', 'OUT_OF_ORDER'],
};

/**
 * Takes an explanation for true: what follows from it is written and computed anew, all or nothing.
 * Throws NOT_FOUND when the question isn't open (any more), VALIDATION_FAILED when it doesn't fit.
 */
export async function answerQuestion(
  tx: Transaction,
  { country, username }: Supporter,
  now: Date,
  body: OperationRequest<'readingQuestion.answer'>['body'],
): Promise<void> {
  await lockProperties(tx, [body.property]);
  const asked = await findQuestion(tx, country, now, { ...body, at: new Date(body.at) });
  if (!asked)
    throw new AppError('NOT_FOUND', 'There is no such open question. Load the list anew.');
  const { explanation } = body;
  if (!fitting[asked.question].includes(explanation)) {
    const { question } = asked;
    const choices = fitting[question].join(', ');
    throw refuseValue(
      'body.explanation',
      said('field.explains', { explanation, question, choices }),
    );
  }
  await insertExplanation(tx, asked, explanation, username);
  await apply[explanation](tx, asked, username);
}

type Apply = (tx: Transaction, asked: QuestionRow, by: string) => Promise<void>;

const apply: Readonly<Record<ReadingExplanation, Apply>> = {
  EXCHANGE: async (tx, asked) => {
    const { at, previousAt, previousValue, value } = asked;
    const before = await findMounted(tx, asked, previousAt);
    await mount(tx, asked, before, { until: at, endIndex: previousValue });
    const startIndex = startOfNewRegister(previousValue, value);
    const same = { factor: before?.factor ?? 1, modulus: before?.modulus ?? null };
    await mount(tx, asked, { ...unknown, ...same, from: at }, { startIndex });
    await recompute(tx, asked);
  },
  ROLL_OVER: async (tx, asked) => {
    const [before, after] = [asked.previousValue / micro, asked.value / micro];
    const modulus = modulusOf(before);
    if (!fitsRollOver(before, after, modulus)) {
      const words = said('field.noRollOver', { before, after, modulus });
      throw refuseValue('body.explanation', words);
    }
    const mounted = await findMounted(tx, asked, asked.previousAt);
    await mount(tx, asked, mounted, { modulus: modulus * micro });
    await recompute(tx, asked);
  },
  REVERSE: recompute,
  CONFIRMED: async (tx, asked) => {
    if (asked.question === 'DATE') await takeBack(tx, keyOf(asked));
    else await recompute(tx, asked);
  },
  CORRECTION: async (tx, asked, by) => {
    if (asked.question === 'DATE') return discardAside(tx, keyOf(asked), by);
    // A single odd reading is wrong itself; else the one before a fall was too high.
    const isOdd = asked.nextValue !== null && asked.nextValue >= asked.previousValue;
    const isLow = asked.question === 'RISE' || isOdd;
    await correctReadings(
      tx,
      [
        {
          propertyId: asked.property,
          deviceId: asked.device,
          quality: 0,
          at: isLow ? asked.at : asked.previousAt,
          value: null,
          reason: `Wrong reading: ${asked.previousValue / micro}, then ${asked.value / micro}`,
        },
      ],
      by,
    );
  },
  // As a spill it was believed while nobody had explained it.
  OUT_OF_ORDER: async (tx, asked) => {
    if (asked.question === 'RISE')
      await markDue(tx, [{ ...keyOf(asked), since: asked.previousAt }]);
  },
  DISMOUNTED: async (tx, asked) => {
    const mounted = await findMounted(tx, asked, asked.at);
    await mount(tx, asked, mounted, { until: asked.at, endIndex: asked.value });
  },
};

const keyOf = ({ property, device }: QuestionRow) => ({ propertyId: property, deviceId: device });

function recompute(tx: Transaction, { property, device }: QuestionRow): Promise<void> {
  return recomputeDevices(tx, [{ propertyId: property, deviceId: device }]);
}

/** Nothing is known of a meter that no installation was entered for; it was there from the first. */
const unknown: Mounted = {
  from: 0,
  until: null,
  startIndex: null,
  endIndex: null,
  factor: 1,
  modulus: null,
};

async function mount(
  tx: Transaction,
  { property, device }: QuestionRow,
  mounted: Mounted | undefined,
  change: Partial<Mounted>,
): Promise<void> {
  const installation = { ...(mounted ?? unknown), ...change };
  await writeInstallations(tx, [{ propertyId: property, deviceId: device, ...installation }]);
}

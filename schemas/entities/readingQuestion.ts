import { z } from 'zod';

export const readingQuestions = ['DROP', 'RISE', 'GAP', 'DATE', 'SILENT'] as const;
/**
 * What readings leave open. DROP: a register fell. RISE: it rose faster than the meter can. GAP:
 * readings are too far apart to share out what was used between them. DATE: readings lie years before
 * all others of their device. SILENT: a device hasn't been heard of for long.
 */
export const readingQuestionKindSchema = z.enum(readingQuestions).meta({ id: 'ReadingQuestion' });
export type ReadingQuestionKind = z.infer<typeof readingQuestionKindSchema>;
/** Those that are kept; silence is told from the newest reading. */
export type StoredQuestionKind = Exclude<ReadingQuestionKind, 'SILENT'>;

export const readingExplanations = [
  'EXCHANGE',
  'ROLL_OVER',
  'REVERSE',
  'CONFIRMED',
  'CORRECTION',
  'OUT_OF_ORDER',
  'DISMOUNTED',
] as const;
/**
 * EXCHANGE: another meter was mounted. ROLL_OVER: the register began again from zero. REVERSE: it ran
 * backwards. CONFIRMED: it is as it was read. CORRECTION: the reading is wrong and struck out. OUT_OF_ORDER: known, nothing to mend.
 * DISMOUNTED: the meter is gone.
 */
export const readingExplanationSchema = z
  .enum(readingExplanations)
  .meta({ id: 'ReadingExplanation' });
export type ReadingExplanation = z.infer<typeof readingExplanationSchema>;

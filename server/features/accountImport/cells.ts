import type { z } from 'zod';
import { type Feature, featureSchema } from '../../../schemas/entities/access.ts';
import { AppError } from '../../errors.ts';
import { type Issue, withInput, wordsOfIssue } from '../../forms/issueWords.ts';
import type { Outcome } from '../../imports/outcome.ts';
import { LineFault } from '../../imports/values.ts';
import { said } from '../../said.ts';

/** Words of a cell, apart by blanks, commas or both. */
export const words = (cell = ''): string[] => cell.split(/[\s,]+/).filter(Boolean);

/** Features by their names, `ALL` for all of the market's. */
export function readFeatures(cell: string | undefined, offered: readonly Feature[]): Feature[] {
  const names = words(cell);
  if (names.length === 1 && names[0]?.toUpperCase() === 'ALL') return [...offered];
  return names.map((name) => {
    const feature = featureSchema.safeParse(name.toUpperCase()).data;
    if (feature && offered.includes(feature)) return feature;
    throw new LineFault(
      'BAD_FEATURE',
      said('faults.unknownFeature', { name, choices: offered.join(', ') }),
    );
  });
}

/** What a form would send, from a line; `columns` has the column of each field that is called otherwise. */
export function readDraft<Schema extends z.ZodType>(
  schema: Schema,
  given: z.input<Schema>,
  columns: Readonly<Record<string, string>> = {},
): z.output<Schema> {
  const { data, error } = schema.safeParse(given, withInput);
  if (!error) return data as z.output<Schema>;
  const [issue] = error.issues as [Issue];
  const field = String(issue.path[0] ?? '');
  throw new LineFault(
    'BAD_VALUE',
    said('faults.badColumn', { column: columns[field] ?? field, why: wordsOfIssue(issue) }),
  );
}

/** What a form would be told of its fields is a fault of the line. */
export async function asLineFault<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isOfTheLine =
      error instanceof AppError && ['VALIDATION_FAILED', 'CONFLICT'].includes(error.code);
    if (!isOfTheLine) throw error;
    const { said: words = said('faults.changedMeanwhile') } = error.details[0] ?? error;
    throw new LineFault('REFUSED', words);
  }
}

/** Some of the lines that were taken said what was known. */
export function withDuplicates(outcome: Outcome, duplicates: number): Outcome {
  return { ...outcome, accepted: outcome.accepted - duplicates, duplicates };
}

import { z } from 'zod';
import type { Condition, Operators } from '../conditions.ts';
import { featureSetSchema, featuresOf } from '../entities/featureSets.ts';
import { isObject } from '../isObject.ts';
import { plainRecord, replacedWhole, shortForms } from './language.ts';
import { operandSchema, references } from './references.ts';

const literalSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const comparableSchema = z.union([z.number(), z.string()]);

const operators = {
  is: literalSchema.describe('It equals this'),
  isNot: literalSchema.describe('It is something else'),
  oneOf: z.array(literalSchema).min(1).max(200).describe('It is one of these'),
  notOneOf: z.array(literalSchema).min(1).max(200).describe('It is none of these'),
  above: comparableSchema.describe('It is more than this number, or after this day (YYYY-MM-DD)'),
  atLeast: comparableSchema.describe('It is this number or more, this day or later'),
  below: comparableSchema.describe('It is less than this number, or before this day'),
  atMost: comparableSchema.describe('It is this number or less, this day or earlier'),
  contains: z.union([z.string(), z.number()]).describe('A list has it, or a text has it in it'),
  isEmpty: z.boolean().describe('Whether nothing is filled in'),
} as const satisfies { [Name in keyof Operators]: z.ZodType<Operators[Name]> };
const names = Object.keys(operators);

/** Written out as several comparisons. */
const containsAnySchema = z
  .union([featureSetSchema, z.array(z.string()).min(1).max(50)])
  .optional()
  .describe('A list has one of these');

const operatorsSchema = z
  .strictObject({ ...z.object(operators).partial().shape, containsAny: containsAnySchema })
  .refine((given) => Object.keys(given).length > 0, {
    message: `expected one of ${names.join(', ')}`,
  });

const comparisonSchema = z
  .strictObject({
    field: operandSchema.describe('What is looked at'),
    ...z.object(operators).partial().shape,
  })
  .refine((comparison) => names.filter((name) => name in comparison).length === 1, {
    message: `expected exactly one of ${names.join(', ')}`,
  });

references.add(comparisonSchema, { reference: 'comparison' });

const partsSchema = z.array(z.lazy((): z.ZodType<Condition> => conditionSchema)).max(50);

type Short = Readonly<Record<string, unknown>>;
const keywords = ['all', 'any', 'not', 'field'];

function isShort(value: unknown): value is Short {
  return isObject(value) && !keywords.some((keyword) => keyword in value);
}

const shortSchema = plainRecord(
  operandSchema,
  z.union([literalSchema, z.array(literalSchema).min(1).max(200), operatorsSchema]),
)
  .refine(isShort, { message: 'expected conditions by field' })
  .refine((fields) => Object.keys(fields).length > 0, { message: 'expected a condition' })
  .describe('Each field with its value, one of several, or what it compares with; all must hold');

/** `{ "a": "x", "b": { "atLeast": 1 } }` as comparisons that must all hold. */
function toWhole(short: Short): unknown {
  const comparisons = Object.entries(short).flatMap(([field, wanted]) => {
    if (Array.isArray(wanted)) return [{ field, oneOf: wanted }];
    if (typeof wanted !== 'object' || wanted === null) return [{ field, is: wanted }];
    return Object.entries(wanted).map(([operator, value]) =>
      operator === 'containsAny' ? toAny(field, value) : { field, [operator]: value },
    );
  });
  return comparisons.length === 1 ? comparisons[0] : { all: comparisons };
}

function toAny(field: string, wanted: unknown): unknown {
  const set = featureSetSchema.safeParse(wanted);
  const values = set.success ? featuresOf(set.data) : wanted;
  // What is no list stays, for the shape check to report.
  if (!Array.isArray(values)) return { field, containsAny: wanted };
  return { any: values.map((contains) => ({ field, contains })) };
}

const writtenSchema = z.union([
  shortSchema,
  comparisonSchema,
  z.strictObject({ all: partsSchema.describe('Each of these holds') }),
  z.strictObject({ any: partsSchema.describe('At least one of these holds') }),
  z.strictObject({
    not: z.lazy((): z.ZodType<Condition> => conditionSchema).describe('This does not hold'),
  }),
]);
shortForms.add(writtenSchema, { isShort, toWhole });
replacedWhole.add(writtenSchema, { replaced: true });

/** A condition as manifests write it, which the compiler writes out; conditions.ts says what it means. */
export const conditionSchema = writtenSchema.meta({
  id: 'Condition',
  description:
    'What must hold: { "sampling": "DAILY" }, { "days": { "atLeast": 3 } }, all, any, not',
}) as unknown as z.ZodType<Condition>;

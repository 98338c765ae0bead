import { z } from 'zod';
import type { Condition, Operators } from '../conditions.ts';
import { operandSchema } from './references.ts';

const literalSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const comparableSchema = z.union([z.number(), z.string()]).describe('A number or YYYY-MM-DD');

const operators = {
  is: literalSchema,
  isNot: literalSchema,
  oneOf: z.array(literalSchema).min(1).max(200),
  notOneOf: z.array(literalSchema).min(1).max(200),
  above: comparableSchema,
  atLeast: comparableSchema,
  below: comparableSchema,
  atMost: comparableSchema,
  contains: z.union([z.string(), z.number()]).describe('A list has it, or a text has it in it'),
  isEmpty: z.boolean(),
} as const satisfies { [Name in keyof Operators]: z.ZodType<Operators[Name]> };
const names = Object.keys(operators);

const comparisonSchema = z
  .strictObject({ field: operandSchema, ...z.object(operators).partial().shape })
  .refine((comparison) => names.filter((name) => name in comparison).length === 1, {
    message: `expected exactly one of ${names.join(', ')}`,
  });

const partsSchema = z.array(z.lazy((): z.ZodType<Condition> => conditionSchema)).max(50);

/** A condition as manifests write it; conditions.ts says what it means. */
export const conditionSchema: z.ZodType<Condition> = z
  .union([
    comparisonSchema,
    z.strictObject({ all: partsSchema }),
    z.strictObject({ any: partsSchema }),
    z.strictObject({ not: z.lazy((): z.ZodType<Condition> => conditionSchema) }),
  ])
  .meta({ id: 'Condition' });

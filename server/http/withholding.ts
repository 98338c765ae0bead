import { z } from 'zod';
import { ownersAlone } from '../../schemas/fields.ts';

type Withhold = (answer: unknown) => unknown;

/**
 * Takes out of answers of a schema what is told to an account's owner alone; undefined where such an
 * answer has nothing of the kind. A union has to be without.
 */
export function createWithholding(schema: z.core.$ZodType): Withhold | undefined {
  if (ownersAlone.has(schema)) return () => (z.safeParse(schema, null).success ? null : undefined);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  ) {
    return createWithholding(schema.unwrap());
  }
  if (schema instanceof z.ZodArray) {
    const ofItem = createWithholding(schema.element);
    return ofItem && ((answer) => (Array.isArray(answer) ? answer.map(ofItem) : answer));
  }
  if (schema instanceof z.ZodUnion) {
    if (!schema.options.some(createWithholding)) return undefined;
    throw new Error('What is told to the owner alone can’t stand in a union.');
  }
  if (!(schema instanceof z.ZodObject)) return undefined;
  const fields = Object.entries(schema.shape).flatMap(([name, field]) => {
    const withhold = createWithholding(field as z.core.$ZodType);
    return withhold ? [[name, withhold] as const] : [];
  });
  if (fields.length === 0) return undefined;
  return (answer) => {
    if (typeof answer !== 'object' || answer === null) return answer;
    const given = answer as Readonly<Record<string, unknown>>;
    return { ...given, ...Object.fromEntries(fields.map(([name, of]) => [name, of(given[name])])) };
  };
}

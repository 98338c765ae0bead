import { z } from 'zod';
import { keptAsTyped } from '../../schemas/fields.ts';
import { isObject } from '../../schemas/isObject.ts';

/** Whether outer spaces of a text are taken off. */
export function isTrimmed(schema: z.ZodType): boolean {
  const isText = schema instanceof z.ZodString || schema instanceof z.ZodStringFormat;
  return isText && keptAsTyped.get(schema) === undefined;
}

/** A body with its texts trimmed, as forms send them; what its schema keeps as typed stays so. */
export function trimTexts(schema: z.ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return trimTexts(schema.unwrap() as z.ZodType, value);
  }
  if (typeof value === 'string') {
    return isTrimmed(schema) ? value.trim() : value;
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((one) => trimTexts(schema.element as z.ZodType, one));
  }
  if (!(schema instanceof z.ZodObject && isObject(value))) return value;
  const entries = Object.entries(value).map(([name, one]) => {
    const own = Object.hasOwn(schema.shape, name) ? (schema.shape[name] as z.ZodType) : undefined;
    return [name, own ? trimTexts(own, one) : one];
  });
  return Object.fromEntries(entries);
}

import { z } from 'zod';
import { colourPattern } from '../../../schemas/entities/account.ts';

/** What of a value stands in the log. */
export type LoggedValue = string | number | boolean;
export type LoggedValues = Record<string, LoggedValue>;

/** Longer lists are told by how many they are. */
const maxListed = 20;

/**
 * What the activity log may say of an object's fields: numbers, yes or no, days, colours, and one of a
 * closed list. Texts are left out, all of them: people type passwords into any field.
 */
export function logFields({ shape }: Pick<z.ZodObject, 'shape'>, values: object): LoggedValues {
  const logged: LoggedValues = {};
  for (const [name, value] of Object.entries(values)) {
    const schema = shape[name] && unwrap(shape[name]);
    if (schema instanceof z.ZodObject && typeof value === 'object' && value !== null) {
      const inner = Object.entries(logFields(schema, value));
      for (const [field, said] of inner) logged[`${name}.${field}`] = said;
      continue;
    }
    const said = loggedValueOf(schema, value);
    if (said !== undefined) logged[name] = said;
  }
  return logged;
}

function loggedValueOf(
  schema: z.core.$ZodType | undefined,
  value: unknown,
): LoggedValue | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'string') return isOneOf(schema, value) ? value : undefined;
  if (!Array.isArray(value) || !(schema instanceof z.ZodArray)) return undefined;
  const element = unwrap(schema.element);
  const isTold = value.every((one) => typeof one === 'number' || isOneOf(element, one));
  return isTold ? listed(value) : `${value.length}`;
}

/** The values of a list in one text; of a long one how many they are. */
export function listed(values: readonly (string | number)[]): string {
  return values.length > maxListed ? `${values.length}` : values.join(', ');
}

/** What it is without null, defaults and the like around it. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  ) {
    return unwrap(schema.unwrap());
  }
  return schema;
}

/** Whether a value is one of few: what nobody's secret is. */
function isOneOf(schema: z.core.$ZodType | undefined, value: unknown): boolean {
  const isClosed =
    schema instanceof z.ZodEnum ||
    schema instanceof z.ZodLiteral ||
    schema instanceof z.ZodISODate ||
    (schema instanceof z.ZodString && schema.def.checks?.some(isColour));
  return isClosed === true && z.safeParse(schema, value).success;
}

function isColour({ _zod: { def } }: z.core.$ZodCheck<never>): boolean {
  return 'pattern' in def && def.pattern === colourPattern;
}

import { z } from 'zod';
import type { Operation } from '../../../schemas/api/operation.ts';

type Told = Record<string, string | number | boolean>;

/** Longer lists are told by how many they are. */
const mostListed = 20;
const longestText = 100;

/**
 * What the activity log says of a change: which objects it was about, by the path and the answer, and
 * of the body what is a number, a yes or no, a day or one of a closed list. Texts are left out, all of
 * them: people type passwords into any field.
 */
export function tellChange(
  { params, body }: Pick<Operation, 'params' | 'body'>,
  request: { readonly params?: unknown; readonly body?: unknown },
  answer: unknown,
): Told {
  const told: Told = {};
  for (const [name, value] of Object.entries(given(request.params))) {
    // Who names objects that are there types no secret. `id` is the caller's own.
    if (params && name in params.shape && name !== 'id') told[name] = plain(value);
  }
  if (body && body !== 'stream') {
    const { shape = {} } = body as Partial<z.ZodObject>;
    for (const [name, value] of Object.entries(given(request.body))) {
      const said = tell(shape[name], value);
      if (said !== undefined) told[name] = said;
    }
  }
  for (const [name, value] of Object.entries(given(answer))) {
    if (/^(id|\w+Id)$/.test(name) && typeof value === 'number') told[name] = value;
  }
  return told;
}

function tell(schema: z.core.$ZodType | undefined, value: unknown) {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  const bare = schema && unwrap(schema);
  if (typeof value === 'string') return isClosed(bare) ? value : undefined;
  if (!Array.isArray(value) || !(bare instanceof z.ZodArray)) return undefined;
  if (value.length > mostListed) return `${value.length}`;
  const isTold = isClosed(unwrap(bare.element)) || value.every((one) => typeof one === 'number');
  return isTold ? value.join(', ') : `${value.length}`;
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

function isClosed(schema: z.core.$ZodType | undefined): boolean {
  return (
    schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral || schema instanceof z.ZodISODate
  );
}

function given(value: unknown): object {
  if (typeof value !== 'object' || value === null || value instanceof Response) return {};
  return value;
}

function plain(value: unknown): string | number | boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  return String(value).slice(0, longestText);
}

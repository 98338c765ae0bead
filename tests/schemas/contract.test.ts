import { expect, it } from 'vitest';
import { z } from 'zod';
import type { Operation } from '../../schemas/api/operation.ts';
import { operations } from '../../schemas/api/operations.ts';
import { listRefusals } from '../../schemas/api/refusals.ts';
import { errorBodySchema, errorCodes } from '../../schemas/errors.ts';
import { formSchemas } from '../../schemas/forms/formSchemas.ts';

/**
 * What callers rely on changes only when somebody means it to: then `vitest run FILE --update` with
 * this file writes contract.txt anew, whose difference says what they have to know. After `-u` the
 * file's name would be taken for a value, and everything would run.
 */

type Io = 'input' | 'output';
type Json = Readonly<Record<string, unknown>>;

/** Schemas with a name of their own, as they are sent and as they are answered. */
const named = new Map<string, string>();

/** A schema on one line, without words for people, which may be put better at any time. */
function write(schema: z.ZodType, io: Io): string {
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  const print = ({ $defs = {}, ...own }: Json): string => {
    for (const [name, one] of Object.entries($defs as Record<string, Json>)) {
      named.set(`${name} ${io}`, print(one));
    }
    const withoutWords = (key: string, value: unknown) =>
      ['$schema', 'id', 'description'].includes(key) && typeof value === 'string'
        ? undefined
        : value;
    return JSON.stringify(own, withoutWords).replaceAll('"#/$defs/', '"');
  };
  return print(json);
}

function tell([id, operation]: readonly [string, Operation]): string[] {
  const { method, path, module, access, reads, revalidates, pushes, mediaType } = operation;
  const { params, query, body, response } = operation;
  const sent = (what: string, schema: z.ZodType | 'stream' | undefined) =>
    schema ? [`${id} ${what} ${schema === 'stream' ? schema : write(schema, 'input')}`] : [];
  return [
    `${id} ${JSON.stringify({ method, path, module, access, reads, revalidates, pushes, mediaType })}`,
    `${id} refuses ${listRefusals(operation).join(' ')}`,
    ...sent('params', params),
    ...sent('query', query),
    ...sent('body', body),
    `${id} answers ${write(response, 'output')}`,
  ];
}

it('the API is as it was agreed on', async () => {
  const lines = [
    ...Object.entries(operations).flatMap(tell),
    ...Object.entries(formSchemas).map(([name, form]) => `form ${name} ${write(form, 'input')}`),
    ...Object.entries(errorCodes).map(([name, { code, status }]) => `${status} ${code} ${name}`),
    `error ${write(errorBodySchema, 'output')}`,
    ...[...named].map(([name, json]) => `${name} ${json}`).toSorted(),
  ];
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./contract.txt');
});

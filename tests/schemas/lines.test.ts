import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Operation } from '../../schemas/api/operation.ts';
import { operations } from '../../schemas/api/operations.ts';
import { lineSchema } from '../../schemas/fields.ts';

/** Fields whose texts may have several lines, or that nobody reads as a name. */
const others = {
  'a text for people': ['description', 'message', 'note', 'reason'],
  'a secret, which is compared': [
    ...['code', 'currentPassword', 'password', 'repeatedPassword', 'token'],
  ],
  'finds what has its name already': [
    ...['account', 'billingType', 'errorTypes', 'heading', 'serialNumber', 'username', 'worksNo'],
  ],
};

/** Of 24 characters, so that no least length is in the way. */
const names = ['\n', '\r', '\t', '\u001b', '\u0085', '\u2028', '\u202e', '\u2066'].map(
  (hidden) => `A name of${hidden}two lines, 1`,
);

function* textsOf(schema: unknown, path: string): Generator<string> {
  if (schema instanceof z.ZodObject) {
    for (const [name, one] of Object.entries(schema.shape)) yield* textsOf(one, `${path}.${name}`);
  } else if (schema instanceof z.ZodArray) yield* textsOf(schema.element, path);
  else if (schema instanceof z.ZodUnion) {
    for (const one of schema.options) yield* textsOf(one, path);
  } else if (schema instanceof z.ZodRecord) yield* textsOf(schema.valueType, path);
  else if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  )
    yield* textsOf(schema.unwrap(), path);
  else if (schema instanceof z.ZodType && names.some((one) => schema.safeParse(one).success))
    yield path;
}

test('names are one line, wherever they are entered', () => {
  const found = Object.entries<Operation>(operations).flatMap(([id, { body }]) =>
    body === 'stream' || body === undefined ? [] : [...textsOf(body, id)],
  );
  const fields = new Set(found.map((path) => path.split('.').at(-1)));
  expect([...fields].sort()).toEqual(Object.values(others).flat().sort());
});

test.each([
  ['Zofia Mała-Nowak', true],
  ['Łąka 7/2 «B» – 25 % & <x>', true],
  ['דירה 3 \u200f', true],
  ['a whole \ud83d\ude00', true],
  ['  spaces around  ', true],
  ['two\nlines', false],
  ['report\u202efdp.exe', false],
  ['bell\u0007', false],
])('%j may be a name: %s', (name, isFine) => {
  expect(lineSchema.safeParse(name).success).toBe(isFine);
});

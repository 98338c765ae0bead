import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import cs from '../../../locales/cs/values.json' with { type: 'json' };
import english from '../../../locales/en/values.json' with { type: 'json' };
import pl from '../../../locales/pl/values.json' with { type: 'json' };
import type { Operation } from '../../../schemas/api/operation.ts';
import { operations } from '../../../schemas/api/operations.ts';
import { administratorDraftSchema } from '../../../schemas/entities/administrator.ts';
import type { MeasuredKind } from '../../../schemas/kinds/warningKind.ts';
import { measuredKinds } from '../../../schemas/kinds/warnings.ts';
import { withInput, wordsOfIssue } from '../../../server/forms/issueWords.ts';
import { sayIn, sayInEnglish } from '../../../server/said.ts';

const sayPolish = sayIn({ values: pl });
const sayCzech = sayIn({ values: cs });
/** What zod finds wrong, as it is said in English and in Polish. */
function find(schema: z.ZodType, input: unknown) {
  const issues = schema.safeParse(input, withInput).error?.issues ?? [];
  return issues.map((issue) => [
    sayInEnglish(wordsOfIssue(issue)),
    sayPolish(wordsOfIssue(issue)),
    sayCzech(wordsOfIssue(issue)),
  ]);
}

describe('what zod finds wrong', () => {
  const text = z.string().min(2).max(3);
  const list = z.array(z.int()).min(2).max(3);
  it.each<[z.ZodType, unknown, string, string]>([
    [z.string(), undefined, 'a value is required', 'trzeba podać wartość'],
    [z.enum(['A', 'B']), undefined, 'a value is required', 'trzeba podać wartość'],
    [z.string(), 7, 'expected a text', 'oczekiwano tekstu'],
    [z.number(), Number.NaN, 'expected a number', 'oczekiwano liczby'],
    [z.int(), 1.5, 'expected a whole number', 'oczekiwano liczby całkowitej'],
    [z.boolean(), 'x', 'expected true or false', 'oczekiwano true albo false'],
    [list, {}, 'expected a list', 'oczekiwano listy'],
    [z.object({}), 'x', 'expected an object', 'oczekiwano obiektu'],
    [z.enum(['A', 'B']), 'C', 'expected one of A, B', 'oczekiwano jednego z: A, B'],
    [z.literal('A'), 'C', 'expected A', 'oczekiwano: A'],
    [text, 'a', 'expected at least 2 characters', 'za krótkie: najmniejsza liczba znaków to 2'],
    [text, 'abcd', 'expected at most 3 characters', 'za długie: największa liczba znaków to 3'],
    [z.string().min(1), '', 'a value is required', 'trzeba podać wartość'],
    [list, [1], 'expected at least 2 entries', 'za mało pozycji: najmniej to 2'],
    [list, [1, 2, 3, 4], 'expected at most 3 entries', 'za dużo pozycji: najwięcej to 3'],
    [z.number().min(3), 2, 'expected at least 3', 'oczekiwano co najmniej 3'],
    [z.number().gt(3), 3, 'expected more than 3', 'oczekiwano więcej niż 3'],
    [z.number().max(3), 4, 'expected at most 3', 'oczekiwano najwyżej 3'],
    [z.number().lt(3), 3, 'expected less than 3', 'oczekiwano mniej niż 3'],
    [z.number().multipleOf(5), 3, 'expected a multiple of 5', 'oczekiwano wielokrotności 5'],
    [
      z.iso.date(),
      '1.2.26',
      'expected a day such as 2026-01-31',
      'oczekiwano dnia takiego jak 2026-01-31',
    ],
  ])('is said in words: %#', (schema, input, inEnglish, inPolish) => {
    expect(find(schema, input).map(([en, polish]) => [en, polish])).toEqual([
      [inEnglish, inPolish],
    ]);
  });

  it('of a name that nobody knows names it', () => {
    expect(find(z.strictObject({}), { colour: 1 })[0]?.[1]).toMatch(
      /^nic się tu nie nazywa «colour»/,
    );
  });
});

/** Bodies and queries of all operations, and what lists of accounts are read by. */
const schemas = [
  ...Object.values(operations as Readonly<Record<string, Operation>>).flatMap(
    ({ params, query, body }) => [params, query, ...(body === 'stream' ? [] : [body])],
  ),
  administratorDraftSchema,
].filter((schema) => schema instanceof z.ZodObject);

test('nothing that a call may send wrongly is told in words of English to others', () => {
  const wrong = [undefined, '', 'ä'.repeat(5000), -1e9, 0.123, {}];
  const inputs = [...wrong, 1e12, 'a\nb', [], [{}, '']];
  const stays = schemas.flatMap((schema) =>
    inputs.flatMap((input) => {
      const given = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, input]));
      return find(schema.strict(), { ...given, unknown: 1 }).filter(
        ([en, polish, czech]) =>
          polish === en || czech === en || /\{\{/.test(`${en}${polish}${czech}`),
      );
    }),
  );
  expect([...new Set(stays.flat())]).toEqual([]);
});

test('each sentence that schemas have of their own is one of the texts, and each of those is said', () => {
  const own = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    const { _zod: core } = value as { _zod?: { def: Record<string, unknown> } };
    const def = core?.def ?? (value as Record<string, unknown>);
    const { error, getter } = def as {
      error?: (issue: unknown) => unknown;
      getter?: () => unknown;
    };
    if (core && typeof error === 'function') own.add(String(error({ code: 'custom' })));
    if (typeof getter === 'function') visit(getter());
    for (const [name, inner] of Object.entries(def)) if (name !== 'error') visit(inner);
  };
  for (const schema of schemas) visit(schema);
  for (const { defaults, contradiction } of Object.values(measuredKinds) as MeasuredKind[]) {
    const fields = Object.keys(defaults);
    const nothing = Object.fromEntries(fields.map((field) => [field, null]));
    for (const limits of [nothing, ...fields.map((field) => ({ ...defaults, [field]: 1 }))]) {
      const found = contradiction?.(limits);
      if (found) own.add(found.message);
    }
  }
  const ways = [...own].map((message) => {
    const { text } = wordsOfIssue({ code: 'custom', message, path: [] });
    return text.startsWith('own.') ? text.slice(4) : message;
  });
  expect(new Set(ways)).toEqual(new Set(Object.keys(english.own)));
});

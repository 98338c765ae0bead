import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { shortOr } from '../../../schemas/manifest/language.ts';
import { localeKeySchema } from '../../../schemas/manifest/references.ts';
import {
  describeSchema,
  describeValue,
  findOption,
  likelyOption,
  listValues,
  memberSchema,
  unwrap,
} from '../../../server/manifests/ground/schemaWalk.ts';

const text = z.string();

describe('unwrap', () => {
  test.each<[string, z.ZodType]>([
    ['optional', text.optional()],
    ['nullable', text.nullable()],
    ['with a default', text.default('a')],
    ['with a default that is read', text.prefault('a')],
    ['readonly', text.readonly()],
    ['needed after all', text.optional().nonoptional()],
    ['lazy', z.lazy(() => text)],
    ['what is piped into it', z.preprocess((value) => value, text)],
    ['several at once', z.lazy(() => text.nullable().optional()).default('a')],
    ['bare', text],
  ])('finds the schema that is %s', (_name, schema) => {
    expect(unwrap(schema)).toBe(text);
    expect(unwrap(schema)).toBe(text);
  });

  test('leaves alone what only holds a schema', () => {
    const list = z.array(text);
    expect(unwrap(list)).toBe(list);
    const record = z.record(z.string(), text);
    expect(unwrap(record.optional())).toBe(record);
  });
});

const table = z.strictObject({ type: z.literal('table'), rows: z.number() });
const graph = z.strictObject({ type: z.enum(['graph', 'chart']), series: z.number() });
const go = z.strictObject({ to: text });
const call = z.strictObject({ run: text, next: text.optional() });

describe('the option of a union that a value is', () => {
  const node = z.discriminatedUnion('type', [table, graph]);
  test.each<[string, z.ZodType, unknown, z.ZodType | undefined]>([
    ['by its discriminator, whatever else is wrong', node, { type: 'table' }, table],
    ['by each value of it', node, { type: 'chart', rows: 1 }, graph],
    ['unknown by another', node, { type: 'map', rows: 1 }, undefined],
    ['unknown without one', node, { rows: 1 }, undefined],
    ['unknown of null', node, null, undefined],
    ['the only one, whatever it is', z.union([go]), 7, go],
    ['the first that fits', z.union([go, call]), { run: 'a' }, call],
    ['else by a key that it needs', z.union([go, call]), { run: 'a', other: 1 }, call],
    ['not by a key that it may have', z.union([go, call]), { next: 'a' }, undefined],
    ['unknown with the keys of both', z.union([go, call]), { run: 'a', to: 'b' }, undefined],
  ])('%s', (_name, union, value, option) => {
    expect(findOption(union, value)).toBe(option);
  });

  test('by whether it is written short', () => {
    const link = shortOr(go, text, (to) => ({ to }));
    const [short, whole] = (unwrap(link) as z.ZodUnion<[z.ZodType, z.ZodType]>).options;
    expect(findOption(link, 'a')).toBe(short);
    expect(findOption(link, {})).toBe(whole);
    expect(likelyOption(link, { other: 1 })).toBe(whole);
    expect(memberSchema(link, {}, 'to')).toBe(text);
    expect(memberSchema(link, 'a', 'to')).toBeUndefined();
  });

  const list = z.array(z.number());
  const record = z.record(z.string(), z.number());
  const number = z.number();
  const long = text.min(3);
  const yes = z.boolean();
  const none = z.null();
  const word = z.literal(['all', 'none']);
  const one = z.literal(1);
  const kind = z.enum(['a', 'b']);
  test.each<[string, readonly [z.ZodType, z.ZodType], unknown, z.ZodType | undefined]>([
    ['a list', [list, go], ['a'], list],
    ['an object that isn’t a list', [list, go], { x: 1 }, go],
    ['a record', [list, record], { x: 'a' }, record],
    ['no list', [record, go], [], undefined],
    ['a text', [number, long], 'a', long],
    ['a text of either kind', [kind, number], 'c', kind],
    ['a number', [number, kind], Number.NaN, number],
    ['a word', [word, number], 'some', word],
    ['a number that isn’t the one', [one, kind], 2, one],
    ['true', [yes, number], 'true', undefined],
    ['null', [none, number], null, none],
    ['what is only called null', [none, number], 'null', undefined],
    ['what may be null', [none, go], { x: 1 }, go],
    ['what a union in it takes', [z.union([number, yes]), text], {}, undefined],
  ])('%s by its kind', (_name, options, value, option) => {
    expect(likelyOption(z.union(options), value)).toBe(option);
  });

  test('of a kind that a union in it takes', () => {
    const inner = z.union([number, list]);
    expect(likelyOption(z.union([inner, go]), ['a'])).toBe(inner);
    expect(likelyOption(z.union([inner, go]), { x: 1 })).toBe(go);
    expect(likelyOption(z.union([number, yes]), 'a')).toBeUndefined();
    expect(likelyOption(z.union([go]), 'a')).toBe(go);
    const mixed = z.literal([1, 'all']);
    expect(likelyOption(z.union([mixed, yes]), 'some')).toBe(mixed);
    expect(likelyOption(z.union([text.min(9), yes]), 'a')?.def.type).toBe('string');
    expect(likelyOption(z.union([z.any(), yes]), 'a')?.def.type).toBe('any');
  });
});

describe('the schema of a member', () => {
  test.each<[string, z.ZodType, unknown, PropertyKey, z.ZodType | undefined]>([
    ['of an object', table, {}, 'rows', table.shape.rows],
    ['of an object that may be missing', table.optional(), {}, 'rows', table.shape.rows],
    ['that an object doesn’t have', table, {}, 'toString', undefined],
    ['of a record', z.record(z.string(), text), {}, 'any', text],
    ['of a list', z.array(text), [], 0, text],
    ['of the option that the value is', z.union([go, call]), { run: 'a' }, 'next', call.shape.next],
    ['of no option', z.union([go, call]), {}, 'then', undefined],
    ['of a text', text, 'a', 'length', undefined],
  ])('%s', (_name, schema, value, key, member) => {
    expect(memberSchema(schema, value, key)).toBe(member);
  });
});

test.each<[z.ZodType, unknown[] | undefined]>([
  [z.enum({ one: 'a', two: 'b' }), ['a', 'b']],
  [z.literal('a'), ['a']],
  [z.literal(['a', 1]), ['a', 1]],
  [z.union([z.enum(['a', 'b']), z.literal('c')]).optional(), ['a', 'b', 'c']],
  [z.union([z.enum(['a', 'b']), text]), undefined],
  [text, undefined],
  [z.array(z.enum(['a'])), undefined],
])('lists the values of closed schemas: %#', (schema, values) => {
  expect(listValues(schema)).toEqual(values);
});

test.each<[z.ZodType, string]>([
  [localeKeySchema.optional(), 'a locale key such as consumption:graph.title'],
  [z.literal('a'), '"a"'],
  [z.enum(['a', 'b']), 'one of "a", "b"'],
  [z.enum([...'abcdefgh']), 'one of "a", "b", "c", "d", "e", "f", "g", "h"'],
  [z.enum([...'abcdefghi']), 'one of "a", "b", "c", "d", "e", "f", "g", "h", …'],
  [z.union([text, z.array(text)]), 'a text, or a list'],
  [call, 'an object with "run"'],
  [table, 'an object with "type", "rows"'],
  [z.object({ a: text.optional() }), 'an object'],
  [z.record(z.string(), text), 'an object'],
  [z.url(), 'a web address'],
  [z.email(), 'a text'],
  [z.number().optional(), 'a number'],
  [z.boolean(), 'true or false'],
  [z.null(), 'null'],
])('says what a schema expects: %#', (schema, words) => {
  expect(describeSchema(schema)).toBe(words);
});

test.each([
  [undefined, 'nothing'],
  [null, 'null'],
  [{ a: 'b' }, '{"a":"b"}'],
  ['x'.repeat(78), `"${'x'.repeat(78)}"`],
  ['x'.repeat(79), `"${'x'.repeat(76)}…`],
])('shows a value that was found: %#', (value, shown) => {
  expect(describeValue(value)).toBe(shown);
});

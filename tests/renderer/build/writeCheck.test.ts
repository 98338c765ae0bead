import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { writeChecks } from '../../../renderer/build/writeCheck.ts';
import { checkResponse } from '../../../renderer/core/responseChecks.ts';
import { type OperationId, operations } from '../../../schemas/api/operations.ts';
import type { JsonSchema } from '../../../schemas/manifest/compiledForm.ts';

const toJson = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { unrepresentable: 'any', reused: 'ref' }) as JsonSchema;

type Check = (value: unknown) => boolean;

async function load(schemas: Record<string, z.ZodType>): Promise<Record<string, Check>> {
  const code = writeChecks(
    Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, toJson(schema)])),
  );
  const address = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
  return (await import(/* @vite-ignore */ address)).checks;
}

const shared = z.object({ a: z.number(), b: z.string().optional() }).meta({ id: 'Shared' });
const schemas = {
  object: shared,
  strict: z.strictObject({ a: z.unknown(), b: z.boolean().nullable() }),
  described: z.array(shared.describe('one').describe('other')),
  list: z.array(z.union([z.string(), z.null()])).max(2),
  pair: z.tuple([z.int(), z.string()]),
  record: z.record(z.string(), shared),
  names: z.record(z.enum(['a', 'b']), z.number()),
  partly: z.object({ a: z.number() }).catchall(z.string()),
  either: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('a'), a: z.number().min(0).lt(2) }),
    z.object({ kind: z.literal('b'), b: z.array(shared) }),
  ]),
  default: z.object({ a: z.number().default(1) }),
  enumeration: z.enum(['a', 'b', '1']),
  date: z.iso.date(),
  text: z.string().min(1).max(2),
  pattern: z.string().regex(/^a\/+"?$/),
};

/** JSON values of the names and sizes that the schemas tell apart. */
const { value: values } = fc.letrec<{ value: unknown; leaf: unknown; object: unknown }>((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom(null, true, 'a', 'b', '1', 'abc', 'a//', 'a/"', '', '2026-02-28', '2026-02-30'),
    fc.constantFrom(0, 1, 1.5, -1, 2, 2 ** 53),
    fc.string({ maxLength: 3 }),
  ),
  object: fc.dictionary(fc.constantFrom('a', 'b', 'kind', 'c'), tie('value'), { maxKeys: 3 }),
  value: fc.oneof(
    { depthSize: 'small' },
    tie('leaf'),
    tie('object'),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
}));

describe('checks written as code', () => {
  it('say whether zod would hand a value on as it came', async () => {
    const checks = await load(schemas);
    const met = new Set<string>();
    const compare = (any: unknown) => {
      const value = JSON.parse(JSON.stringify(any));
      for (const [name, schema] of Object.entries(schemas)) {
        const { success: isSound, data } = schema.safeParse(value);
        const success = isSound && isDeepStrictEqual(JSON.parse(JSON.stringify(data)), value);
        met.add(`${name} ${success}`);
        expect(checks[name]?.(value), `${name}: ${JSON.stringify(value)}`).toBe(success);
      }
    };
    fc.assert(fc.property(values, compare), { numRuns: 3000 });
    for (const value of [
      [1, 'a'],
      { a: 1, kind: 'a' },
      { kind: 'b', b: [{ a: 1 }] },
      { a: 1, b: 2 },
    ]) {
      compare(value);
    }
    compare({ a: 'x', b: null });
    compare({ a: { a: 1 } });
    // Each schema has taken one value and refused another, or the comparison would say nothing.
    expect(met.size).toBe(2 * Object.keys(schemas).length);
  });

  it('know every operation’s answer', async () => {
    const ids = Object.keys(operations) as OperationId[];
    const checks = await load(
      Object.fromEntries(ids.map((id) => [id, operations[id].response as z.ZodType])),
    );
    expect(Object.keys(checks)).toEqual(ids);
    for (const id of ids) expect(checks[id]?.(12.5), id).toBe(false);
  });

  it('stop at a keyword that they do not know', () => {
    expect(() => writeChecks({ a: { not: {} } as JsonSchema })).toThrow('«not»');
  });
});

it('names from before they had to be one line are still shown', async () => {
  const { report } = await load({ report: operations['report.latest'].response });
  const old = { reportName: 'two\nlines' };
  expect(report?.(old)).toBe(true);
  expect(checkResponse('report.latest', old)).toEqual({ success: true, data: old });
  for (const wrong of [{ reportName: 'x'.repeat(201) }, { ...old, numberOfDays: 0 }]) {
    expect([report?.(wrong), checkResponse('report.latest', wrong).success]).toEqual([
      false,
      false,
    ]);
  }
});

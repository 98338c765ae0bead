import { expect, test } from 'vitest';
import { z } from 'zod';
import { conditionSchema } from '../../../schemas/manifest/condition.ts';
import { plainRecord } from '../../../schemas/manifest/language.ts';
import { parseLocated, toValue } from '../../../server/manifests/located.ts';
import { takeParts } from '../../../server/manifests/takeParts.ts';

const screenSchema = z.object({
  values: plainRecord(z.string(), z.string()).optional(),
  showIf: conditionSchema.optional(),
  node: z.object({ type: z.string() }).optional(),
});

/** What is left of a value, and what was said of it, when there is one part: `own.table`. */
function take(value: unknown) {
  const parse = (given: unknown) => {
    const located = parseLocated({ name: 'a.json', text: JSON.stringify(given) }, []);
    if (!located) throw new Error('This is no JSON.');
    return located;
  };
  const faults: { message: string }[] = [];
  const surroundings = {
    parts: new Map([['own.table', { base: parse({ type: 'table' }), override: undefined }]]),
    isReachable: () => true,
    faults: faults as never[],
    onUse: () => undefined,
  };
  const taken = toValue(takeParts(parse(value), screenSchema, surroundings));
  return { taken, messages: faults.map(({ message }) => message) };
}

test('a part stands where it is used', () => {
  expect(take({ node: { use: 'own.table' } })).toEqual({
    taken: { node: { type: 'table' } },
    messages: [],
  });
});

test.each([{ values: { use: 'own.table' } }, { showIf: { use: 'own.table' } }])(
  'a value that is called use takes no part: %j',
  (value) => {
    expect(take(value)).toEqual({ taken: value, messages: [] });
  },
);

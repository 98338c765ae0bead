import { expect, test } from 'vitest';
import { z } from 'zod';
import { conditionSchema } from '../../../schemas/manifest/condition.ts';
import { plainRecord } from '../../../schemas/manifest/language.ts';
import { parseLocated, toValue } from '../../../server/manifests/ground/located.ts';
import { takeParts } from '../../../server/manifests/layer/takeParts.ts';

const screenSchema = z.object({
  values: plainRecord(z.string(), z.string()).optional(),
  showIf: conditionSchema.optional(),
  node: z.object({ type: z.string() }).optional(),
});

const table = { type: 'table' };

/** What is left of a value, and what was said of it, when there is one part: `own.table`. */
function take(value: unknown, part: object = table) {
  const parse = (given: unknown) => {
    const located = parseLocated({ name: 'a.json', text: JSON.stringify(given) }, []);
    if (!located) throw new Error('This is no JSON.');
    return located;
  };
  const faults: { message: string }[] = [];
  const surroundings = {
    parts: new Map([['own.table', { base: parse(part), override: undefined }]]),
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

const open = { type: 'section', '$data.<of>.devices': { above: '<least>' }, text: 'a:<of>.<of>' };
const using = (given: unknown) => ({ node: { use: 'own.table', with: given } });

test('what a part leaves open is what is given with it, in keys and texts; alone it keeps its type', () => {
  expect(take(using({ of: 'main', least: 3 }), open)).toEqual({
    taken: { node: { type: 'section', '$data.main.devices': { above: 3 }, text: 'a:main.main' } },
    messages: [],
  });
});

test.each<[unknown, string[]]>([
  [
    { of: 'main', leats: 1 },
    [
      'the part "own.table" has no <leats>, did you mean "least"?',
      'expected "with" to say what <least> of the part "own.table" is, found nothing',
    ],
  ],
  [{ of: ['main'], least: 1 }, ['expected a text, a number, true or false, found more']],
  [
    'main',
    [
      'expected an object such as { "name": "value" }, found "main"',
      ...['of', 'least'].map(
        (name) => `expected "with" to say what <${name}> of the part "own.table" is, found nothing`,
      ),
    ],
  ],
])('given %j it says what is missing or too much', (given, messages) => {
  expect(take(using(given), open).messages.toSorted()).toEqual(messages.toSorted());
});

test('a part that leaves nothing open takes nothing', () => {
  const { taken, messages } = take(using({ of: 'main' }));
  expect(taken).toEqual({ node: table });
  expect(messages).toEqual(['the part "own.table" has no <of>']);
});

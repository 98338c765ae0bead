import { expect, test } from 'vitest';
import { shortenCondition } from '../../../server/manifests/read/migrations/shortCondition.ts';

const a = { field: 'a', is: 1 };
const b = { field: 'b', isNot: 2 };
const short = { a: 1, b: { isNot: 2 } };

test.each<[unknown, unknown]>([
  [a, { a: 1 }],
  [b, { b: { isNot: 2 } }],
  [{ field: 'a', is: null }, { a: null }],
  [{ field: 'a', oneOf: [1, 2] }, { a: [1, 2] }],
  [{ field: 'a', oneOf: '$query.list' }, { a: { oneOf: '$query.list' } }],
  [{ field: 'a', isNot: [1] }, { a: { isNot: [1] } }],
  [{ not: a }, { not: { a: 1 } }],
  [{ any: [a, { not: b }] }, { any: [{ a: 1 }, { not: { b: { isNot: 2 } } }] }],
  [{ all: [a, b] }, short],
  [{ any: [{ all: [a, b] }] }, { any: [short] }],
])('%j is %j', (long, expected) => {
  expect(shortenCondition(long)).toEqual(expected);
});

test.each<[string, readonly unknown[], readonly unknown[]]>([
  ['nothing', [], []],
  ['one', [a], [{ a: 1 }]],
  ['the same field', [a, { field: 'a', is: 2 }], [{ a: 1 }, { a: 2 }]],
  ['one of several', [a, { any: [b] }], [{ a: 1 }, { any: [{ b: { isNot: 2 } }] }]],
  ['not one', [a, { not: b }], [{ a: 1 }, { not: { b: { isNot: 2 } } }]],
  ['all of some', [{ all: [a, b] }, { field: 'c', is: 3 }], [short, { c: 3 }]],
  ['a field called so', [a, { field: 'all', is: 1 }], [{ a: 1 }, { field: 'all', is: 1 }]],
  ['no object', [a, 'b', b], [{ a: 1 }, 'b', { b: { isNot: 2 } }]],
  ['a list', [['b'], a], [['b'], { a: 1 }]],
  ['an empty one', [{}, a], [{}, { a: 1 }]],
])('all of %s isn’t joined', (_name, all, parts) => {
  expect(shortenCondition({ all })).toEqual({ all: parts });
});

test.each([
  null,
  'a',
  7,
  { field: 'a' },
  { field: 7, is: 1 },
  { field: 'not', is: 1 },
  { field: 'field', is: 1 },
  { field: 'any', is: 1 },
  { field: 'a', atLeast: 1, below: 2 },
  { is: 1 },
])('%j stays', (condition) => {
  expect(shortenCondition(condition)).toEqual(condition);
});

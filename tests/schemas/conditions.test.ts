import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Condition, compileCondition, listOperands } from '../../schemas/conditions.ts';
import { conditionSchema } from '../../schemas/manifest/condition.ts';
import { type ShortForm, shortForms } from '../../schemas/manifest/language.ts';

const holds = (condition: Condition, values: Record<string, unknown> = {}) =>
  compileCondition(condition)((operand) => values[operand]);

describe('a comparison', () => {
  it.each<[Omit<Condition, 'field'>, unknown, boolean]>([
    [{ is: 'DAILY' }, 'DAILY', true],
    [{ is: 'DAILY' }, 'WEEKLY', false],
    [{ is: 1 }, '1', false],
    [{ is: null }, null, true],
    [{ is: null }, 0, false],
    [{ is: false }, false, true],
    [{ isNot: 'A' }, 'B', true],
    [{ isNot: 'A' }, null, true],
    [{ isNot: 'A' }, undefined, false],
    [{ isNot: 'A' }, 3, false],
    [{ oneOf: ['A', 'B'] }, 'B', true],
    [{ oneOf: ['A', 'B'] }, 'C', false],
    [{ oneOf: [1, 'B'] }, 'B', true],
    [{ notOneOf: ['A', 'B'] }, 'C', true],
    [{ notOneOf: ['A', 'B'] }, 'A', false],
    [{ notOneOf: ['A', 'B'] }, undefined, false],
    [{ above: 3 }, 4, true],
    [{ above: 3 }, 3, false],
    [{ above: 3 }, '4', false],
    [{ above: 3 }, Number.NaN, false],
    [{ atLeast: 3 }, 3, true],
    [{ below: 3 }, 2, true],
    [{ below: 3 }, 3, false],
    [{ atMost: 3 }, 3, true],
    [{ above: '2024-03-30' }, '2024-03-31', true],
    [{ atMost: '2024-03-30' }, '2024-03-30', true],
    [{ below: '2024-03-30' }, 'tomorrow', false],
    [{ above: 'a' }, 'b', false],
    [{ contains: 'x' }, ['x', 'y'], true],
    [{ contains: 'z' }, ['x', 'y'], false],
    [{ contains: 2 }, [1, 2], true],
    [{ contains: 'eak' }, 'Leakage', true],
    [{ contains: 'x' }, 7, false],
    [{ isEmpty: true }, undefined, true],
    [{ isEmpty: true }, ' ', true],
    [{ isEmpty: true }, [], true],
    [{ isEmpty: true }, false, true],
    [{ isEmpty: true }, 0, false],
    [{ isEmpty: false }, 'a', true],
    [{ is: 'A' }, null, false],
    [{ is: null }, undefined, false],
    [{ isNot: null }, null, false],
    [{ isNot: null }, 0, true],
    [{ oneOf: ['A', 1] }, true, false],
    [{ notOneOf: ['A', 1] }, true, false],
    [{ notOneOf: [1, 'A'] }, 'B', true],
    [{ oneOf: ['A', null] }, null, true],
    [{ atLeast: 3 }, 2, false],
    [{ atMost: 3 }, 4, false],
    [{ above: '2024-03-30' }, '2024-03-30', false],
    [{ atLeast: '2024-03-30' }, '2024-03-30', true],
    [{ below: '2024-03-30' }, '2024-03-29', true],
    [{ below: '2024-03-30' }, '2024-03-30', false],
    [{ atLeast: '2024-03-30' }, 20240401, false],
    [{ contains: 1 }, 'a1', true],
    [{ isEmpty: true }, ['a'], false],
    [{ isEmpty: true }, null, true],
    [{ isEmpty: true }, {}, false],
    [{ isEmpty: false }, '', false],
  ])('%j of %j is %s', (operator, value, expected) => {
    expect(holds({ field: 'f', ...operator } as Condition, { f: value })).toBe(expected);
  });
});

describe('a combination', () => {
  const yes: Condition = { field: 'yes', is: true };
  const no: Condition = { field: 'no', is: true };
  const doubt: Condition = { field: 'unknown', is: true };
  const values = { yes: true, no: false };

  it.each<[Condition, boolean]>([
    [{ all: [yes, yes] }, true],
    [{ all: [yes, no] }, false],
    [{ all: [yes, doubt] }, false],
    [{ all: [] }, true],
    [{ any: [no, yes] }, true],
    [{ any: [doubt, yes] }, true],
    [{ any: [no, doubt] }, false],
    [{ any: [] }, false],
    [{ not: no }, true],
    [{ not: yes }, false],
    [{ not: doubt }, false],
    [{ not: { all: [no, doubt] } }, true],
    [{ not: { any: [no, doubt] } }, false],
    [{ not: { not: yes } }, true],
  ])('%j is %s', (condition, expected) => expect(holds(condition, values)).toBe(expected));
});

test('operands are listed wherever they stand', () => {
  const condition: Condition = {
    all: [{ field: 'a', is: 1 }, { not: { any: [{ field: '$row.b', isEmpty: true }] } }],
  };
  expect(listOperands(condition)).toEqual(['a', '$row.b']);
});

describe('what is no condition', () => {
  it.each([
    [{ field: 'a' }],
    [{ field: 'a', is: 1, isNot: 2 }],
    [{ field: 'a; drop', is: 1 }],
    [{ field: 'a', equals: 1 }],
    [{ all: [{}] }],
    [{ all: [], any: [] }],
    ['sampling == DAILY'],
    [{}],
    [[]],
    [null],
    [{ a: {} }],
    [{ a: { is: 1, equals: 2 } }],
    [{ a: [] }],
    [{ a: Array.from({ length: 201 }, () => 1) }],
    [{ field: 'a', oneOf: [] }],
    [{ field: 'a', oneOf: Array.from({ length: 201 }, () => 1) }],
    [{ all: Array.from({ length: 51 }, () => ({ field: 'a', is: 1 })) }],
  ])('is refused: %j', (value) => expect(conditionSchema.safeParse(value).success).toBe(false));
});

describe('what is written short', () => {
  const { isShort, toWhole } = shortForms.get(conditionSchema) as ShortForm;

  it.each<[object, object]>([
    [{ a: 'x' }, { field: 'a', is: 'x' }],
    [{ a: null }, { field: 'a', is: null }],
    [{ a: ['x', 1] }, { field: 'a', oneOf: ['x', 1] }],
    [{ a: { atLeast: 1 } }, { field: 'a', atLeast: 1 }],
    [
      { a: { atLeast: 1, below: 3 }, b: true },
      {
        all: [
          { field: 'a', atLeast: 1 },
          { field: 'a', below: 3 },
          { field: 'b', is: true },
        ],
      },
    ],
  ])('%j stands for %j', (short, whole) => {
    expect(conditionSchema.safeParse(short).success).toBe(true);
    expect(isShort(short)).toBe(true);
    expect(toWhole(short as never)).toEqual(whole);
    expect(conditionSchema.safeParse(whole).success).toBe(true);
    expect(isShort(whole)).toBe(false);
  });

  it('takes so many at most', () => {
    const many = Array.from({ length: 200 }, (_, index) => index);
    expect(conditionSchema.safeParse({ a: many }).success).toBe(true);
    expect(conditionSchema.safeParse({ field: 'a', oneOf: many }).success).toBe(true);
    const all = Array.from({ length: 50 }, () => ({ field: 'a', is: 1 }));
    expect(conditionSchema.safeParse({ all }).success).toBe(true);
  });

  it.each(['oneOf', 'notOneOf'])('takes from one to two hundred values: %s', (operator) => {
    const takes = (length: number) =>
      conditionSchema.safeParse({ field: 'a', [operator]: Array.from({ length }, () => 1) })
        .success;
    expect([0, 1, 200, 201].map(takes)).toEqual([false, true, true, false]);
  });

  it.each([null, 'a', 7, ['a']])('%j is nothing short', (value) => {
    expect(isShort(value)).toBe(false);
  });
});

const comparison = fc.oneof(
  fc.record({ field: fc.constantFrom('a', 'b'), is: fc.constantFrom('x', 1, true, null) }),
  fc.record({ field: fc.constantFrom('a', 'b'), above: fc.constantFrom(1, '2024-01-01') }),
  fc.record({
    field: fc.constantFrom('a', 'b'),
    oneOf: fc.constant<(string | number)[]>(['x', 2]),
  }),
  fc.record({ field: fc.constantFrom('a', 'b'), contains: fc.constantFrom('x', 1) }),
);
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4 },
    comparison,
    fc.record({ all: fc.array(tie('condition'), { maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('condition'), { maxLength: 3 }) }),
    fc.record({ not: tie('condition') }),
  ),
}));
const world = fc.record({ a: fc.jsonValue(), b: fc.jsonValue() }, { requiredKeys: [] });

test('never throws, and a condition and its negation never both hold', () => {
  fc.assert(
    fc.property(condition, world, (one, values) => {
      expect(conditionSchema.safeParse(one).success).toBe(true);
      expect(holds(one, values) && holds({ not: one }, values)).toBe(false);
    }),
    { numRuns: 500 },
  );
});

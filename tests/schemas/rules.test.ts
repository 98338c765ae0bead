import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { ruleParams } from '../../schemas/manifest/ruleParams.ts';
import type { RuleParams } from '../../schemas/plainRules.ts';
import { isPattern, type RuleName, rules } from '../../schemas/rules.ts';
import { mayBeEmpty } from '../support/atLeastOne.ts';

const file = (name: string, size = 1, type = '') => ({ name, size, type });

/** Rule, parameters, values that pass, values that fail. */
const table: readonly [RuleName, RuleParams, readonly unknown[], readonly unknown[]][] = [
  [
    'required',
    [],
    ['a', 0, ' a ', true, [0], {}],
    ['', ' ', '\t\n', null, undefined, false, [], ['']],
  ],
  [
    'email',
    [],
    ['a@b.pl', 'a.b+c@d.co.uk', ['a@b.pl']],
    ['a@b', 'a b@c.pl', '@b.pl', 'a@b.pl,c@d.pl', ['a@b.pl', 'x']],
  ],
  ['min', [3], ['abc', 1234, ['abc', 'abcd']], ['ab', 12, '😀😀', ['abc', 'a']]],
  ['min', { length: 3 }, ['abc'], ['ab']],
  ['max', [3], ['abc', '😀😀😀', 12], ['abcd', 1234]],
  ['max', { length: '3' }, ['abc'], ['abcd']],
  ['min_value', [3], [3, '3.5', 4], [2, '2.9', 'x', true]],
  ['min_value', { min: 3 }, [3], [2]],
  ['max_value', [3], [3, '-4'], [3.1, 'x']],
  ['max_value', { max: 3 }, [0], [4]],
  [
    'password',
    [],
    ['Meterhouse-demo-1', 'Žluťoučký-kůň-42', ''],
    [
      'meterhouse-demo-1',
      'Short-1',
      'Meterhouse-demo',
      'Meterhousedemo1',
      'Aaaaaa-11111x',
      'x'.repeat(30),
    ],
  ],
  // It only warns.
  ['uncommon', ['$session.username', '$session.mail', 'meterhouse'], ['Password-123!', 1], []],
  ['numeric', [], ['123', 7, '007'], ['12.5', '-1', '1e3', 'a', '٣']],
  ['regex', ['^[A-Z]{2}\\d+$'], ['PL1', 'CZ99'], ['pl1', 'PL']],
  ['regex', { regex: /^pl/i }, ['PL', 'pl'], ['cz']],
  ['regex', ['('], [], ['anything']],
  ['not_below', ['5'], [5, 6, '5.5'], [4, '4.9', 'x']],
  ['not_below', [-5], [-5, 0], [-6]],
  ['not_below', [''], [1, -5], []],
  ['not_before', ['2026-02-01'], ['2026-02-01', '2026-03-01'], ['2026-01-31']],
  ['not_before', [''], ['2026-02-01'], []],
  ['days_at_most', ['2026-03-01', 62], ['2026-03-01', '2026-05-01'], ['2026-05-02']],
  ['days_at_most', ['', 62], ['2026-05-02'], []],
  [
    'days_at_most',
    { since: '2026-01-01', by: 'WEEKLY', DAILY: 62, WEEKLY: 420 },
    ['2027-02-24'],
    ['2027-02-25'],
  ],
  ['days_at_most', { since: '2026-01-01', by: '', DAILY: 62 }, ['2099-01-01'], []],
  ['is', ['yes'], ['yes'], ['no', 1]],
  ['is', { other: 1 }, [1], ['1', 2]],
  ['is_not', ['yes'], ['no', 1], ['yes']],
  ['between', [1, 5], [1, 5, '3.5'], [0.9, 5.1, 'x']],
  ['between', { min: 1, max: 5 }, [2], [6]],
  [
    'digits_after_comma',
    [2],
    ['1', '1.25', 1.2, '-3.14', '.5', '1,25'],
    ['1.255', 1.2345, 'x', '.', '1.2.3'],
  ],
  ['digits_after_comma', { digits: 0 }, ['1', '1.'], ['1.5']],
  ['alpha', [], ['abc', 'żółw', 'ÅÄÖ'], ['a1', 'a b', '-']],
  ['alpha', ['pl'], ['żółw'], ['ěščř', 'ñ']],
  ['alpha', { locale: 'cs' }, ['ěščř'], ['ż']],
  ['alpha_num', [], ['a1', 'ż2'], ['a-1', 'a 1']],
  ['alpha_dash', [], ['a-1_b'], ['a b', 'a.b']],
  ['alpha_spaces', [], ['Jan Nowak'], ['Jan1', 'a-b']],
  ['confirmed', ['a'], ['a'], ['b']],
  ['confirmed', { target: 12 }, ['12'], ['13']],
  ['digits', [3], ['123', 123, '007'], ['12', '1234', '12a', '1.2']],
  ['digits', { length: 3 }, ['123'], ['12']],
  ['dimensions', [10, 20], [{ width: 10, height: 20 }], [{ width: 10, height: 21 }, 'a.png']],
  ['dimensions', { width: 1, height: 2 }, [[{ width: 1, height: 2 }]], [[{ width: 2, height: 2 }]]],
  [
    'ext',
    ['jpg', 'png'],
    [file('a.JPG'), [file('a.jpg'), file('b.png')]],
    [file('a.pdf'), file('jpg'), 'a.jpg'],
  ],
  ['image', [], [file('a.svg'), file('b.jpeg')], [file('a.pdf')]],
  ['integer', [], ['12', -3, '-0'], ['1.5', 'a', '+1']],
  ['length', [3], ['abc', [1, 2, 3], 123], ['ab', [1], 12]],
  ['length', { length: 2 }, ['ab'], ['abc']],
  [
    'mimes',
    ['image/*', 'application/pdf'],
    [file('a', 1, 'image/png'), file('a', 1, 'application/pdf')],
    [file('a', 1, 'text/csv')],
  ],
  ['one_of', ['a', 1], ['a', 1, '1', ['a', '1']], ['b', ['a', 'b']]],
  ['one_of', { first: 'a', second: 'b' }, ['b'], ['c']],
  ['not_one_of', ['a', 1], ['b'], ['a', '1', ['b', 'a']]],
  ['size', [1], [file('a', 1024), [file('a', 5), file('b', 1024)]], [file('a', 1025)]],
  ['size', { size: 2 }, [file('a', 2048)], [file('a', 2049)]],
  [
    'url',
    [],
    ['https://a.pl', 'http://a.pl/b?c=d#e'],
    ['a.pl', 'ftp://a.pl', 'javascript:alert(1)', 'https://'],
  ],
  ['url', { pattern: '^https://a' }, ['https://a.pl'], ['https://b.pl', 'http://a.pl', 'a']],
  ['mimes', ['image'], [file('a', 1, 'IMAGE/PNG'), ''], [file('a', 1, 'video/png'), 'image/png']],
  ['mimes', ['IMAGE/PNG'], [file('a', 1, 'image/png')], [file('a', 1, 'image/jpeg')]],
  ['ext', ['JPG'], [file('a.b.jpg')], [file('ajpg'), [file('a.jpg'), file('b.gif')]]],
  ['digits', { digits: 3 }, ['123'], ['1234', 'abc']],
  ['digits_after_comma', { length: 1 }, ['1,5', '+1', ',5'], ['1,55', '5,,', ',']],
  ['digits_after_comma', { decimals: 1 }, ['1.5'], ['1.55', '1.5.']],
  ['length', [0], [[]], ['a', [1]]],
  ['min_value', ['3'], [3], [2]],
  ['regex', { pattern: '^a' }, ['ab'], ['ba', 'Ab']],
  ['alpha', ['xx'], ['żółwñ'], ['a1']],
];

test('addresses may be as long as mail servers take them', () => {
  const address = (length: number) => `a@${'b'.repeat(length - 5)}.pl`;
  expect(address(254)).toHaveLength(254);
  expect(rules.email(address(254), [])).toBe(true);
  expect(rules.email(address(255), [])).toBe(false);
});

test('objects are compared by what is in them, and are no texts', () => {
  expect(rules.confirmed({ a: 1 }, [{ a: 1 }])).toBe(true);
  expect(rules.confirmed({ a: 1 }, [{ a: 2 }])).toBe(false);
  expect(rules.one_of([{ a: 1 }], [{ a: 1 }])).toBe(true);
  expect(rules.one_of([{ a: 1 }], [{ a: 2 }])).toBe(false);
  expect(rules.min({ a: 1 }, [1])).toBe(false);
  expect(rules.length([1, 2], [2])).toBe(true);
  expect(rules.ext([null], ['jpg'])).toBe(false);
});

test('a parameter that is nothing is neither a text nor a number', () => {
  for (const nothing of [null, undefined, '']) {
    expect(rules.confirmed('null', [nothing])).toBe(false);
    expect(rules.min_value('5', [nothing])).toBe(false);
    expect(rules.max_value('-5', [nothing])).toBe(false);
  }
});

describe.each(table)('%s %j', (name, params, passing, failing) => {
  const rule = rules[name];
  it.each(mayBeEmpty(passing).map((value) => [value]))('lets %j pass', (value) => {
    expect(rule(value, params)).toBe(true);
  });
  it.each(mayBeEmpty(failing).map((value) => [value]))('refuses %j', (value) => {
    expect(rule(value, params)).toBe(false);
  });
});

const names = Object.keys(rules) as RuleName[];

test('every rule is in the table', () => {
  expect(new Set(table.map(([name]) => name))).toEqual(new Set(names));
});

// Manifests are JSON, and a pattern that is none is refused where it is written.
const inManifests = table.filter(([, params]) => !/"regex":{}|"\("/.test(JSON.stringify(params)));

test.each(inManifests)('a manifest may give %s %j', (name, params) => {
  expect(ruleParams[name].safeParse(params).success).toBe(true);
});

test.each(names.filter((name) => name !== 'required'))('%s lets what is empty pass', (name) => {
  for (const empty of [undefined, null, '', []]) {
    expect(rules[name](empty, [])).toBe(true);
    expect(rules[name](empty, [1, 2])).toBe(true);
  }
});

test('a rule without the parameter that it needs fails instead of passing everything', () => {
  const needing: RuleName[] = [
    'min',
    'max',
    'min_value',
    'max_value',
    'between',
    'length',
    'regex',
  ];
  for (const name of needing) expect([name, rules[name]('5', [])]).toEqual([name, false]);
});

test('no rule throws or answers anything but yes or no', () => {
  const anything = fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
  });
  const params = fc.oneof(
    fc.array(fc.anything(), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom('length', 'min', 'max', 'regex', 'other', 'size', '__proto__'),
      fc.anything(),
    ),
  );
  fc.assert(
    fc.property(fc.constantFrom(...names), anything, params, (name, value, given) => {
      expect(rules[name](value, given as RuleParams)).toBeTypeOf('boolean');
    }),
    { numRuns: 3000 },
  );
});

test('patterns that make other engines backtrack for hours are answered in linear time', () => {
  const bad = [
    '^(a+)+$',
    '^(a|a)*$',
    '^(a|aa)+$',
    '(x+x+)+y',
    '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}$',
  ];
  const text = `${'a'.repeat(20_000)}!`;
  // A backtracking engine would not come back from the first of these.
  for (const pattern of bad) expect(rules.regex(text, [pattern])).toBe(false);
});

test('look-around and back-references are no patterns, and so are told to the product owner', () => {
  expect(['^a+$', '\\p{L}', '(?i)x'].map(isPattern)).toEqual([true, true, true]);
  expect(['(a)\\1', '(?=a)', '('].map(isPattern)).toEqual([false, false, false]);
  expect(ruleParams.regex.safeParse(['(?=a)']).success).toBe(false);
});

test('parameters of manifests are checked', () => {
  expect(ruleParams.between.safeParse([1]).error?.issues[0]?.message).toContain('[1, 5]');
  expect(ruleParams.min.safeParse({ lenght: 3 }).success).toBe(false);
  expect(ruleParams.required.safeParse([1]).success).toBe(false);
});

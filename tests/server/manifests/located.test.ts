import { describe, expect, test } from 'vitest';
import { type Fault, formatFault } from '../../../server/manifests/ground/faults.ts';
import {
  derive,
  entryOf,
  faultAt,
  findLocated,
  parseLocated,
  toValue,
} from '../../../server/manifests/ground/located.ts';
import { parseSources } from '../../../server/manifests/read/load.ts';

function parse(text: string) {
  const faults: Fault[] = [];
  const located = parseLocated({ name: 'a.json', text }, faults);
  return { located, faults: faults.map(formatFault) };
}

function read(text: string) {
  const { located } = parse(text);
  if (!located) throw new Error('no JSON');
  return located;
}

const text = '{\n  // why\n  "a": [1, { "b": null }],\n  "c": "x",\n}';

test('a file that is read again is the same tree as long as its text is', () => {
  const name = 'manifests/markets/pl.json';
  const readMarket = (written: string) =>
    parseSources(
      new Map([[name, { name, place: 'markets/pl.json', kind: 'manifest', text: written }]]),
    );
  const first = readMarket('{ "manifestVersion": 2 }').markets.get('pl');
  expect(first).toBeDefined();
  expect(readMarket('{ "manifestVersion": 2 }').markets.get('pl')).toBe(first);
  const second = readMarket('{ "manifestVersion": 2, "a": 1 }').markets.get('pl');
  expect(second && toValue(second)).toEqual({ manifestVersion: 2, a: 1 });
  // One with a fault is told each time.
  const faulty = '{ "manifestVersion": 2, "a": 1, "a": 2 }';
  for (const _time of [1, 2]) expect(readMarket(faulty).faults).toHaveLength(1);
});

describe('JSON with comments', () => {
  test('is read with where everything stands', () => {
    const { located, faults } = parse(text);
    expect(faults).toEqual([]);
    expect(located && toValue(located)).toEqual({ a: [1, { b: null }], c: 'x' });
    expect(read(text).entries?.get('c')).toMatchObject({
      keyOffset: text.indexOf('"c"'),
      value: { offset: text.indexOf('"x"'), scalar: 'x' },
    });
  });

  test.each([
    ['lists', '[', ']', ''],
    ['objects', '{"a":', '}', '1'],
  ])(
    'has at most 40 levels of %s, and as many beside each other as there are',
    (_, open, close, inmost) => {
      const nested = (levels: number) => open.repeat(levels) + inmost + close.repeat(levels);
      expect(parse(nested(40)).faults).toEqual([]);
      expect(parse(`[${Array.from({ length: 50 }, () => nested(39)).join()}]`).faults).toEqual([]);
      expect(parse(nested(41)).faults).toEqual([
        `a.json:1:${40 * open.length + 1}  expected at most 40 levels of brackets, found more`,
      ]);
    },
  );

  test.each([
    ['{ "a": }', 'a.json:1:8  not valid JSON: value expected'],
    ['{ "a": 1', 'a.json:1:9  not valid JSON: close brace expected'],
    ['{ "a": 1 "b": 2 }', 'a.json:1:10  not valid JSON: comma expected'],
  ])('%s isn’t', (broken, fault) => {
    const { located, faults } = parse(broken);
    expect(located).toBeUndefined();
    expect(faults[0]).toBe(fault);
  });

  test.each([
    [
      '{ "a": { "b": 1, "b": 2 } }',
      { a: { b: 1 } },
      'a.json:1:18  a.b  expected each key once, found "b" again',
    ],
    ['[{ "__proto__": 1 }]', [{}], 'a.json:1:4  [0].__proto__  the key "__proto__" is not allowed'],
    [
      '{ "constructor": 1, "b": 2 }',
      { b: 2 },
      'a.json:1:3  constructor  the key "constructor" is not allowed',
    ],
    ['{ "prototype": 1 }', {}, 'a.json:1:3  prototype  the key "prototype" is not allowed'],
  ])('%s is read without what is at fault', (given, value, fault) => {
    const { located, faults } = parse(given);
    expect(located && toValue(located)).toEqual(value);
    expect(faults).toEqual([fault]);
  });

  test('has forty levels at most, brackets of texts not counted', () => {
    const deep = (levels: number) =>
      `${'[{"a":'.repeat(levels / 2)}"[[{{"${'}]'.repeat(levels / 2)}`;
    expect(parse(deep(40)).faults).toEqual([]);
    expect(parse(`[${'[],'.repeat(60)}{}]`).faults).toEqual([]);
    expect(parse(`[${'{},'.repeat(60)}[]]`).faults).toEqual([]);
    const { located, faults } = parse(deep(42));
    expect(located).toBeUndefined();
    expect(faults).toEqual(['a.json:1:121  expected at most 40 levels of brackets, found more']);
  });

  test('has 256 KB at most, in bytes', () => {
    const ofBytes = (bytes: number) => `"ż${'x'.repeat(bytes - 4)}"`;
    expect(parse(ofBytes(256 * 1024)).faults).toEqual([]);
    const { located, faults } = parse(ofBytes(256 * 1024 + 1));
    expect(located).toBeUndefined();
    expect(faults).toEqual(['a.json:1:1  expected at most 256 KB, found 257 KB: split the file']);
  });
});

test('a tree is one value, however often it is asked for', () => {
  const located = read(text);
  expect(toValue(located)).toBe(toValue(located));
  expect(toValue(read('null'))).toBeNull();
});

test.each<[readonly PropertyKey[], unknown]>([
  [[], { a: [1, { b: null }], c: 'x' }],
  [['a', 1, 'b'], null],
  [['a', 0], 1],
  [
    ['a', 7, 'b'],
    [1, { b: null }],
  ],
  [['c', 'd'], 'x'],
  [['d'], { a: [1, { b: null }], c: 'x' }],
])('what is at %j is found, or what is around it', (path, value) => {
  expect(toValue(findLocated(read(text), path))).toEqual(value);
});

test.each<[readonly PropertyKey[], boolean, string]>([
  [['c'], false, '"x"'],
  [['c'], true, '"c"'],
  [['a', 1, 'b'], true, '"b"'],
  [['a', 1, 'z'], true, '{ "b"'],
  [['z'], true, '{\n'],
])('a fault at %j (at its key: %j) stands at %j', (path, atKey, there) => {
  const fault = faultAt(read(text), path, 'wrong', { atKey });
  expect(text.slice(fault.offset).startsWith(there)).toBe(true);
  expect(fault.message).toBe('wrong');
  expect(fault.file.name).toBe('a.json');
});

test('what came along stands where what it belongs to stands, and says from where it is', () => {
  const base = findLocated(read(text), ['c']);
  const along = derive({ a: [1, null], b: undefined, c: { d: 'x' } }, base, 'schema S');
  expect(toValue(along)).toEqual({ a: [1, null], c: { d: 'x' } });
  const place = { file: base.file, offset: base.offset, origin: 'schema S' };
  for (const path of [[], ['a'], ['a', 1], ['c'], ['c', 'd']]) {
    expect(findLocated(along, path)).toMatchObject(place);
  }
  expect(entryOf(along)).toEqual({ keyFile: base.file, keyOffset: base.offset, value: along });
});

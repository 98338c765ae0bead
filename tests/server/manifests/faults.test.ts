import { describe, expect, test } from 'vitest';
import {
  dropConsequences,
  type Fault,
  formatFault,
  joinPath,
  listFaults,
  nearest,
  suggest,
  suggestThree,
} from '../../../server/manifests/ground/faults.ts';

const file = { name: 'a.json', text: '{\n  "a": 1,\n  "b": 2\n}' };
const other = { name: 'b.json', text: '{}' };
const at = (path: string, more: Partial<Fault> = {}): Fault => ({
  file,
  offset: 0,
  path,
  message: 'wrong',
  ...more,
});

test.each([
  [0, 'a', 'a.json:1:1  a  wrong'],
  [1, 'a', 'a.json:1:2  a  wrong'],
  [2, 'a', 'a.json:2:1  a  wrong'],
  [14, 'b[0]', 'a.json:3:3  b[0]  wrong'],
  [4, '', 'a.json:2:3  wrong'],
])('a fault at %i of %j is told by line and column', (offset, path, words) => {
  expect(formatFault(at(path, { offset }))).toBe(words);
});

describe('what may follow from another fault', () => {
  const mayFollow = true;
  test.each<[string, readonly Fault[], readonly number[]]>([
    ['is told alone', [at('a', { mayFollow })], [0]],
    ['isn’t told beside its cause', [at('a', { mayFollow }), at('a')], [1]],
    ['nor around it', [at('a', { mayFollow }), at('a.b')], [1]],
    ['nor around an entry of a list', [at('a', { mayFollow }), at('a[0].b')], [1]],
    ['is told beside what is only called alike', [at('a', { mayFollow }), at('ab')], [0, 1]],
    ['is told within', [at('a.b', { mayFollow }), at('a')], [0, 1]],
    ['is told of another file', [at('a', { mayFollow }), at('a', { file: other })], [0, 1]],
    ['never hides another', [at('a', { mayFollow }), at('a', { mayFollow })], [0, 1]],
  ])('%s', (_name, faults, told) => {
    expect(dropConsequences(faults)).toEqual(told.map((index) => faults[index]));
  });
});

test('faults are told once each, by file and place', () => {
  const faults = [
    at('b', { offset: 14 }),
    at('z', { file: other }),
    at('a', { offset: 4 }),
    at('a', { offset: 4, message: 'also wrong' }),
    at('otherwise said', { offset: 4 }),
    at('b', { offset: 14 }),
  ];
  expect(listFaults(faults)).toEqual([
    'a.json:2:3  a  wrong',
    'a.json:2:3  a  also wrong',
    'a.json:3:3  b  wrong',
    'b.json:1:1  z  wrong',
  ]);
});

test.each([
  ['tabel', ['graph', 'table'], 'table'],
  ['TABLE', ['table'], 'table'],
  ['table', ['table'], undefined],
  ['ab', ['cd'], 'cd'],
  ['abc', ['xyz'], undefined],
  ['abcdefghi', ['abcdefxyz'], 'abcdefxyz'],
  ['abcdefghi', ['abcdewxyz'], undefined],
  ['abcdefgh', ['abcdexyz'], undefined],
  ['con', ['consumption'], 'consumption'],
  ['co', ['consumption'], undefined],
  ['con', ['consumption', 'cow'], 'cow'],
  ['name', ['nama', 'namu'], 'nama'],
  ['name', [7, null], undefined],
  [7, ['7', '8'], undefined],
])('%j is meant as one of %j: %j', (found, candidates, meant) => {
  expect(suggest(found, candidates)).toBe(meant === undefined ? '' : `, did you mean "${meant}"?`);
});

test.each([
  [[], ''],
  [['b'], ', did you mean "b"?'],
  [['b', 7, 'cc'], ', did you mean "b" or "cc"?'],
  [['dddd', 'b', 'ccc', 'a', 'a'], ', did you mean "a", "b" or "ccc"?'],
])('the nearest of %j are suggested', (candidates, words) => {
  expect(suggestThree('A', candidates)).toBe(words);
});

test('the nearest come first, equal ones by their letters, each once', () => {
  const candidates = ['cab', 'AB', 'zz', 'b', 'aB', 'b'];
  expect(nearest('Ab', candidates, 4)).toEqual(['AB', 'aB', 'b', 'cab']);
  expect(nearest('Ab', candidates, 1)).toEqual(['AB']);
});

test.each<[readonly PropertyKey[], string]>([
  [[], ''],
  [['root'], 'root'],
  [['root', 'children', 0, 'graph'], 'root.children[0].graph'],
  [[0, 'a'], '[0].a'],
])('a path as people write it: %j', (path, written) => {
  expect(joinPath(path)).toBe(written);
});

import { describe, expect, it } from 'vitest';
import { mayBeEmpty } from '../support/atLeastOne.ts';

/** What `emptyLoopsPlugin.ts` makes of tests: this file is changed by it, as every test is. */

const nothing: number[] = [];
const something = [1, 2];
const expectOne = (value: number) => expect(value).toBeGreaterThan(0);
const expectOnes = (values: number[]) => values.map((value) => expectOne(value));

describe('a test that expects something of each member of an empty list fails', () => {
  it.each<[string, (list: number[]) => unknown]>([
    [
      'for … of',
      (list) => {
        for (const one of list) expect(one).toBeGreaterThan(0);
      },
    ],
    [
      'for … of an iterator',
      (list) => {
        for (const one of list.values()) expect(one).toBeGreaterThan(0);
      },
    ],
    [
      'forEach',
      (list) =>
        list.forEach((one) => {
          expect(one).toBeGreaterThan(0);
        }),
    ],
    ['map', (list) => list.map((one) => expectOne(one))],
    ['a function that loops', expectOnes],
    ['every', (list) => expect(list.every((one) => one > 0)).toBe(true)],
    [
      'a loop in a loop',
      (list) => {
        for (const one of something) for (const two of list) expect(one + two).toBeGreaterThan(0);
      },
    ],
    ['each', (list) => it.each(list)],
  ])('%s', (_name, loop) => {
    expect(() => loop(nothing)).toThrow('emptyLoops.test.ts');
    expect(() => loop(something)).not.toThrow();
  });
});

it('says nothing of loops that expect nothing', () => {
  let sum = 0;
  for (const one of nothing) sum += one;
  expect(nothing.map((one) => one + sum)).toEqual([]);
});

it('says nothing of a list that is said to be empty at times', () => {
  for (const one of mayBeEmpty(nothing)) expect(one).toBeGreaterThan(0);
  expect(nothing).toEqual([]);
});

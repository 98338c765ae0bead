import { describe, expect, it, test } from 'vitest';
import { arrangeChips, moved } from '../../../renderer/forms/arrangeChips.ts';
import { hasErrors } from '../../../renderer/forms/hasErrors.ts';
import { sayValues } from '../../../renderer/forms/sayValues.ts';

const choices = ['a', 'b', 'c', 'd'].map((value) => ({ value, label: value.toUpperCase() }));
const keysOf = (chosen: readonly string[], order: readonly string[] = []) =>
  arrangeChips(choices, chosen, order).map(({ key, at }) => (at === undefined ? key : `${key}!`));

describe('chips', () => {
  it('begin with what is chosen, and go on with what else there is', () => {
    expect(keysOf(['c', 'a'])).toEqual(['c!', 'a!', 'b', 'd']);
  });

  it('stay where they are, unless what is chosen has another order', () => {
    expect(keysOf(['c', 'a'], ['c', 'b', 'a', 'd'])).toEqual(['c!', 'b', 'a!', 'd']);
    expect(keysOf(['a', 'c'], ['c', 'b', 'a', 'd'])).toEqual(['a!', 'c!', 'b', 'd']);
    // Of another list, such as that of another type.
    expect(keysOf(['c'], ['x', 'c'])).toEqual(['c!', 'a', 'b', 'd']);
  });

  it('keep what is chosen twice or isn’t there any more', () => {
    expect(keysOf(['a', 'x', 'a'])).toEqual(['a!', 'x!', 'a 1!', 'b', 'c', 'd']);
    expect(arrangeChips(choices, ['x', 'b'], []).map(({ label }) => label)).toEqual([
      'x',
      'B',
      'A',
      'C',
      'D',
    ]);
  });

  it('move in both directions', () => {
    expect(moved([1, 2, 3, 4], 0, 2)).toEqual([2, 3, 1, 4]);
    expect(moved([1, 2, 3, 4], 3, 1)).toEqual([1, 4, 2, 3]);
  });
});

test('values of fields on one line, each once', () => {
  const text = { type: 'string' } as const;
  const schema = {
    type: 'object',
    properties: {
      ...{ separator: { ...text, enum: [';', ','] }, days: text, places: text, fill: text },
      ...{
        on: { type: 'boolean' },
        off: { type: 'boolean' },
        list: { type: 'array', items: text },
      },
    },
  } as const;
  const titled = (title: string, more = {}) => ({ 'ui:title': title, ...more });
  const usual = { 'ui:placeholder': 'As usual' };
  const ui = {
    ...{ separator: titled('Separator', { 'ui:enumNames': ['Semicolon', 'Comma'] }) },
    ...{ days: titled('Days', usual), places: titled('Places', usual), fill: titled('Fill') },
    ...{ on: titled('Headings'), off: titled('Times 1000'), list: titled('List') },
  };
  const data = { separator: ',', fill: '_', on: true, off: false, list: ['x'] };
  const say = (values: object) =>
    sayValues(Object.keys(schema.properties), schema as never, ui, values as never);
  expect(say(data)).toEqual(['Comma', 'As usual', 'Fill: _', 'Headings']);
  expect(say({ ...data, separator: undefined, days: null, places: '2' })).toEqual([
    'As usual',
    'Places: 2',
    'Fill: _',
    'Headings',
  ]);
});

test('only errors that say something are errors', () => {
  expect(hasErrors({ __errors: [], inner: { __errors: [] } } as never)).toBe(false);
  expect(hasErrors({ inner: { 0: { __errors: ['wrong'] } } } as never)).toBe(true);
  expect(hasErrors(undefined)).toBe(false);
});

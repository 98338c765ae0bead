import { describe, expect, it } from 'vitest';
import { findFieldFaults, isShown, withoutHidden } from '../../schemas/formData.ts';
import type { CompiledField, CompiledSection } from '../../schemas/manifest/compiledForm.ts';
import { rules } from '../../schemas/rules.ts';

const field = (name: string, more: Partial<CompiledField> = {}): CompiledField => ({
  name,
  label: name,
  width: 'full',
  ...more,
});
const onlyWhen = (name: string) => ({ visibleWhen: { field: name, is: true } });
const section = (id: string, more: Partial<CompiledSection> = {}): CompiledSection => ({
  id,
  title: id,
  ...more,
});
const faults = (
  fields: readonly CompiledField[],
  data: Record<string, unknown>,
  sections: readonly CompiledSection[] = [],
) => findFieldFaults({ fields, sections }, data, rules).map((one) => `${one.field} ${one.rule}`);

describe('what shows', () => {
  const sections = [section('first', onlyWhen('a')), section('second', onlyWhen('b'))];
  const shows = (one: CompiledField, data: object) =>
    isShown(one, { fields: [one], sections }, { ...data });

  it('does so while the conditions of the field and of its section hold', () => {
    const one = field('x', { section: 'second', ...onlyWhen('c') });
    expect(shows(one, { b: true, c: true })).toBe(true);
    expect(shows(one, { b: true })).toBe(false);
    expect(shows(one, { c: true })).toBe(false);
  });

  it('stands in the first section unless it names one', () => {
    expect(shows(field('x'), { a: true })).toBe(true);
    expect(shows(field('x'), { b: true })).toBe(false);
    expect(isShown(field('x'), { fields: [], sections: [] }, {})).toBe(true);
  });

  it('is sent, and nothing else of the form', () => {
    const form = { fields: [field('x', onlyWhen('a')), field('y')], sections: [] };
    expect(withoutHidden(form, { x: 1, y: 2, z: 3 })).toEqual({ y: 2, z: 3 });
    expect(withoutHidden(form, { x: 1, a: true })).toEqual({ x: 1, a: true });
  });

  it('takes no value while it is hidden, and asks for none', () => {
    const fields = [field('x', { ...onlyWhen('a'), rules: [{ rule: 'alpha' }] })];
    expect(faults(fields, { x: '7' })).toEqual(['x hidden']);
    expect(faults(fields, {})).toEqual([]);
    expect(faults(fields, { x: '7', a: true })).toEqual(['x alpha']);
  });
});

describe('what is needed now', () => {
  const fields = [field('x', { requiredWhen: { field: 'deep.flag', is: true } })];

  it('must be there, as a text that says something or a list that has something', () => {
    const deep = { flag: true };
    for (const x of [undefined, null, false, '', ' \t', []]) {
      expect(faults(fields, { x, deep }), JSON.stringify(x)).toEqual(['x required']);
    }
    for (const x of ['a', 0, true, [''], {}]) {
      expect(faults(fields, { x, deep }), JSON.stringify(x)).toEqual([]);
    }
  });

  it('may be left out while its condition doesn’t hold, or can’t be decided', () => {
    expect(faults(fields, { deep: { flag: false } })).toEqual([]);
    for (const deep of [undefined, null, 'flag', 7, {}])
      expect(faults(fields, { deep })).toEqual([]);
  });
});

describe('rules', () => {
  it('are each asked, and one that nobody knows fails', () => {
    const asked = [{ rule: 'alpha' }, { rule: 'max', params: [2] }, { rule: 'toString' }];
    expect(faults([field('x', { rules: asked })], { x: '123' })).toEqual([
      ...['x alpha', 'x max', 'x toString'],
    ]);
  });

  it('are told with their parameters and the form’s own words', () => {
    const shape = {
      fields: [field('x', { rules: [{ rule: 'is', params: { other: '@y.z' }, message: 'a:b' }] })],
      sections: [],
    };
    expect(findFieldFaults(shape, { x: 1, y: { z: 2 } }, rules)).toEqual([
      { field: 'x', rule: 'is', params: { other: '@y.z' }, message: 'a:b' },
    ]);
    expect(findFieldFaults(shape, { x: 1, y: { z: 1 } }, rules)).toEqual([]);
  });

  it('compare with other fields, in lists of parameters too, and with texts as they are', () => {
    const is = (params: unknown[]) => [field('x', { rules: [{ rule: 'is', params } as never] })];
    expect(faults(is(['@y']), { x: 1, y: 1 })).toEqual([]);
    expect(faults(is(['@y']), { x: '@y', y: 1 })).toEqual(['x is']);
    expect(faults(is(['y']), { x: 'y', y: 1 })).toEqual([]);
    // What every object has is no field.
    expect(faults(is(['@constructor']), { x: 1 })).toEqual(['x is']);
  });

  it('hold for the fields of an object, and of each object of a list', () => {
    const inner = [field('name', { rules: [{ rule: 'required' }] })];
    const fields = [field('x', { fields: inner })];
    expect(faults(fields, { x: { name: '' } })).toEqual(['x.name required']);
    expect(faults(fields, { x: [{ name: 'a' }, null, 'text', {}] })).toEqual(['x.3.name required']);
    expect(faults(fields, { x: undefined })).toEqual([]);
  });

  it('within a list compare with the whole form', () => {
    const inner = [field('name', { rules: [{ rule: 'is', params: ['@y'] }] })];
    expect(faults([field('x', { fields: inner })], { x: [{ name: 'a' }], y: 'a' })).toEqual([]);
  });
});

import { expect, it } from 'vitest';
import { readInitial } from '../../../renderer/nodes/form/initialData.ts';
import type { CompiledForm } from '../../../schemas/manifest/compiledForm.ts';

const list = { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] } } as const;
const form = {
  schema: { type: 'object', properties: { chosen: { ...list, default: ['a', 'b'] } } },
  fields: [
    {
      name: 'chosen',
      label: 'x:y',
      width: 'full',
      initial: '$route.chosen',
      among: '$route.known',
    },
  ],
} as unknown as Pick<CompiledForm, 'schema' | 'fields'>;

const begin = (route: object, answer?: object) =>
  readInitial(form, answer, { route } as never)['chosen'];

it('a list begins with what is known, else with its default, and only with what can be chosen', () => {
  expect(begin({})).toEqual(['a', 'b']);
  expect(begin({ chosen: ['c'] })).toEqual(['c']);
  // Nothing chosen yet is nothing known.
  expect(begin({ chosen: [] })).toEqual(['a', 'b']);
  expect(begin({ known: ['b', 'c'] })).toEqual(['b']);
  expect(begin({ chosen: ['a', 'c'], known: ['b', 'c'] })).toEqual(['c']);
  expect(begin({ known: ['b'] }, { chosen: [] })).toEqual([]);
});

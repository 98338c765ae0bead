import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { isOperationId } from '../../schemas/api/operations.ts';
import { type EntityFacts, entities, fieldFormats } from '../../schemas/fields.ts';
import { compareFieldLabels, listKeys, readLabels } from '../support/labels.ts';
import { listCalledObjects } from '../support/schemas.ts';

interface Entity {
  readonly facts: EntityFacts;
  readonly shape: Readonly<Record<string, z.ZodType>>;
}

const all = listCalledObjects().flatMap(({ schema }): Entity[] => {
  const facts = entities.get(schema);
  return facts ? [{ facts, shape: schema.shape }] : [];
});
const byName = new Map(all.map((entity) => [entity.facts.name, entity]));

it('has texts for fields of entities and for operations alone', () => {
  const isKnown = (key: string) => {
    const [name = '', field = ''] = key.split('.');
    const sharing = all.filter(({ facts }) => facts.name === name || facts.like === name);
    return isOperationId(key) || sharing.some(({ shape }) => Object.hasOwn(shape, field));
  };
  expect(listKeys(readLabels('en', 'fields')).filter((key) => !isKnown(key))).toEqual([]);
});

it.each(['pl', 'cs'] as const)('has the same texts in %s', (language) => {
  const { found, wanted } = compareFieldLabels(language);
  expect(found).toEqual(wanted);
});

describe.each([...byName.values()])('$facts.name', ({ facts, shape }) => {
  it('has the fields that its facts name', () => {
    const { key, title, references, figures, place } = facts;
    const { description = [], ...places } = place ?? {};
    const named = [key, title, references, figures, places, description].flatMap((one): string[] =>
      typeof one === 'string' ? [one] : Object.values(one ?? {}),
    );
    expect(named.filter((field) => !Object.hasOwn(shape, field))).toEqual([]);
  });

  it('has the unit’s field beside each quantity', () => {
    const units = Object.values(shape).flatMap((field) => {
      const format = fieldFormats.get(field);
      return format?.as === 'quantity' && typeof format.unit === 'string' ? [format.unit] : [];
    });
    expect(units.filter((field) => !Object.hasOwn(shape, field))).toEqual([]);
  });

  it('has a name that no other fields have', () => {
    // A description makes a copy, whose fields are the very same.
    const others = all.filter((one) => one.facts.name === facts.name);
    const isOther = (one: Entity) =>
      Object.entries(one.shape).some(([name, field]) => field !== shape[name]);
    expect(others.filter(isOther)).toEqual([]);
  });
});

const borrowing = [...byName.values()].flatMap(({ facts }) =>
  facts.like ? [[facts.name, facts.like] as const] : [],
);

it.each(borrowing)('%s has the labels of %s, which has its own', (_name, like) => {
  expect(byName.get(like)?.facts).toMatchObject({ name: like });
  expect(byName.get(like)?.facts).not.toHaveProperty('like');
});

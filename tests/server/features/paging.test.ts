import { expect, it } from 'vitest';
import { z } from 'zod';
import { filterQuery } from '../../../schemas/api/operation.ts';
import { filterWhere, orderBy } from '../../../server/features/paging.ts';

const kinds = { name: 'text', area: 'number', day: 'date', kind: 'choice' } as const;
const columns = { name: 'name', area: 'area', day: 'read_at', kind: 'kind' };

it('makes conditions whose values are parameters after those there are', () => {
  const parameters: unknown[] = [7];
  const where = filterWhere(
    ['name:5%_a', 'area:1.5..', 'day:2026-01-01..2026-01-31', 'kind:A|B'],
    kinds,
    columns,
    parameters,
  );
  expect(where).toBe(
    'AND name ILIKE $2 AND area::numeric >= $3::numeric AND read_at::date >= $4::date' +
      ' AND read_at::date <= $5::date AND kind::text = ANY ($6)',
  );
  expect(parameters).toEqual([...[7, '%5\\%\\_a%', '1.5', '2026-01-01', '2026-01-31'], ['A', 'B']]);
  expect(filterWhere(undefined, kinds, columns, parameters)).toBe('');
});

it('orders by a column of the list, and does not compile when one is forgotten', () => {
  const sort = '-name' as 'name' | '-name' | 'day' | '-day' | undefined;
  const named = { name: 'name' };
  expect(orderBy(sort, { ...named, day: 'read_at' }, 'id')).toBe(
    'ORDER BY name DESC NULLS LAST, id',
  );
  expect(orderBy(undefined, named, 'id')).toBe('ORDER BY id');
  // @ts-expect-error There is no column for day.
  orderBy(sort, named, 'id');
  const { day: _, ...less } = columns;
  // @ts-expect-error There is no column for day.
  filterWhere([], kinds, less, []);
});

const { filter } = filterQuery(kinds);
const schema = z.object({ filter });

it.each(['name:a:b', 'area:1..2', 'area:..-0.5', 'day:2026-01-01..', 'kind:A'])(
  'takes %s',
  (text) => {
    expect(schema.safeParse({ filter: [text] }).success).toBe(true);
  },
);

it.each([
  ...[
    'name',
    'name: ',
    'other:a',
    'constructor:a',
    'area:1',
    'area:..',
    'area:a..',
    'area:1..2..3',
  ],
  ...['day:today..', 'day:01.02.2026..', ':a', ''],
])('refuses «%s»', (text) => {
  expect(schema.safeParse({ filter: [text] }).success).toBe(false);
});

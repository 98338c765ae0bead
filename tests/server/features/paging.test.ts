import { expect, it } from 'vitest';
import { z } from 'zod';
import { filterQuery } from '../../../schemas/api/operation.ts';
import { filterWhere } from '../../../server/features/paging.ts';

const columns = {
  name: { sql: 'name', kind: 'text' },
  area: { sql: 'area', kind: 'number' },
  day: { sql: 'read_at', kind: 'date' },
  kind: { sql: 'kind', kind: 'choice' },
} as const;

it('makes conditions whose values are parameters after those there are', () => {
  const parameters: unknown[] = [7];
  const where = filterWhere(
    ['name:5%_a', 'area:1.5..', 'day:2026-01-01..2026-01-31', 'kind:A|B'],
    columns,
    parameters,
  );
  expect(where).toBe(
    'AND name ILIKE $2 AND area::numeric >= $3::numeric AND read_at::date >= $4::date' +
      ' AND read_at::date <= $5::date AND kind::text = ANY ($6)',
  );
  expect(parameters).toEqual([...[7, '%5\\%\\_a%', '1.5', '2026-01-01', '2026-01-31'], ['A', 'B']]);
  expect(filterWhere(undefined, columns, parameters)).toBe('');
});

const { filter } = filterQuery({ name: 'text', area: 'number', day: 'date', kind: 'choice' });
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

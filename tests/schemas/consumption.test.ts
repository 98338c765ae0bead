import { expect, it } from 'vitest';
import type { z } from 'zod';
import {
  averageSchema,
  graphSchema,
  graphSeriesSchema,
} from '../../schemas/entities/consumption.ts';

/** What is unknown is null in an answer, and never left to be read as 0. */

const share = { measured: 0.5, interpolated: 0.25, unknown: 0.25 };
const series = {
  role: 'CURRENT',
  starts: ['2026-01-01T00:00:00+01:00'],
  values: [null, 1.5],
  statuses: ['MISSING', 'MEASURED'],
  minimum: [null],
  maximum: [null],
  coverage: [null, share],
  total: null,
  totalCoverage: null,
};
const common = {
  category: 'COLD_WATER_METER',
  unit: 'm³',
  timeframe: 'DAILY',
  timeZone: 'Europe/Warsaw',
  periodBegin: '2026-01-01',
  periodEnd: '2026-01-02',
};
const graph = { ...common, group: 'COLD_WATER', kind: 'register', climate: null, series: [series] };
const average = {
  ...common,
  starts: series.starts,
  values: [null, 2],
  coverage: [null, share],
  total: null,
  totalCoverage: null,
  areaSquareMetres: null,
};

it.each<[string, z.ZodType, object, readonly string[]]>([
  [
    'a series',
    graphSeriesSchema,
    series,
    ['minimum', 'maximum', 'coverage', 'totalCoverage', 'lastDays'],
  ],
  ['a graph', graphSchema, graph, ['climate']],
  ['an average', averageSchema, average, ['coverage', 'totalCoverage']],
])(
  '%s may know nothing, and leaves out only what not all have',
  (_name, schema, value, optional) => {
    expect(schema.safeParse(value).error).toBeUndefined();
    for (const name of Object.keys(value)) {
      const { [name]: _gone, ...rest } = value as Record<string, unknown>;
      expect([name, schema.safeParse(rest).success]).toEqual([name, optional.includes(name)]);
    }
  },
);

it.each([
  ['values', ['1']],
  ['values', null],
  ['statuses', [null]],
  ['coverage', [{ measured: 1 }]],
  ['total', '1'],
  ['starts', ['2026-01-01']],
  ['role', 'OTHER'],
])('a series has no %s like %j', (name, value) => {
  expect(graphSeriesSchema.safeParse({ ...series, [name]: value }).success).toBe(false);
});

it('a correction tells its station and how much follows the weather', () => {
  const climate = { station: 'Warszawa', weatherShare: 0.7 };
  const takes = (one: object) => graphSchema.safeParse({ ...graph, climate: one }).success;
  expect(takes(climate)).toBe(true);
  expect([takes({ station: 'Warszawa' }), takes({ weatherShare: 0.7 })]).toEqual([false, false]);
});

import { expect, it } from 'vitest';
import { sampleGraph, sampleLine } from '../../../../server/features/session/sample.service.ts';

const startsOf = (year: number) =>
  Array.from(
    { length: 12 },
    (_, at) => `${year}-${String(at + 1).padStart(2, '0')}-01T00:00:00.000Z`,
  );
const lineOf = (...asked: Parameters<typeof sampleLine>) => {
  const { values, total } = sampleLine(...asked);
  return [values.join(' '), total];
};

it('a sample is a year by month beside the one before, of the group’s usual category', () => {
  const year = { timeframe: 'MONTHLY', timeZone: 'UTC' };
  const days = { periodBegin: '2025-01-01', periodEnd: '2025-12-31' };
  const water = sampleGraph('COLD_WATER');
  expect(water).toMatchObject({
    category: 'COLD_WATER_METER',
    group: 'COLD_WATER',
    ...year,
    ...days,
  });
  expect(water).toMatchObject({ kind: 'register', unit: 'm³' });
  expect(sampleGraph('HOT_WATER').category).toBe('HOT_WATER_METER');
  expect(sampleGraph('COLD_AND_HOT_WATER').category).toBe('HOT_AND_COLD_WATER');
  const statuses = Array(12).fill('MEASURED');
  expect(sampleGraph('HCA')).toEqual({
    category: 'HCA',
    group: 'HCA',
    kind: 'register',
    unit: 'HCA',
    ...year,
    ...days,
    series: [
      {
        role: 'CURRENT',
        starts: startsOf(2025),
        statuses,
        total: 2052,
        values: [372, 324, 264, 156, 60, 12, 0, 12, 72, 168, 264, 348],
      },
      {
        role: 'COMPARE',
        starts: startsOf(2024),
        statuses,
        total: 2054.5,
        values: [424.1, 301.3, 245.5, 177.8, 55.8, 11.2, 0, 11.2, 67, 191.5, 245.5, 323.6],
      },
    ],
  });
});

it('water is used all the year, hot water less than half of it', () => {
  const valuesOf = (group: 'COLD_WATER' | 'HOT_WATER') =>
    sampleGraph(group).series.map(({ values, total }) => [values.join(' '), total]);
  expect(valuesOf('COLD_WATER')).toEqual([
    ['14.2 12.9 13.8 13.1 14.6 15.3 16.4 15.9 14.1 13.7 13.2 14.8', 172],
    ['16.2 12 12.8 14.9 13.6 14.2 18.7 14.8 13.1 15.6 12.3 13.8', 172],
  ]);
  expect(valuesOf('HOT_WATER')).toEqual([
    ['6.4 5.8 6.2 5.9 6.6 6.9 7.4 7.2 6.3 6.2 5.9 6.7', 77.5],
    ['7.3 5.4 5.8 6.7 6.1 6.4 8.4 6.7 5.9 7.1 5.5 6.2', 77.5],
  ]);
});

it('lines over it are a property below, a country above, and the weather', () => {
  expect(sampleLine('HCA', 'degreeDays')).toEqual({
    unit: 'Kd',
    starts: startsOf(2025),
    total: 2736,
    values: [496, 432, 352, 208, 80, 16, 0, 16, 96, 224, 352, 464],
  });
  expect(sampleLine('HCA', 'propertyAverage').unit).toBe('HCA');
  expect(sampleLine('COLD_WATER', 'nationalAverage')).toMatchObject({
    unit: 'm³',
    starts: startsOf(2025),
  });
  expect(lineOf('HCA', 'propertyAverage')).toEqual([
    '315.6 274.8 223.8 132 50.4 9.6 0 9.6 60.6 142.2 223.8 295.2',
    1737.6,
  ]);
  expect(lineOf('HCA', 'nationalAverage')).toEqual([
    '402.1 350.2 285.4 168.8 65.1 13.3 0.3 13.3 78.1 181.8 285.4 376.2',
    2220,
  ]);
  expect(lineOf('HOT_WATER', 'propertyAverage')).toEqual([
    '4.8 4.3 4.7 4.4 5 5.3 5.7 5.5 4.8 4.7 4.4 5.1',
    58.7,
  ]);
});

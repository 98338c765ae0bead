import { expect, test } from 'vitest';
import { demoTemperature, planTemperatures } from '../../../server/demo/temperatures.ts';

test('the demo’s weather is cold in winter, warm in summer, and the same each time', () => {
  const mean = (month: string) => {
    const days = Array.from(
      { length: 28 },
      (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`,
    );
    return days.reduce((sum, day) => sum + demoTemperature('Kraków', day), 0) / days.length;
  };
  expect(mean('2026-01')).toBeLessThan(3);
  expect(mean('2026-07')).toBeGreaterThan(15);
  expect(demoTemperature('Kraków', '2026-01-05')).toBe(demoTemperature('Kraków', '2026-01-05'));
  expect(demoTemperature('Kraków', '2026-01-05')).not.toBe(demoTemperature('Praha', '2026-01-05'));
});

test('every day of each city is there once', () => {
  const cities = ['A', 'B', 'A'].map((city) => ({ market: { country: 'PL' as const }, city }));
  const plan = planTemperatures(cities, '2026-02-27', '2026-03-01');
  expect(plan.map(({ station, day }) => `${station} ${day}`)).toEqual([
    ...['A 2026-02-27', 'A 2026-02-28', 'A 2026-03-01'],
    ...['B 2026-02-27', 'B 2026-02-28', 'B 2026-03-01'],
  ]);
});

import { z } from 'zod';
import { findLess, measured, water } from '../warningKind.ts';

export const leakage = measured({
  type: 'LEAKAGE',
  page: 'water-leakage',
  feature: 'WARNING_WATER_LEAKAGE',
  icon: 'drop',
  categories: water,
  unit: 'l/h',
  isOn: true,
  urgency: null,
  timeframe: 'HOURLY',
  summary: { what: 'counts as a leakage', many: 'leakages' },
  limits: z.object({
    litresPerHour: z
      .number()
      .min(0.5)
      .max(1000)
      .describe('Least flow of the hours in litres an hour from which on it is a leakage'),
    criticalLitresPerHour: z
      .number()
      .min(0.5)
      .max(10_000)
      .describe('Least flow of the hours in litres an hour above which it is critical'),
    hours: z.int().min(1).max(168).describe('So many hours in a row the water never stands still'),
  }),
  defaults: { litresPerHour: 4, criticalLitresPerHour: 20, hours: 24 },
  contradiction(limits) {
    const less = findLess(limits, 'criticalLitresPerHour', 'litresPerHour');
    const message = `expected at least ${less?.least}, from where it is a leakage`;
    return less && { field: 'criticalLitresPerHour', message };
  },
  describe: (of) => `${of.litresPerHour} / ${of.criticalLitresPerHour} l/h · ${of.hours} h`,
});

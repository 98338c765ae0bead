import { z } from 'zod';
import { findLess, inARow, measured } from '../warningKind.ts';

export const co2 = measured({
  type: 'CO2',
  apiName: 'CO2',
  icon: 'people',
  categories: ['CO2'],
  unit: 'ppm',
  isOn: false,
  urgency: null,
  timeframe: 'HOURLY',
  summary: { what: 'is too much CO₂', many: 'warnings of CO₂' },
  limits: z.object({
    ppm: z.number().min(400).max(10_000).describe('In ppm'),
    criticalPpm: z.number().min(400).max(40_000).describe('In ppm, above which it is critical'),
    hours: inARow('hours', 168),
  }),
  defaults: { ppm: 1000, criticalPpm: 1400, hours: 2 },
  contradiction(limits) {
    const less = findLess(limits, 'criticalPpm', 'ppm');
    const message = `expected at least ${less?.least}, the first limit`;
    return less && { field: 'criticalPpm', message };
  },
  describe: (of) => `${of.ppm} / ${of.criticalPpm} ppm · ${of.hours} h`,
});

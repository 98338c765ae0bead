import { z } from 'zod';
import { inARow, measured } from '../warningKind.ts';

export const humidity = measured({
  type: 'HUMIDITY',
  page: 'high-humidity',
  feature: 'WARNING_HIGH_HUMIDITY',
  icon: 'drop',
  categories: ['HUMIDITY'],
  unit: '%RH',
  isOn: false,
  urgency: 5,
  timeframe: 'HOURLY',
  summary: { what: 'is too humid', many: 'warnings of humidity' },
  limits: z.object({
    percent: z.number().min(1).max(100).describe('Relative humidity in %RH that is too high'),
    hours: inARow('hours', 720),
  }),
  defaults: { percent: 70, hours: 24 },
  describe: (of) => `${of.percent} %RH · ${of.hours} h`,
});

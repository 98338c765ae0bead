import { z } from 'zod';
import { measured, water } from '../warningKind.ts';

export const waterSpill = measured({
  type: 'WATER_SPILL',
  icon: 'drop',
  categories: water,
  unit: 'l/h',
  isOn: true,
  urgency: 10,
  timeframe: 'HOURLY',
  // A spill is what a large rise looks like, and can't wait for support.
  believesDoubted: true,
  summary: { what: 'counts as a spill of water', many: 'spills' },
  limits: z.object({
    litresPerHour: z
      .number()
      .min(10)
      .max(100_000)
      .describe('Flow in litres an hour from which on it is a spill'),
    hours: z.int().min(1).max(48).describe('So many hours in a row it has to flow like that'),
  }),
  defaults: { litresPerHour: 750, hours: 1 },
  describe: (of) => `${of.litresPerHour} l/h · ${of.hours} h`,
});

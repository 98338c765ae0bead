import { z } from 'zod';
import { inARow, measured, orNone, water } from '../warningKind.ts';

/** A day is as usual as the median of so many days before it. */
export const usualDays = 28;

export const highWaterConsumption = measured({
  type: 'HIGH_WATER_CONSUMPTION',
  icon: 'chart',
  categories: water,
  unit: 'l',
  isOn: false,
  urgency: 5,
  timeframe: 'DAILY',
  // It may be what was usual before.
  limitTellsDays: usualDays,
  summary: { what: 'counts as high consumption of water', many: 'warnings of consumption' },
  limits: z.object({
    litresPerDay: z.number().min(1).max(1_000_000).describe('In litres a day'),
    timesUsual: orNone(z.number().min(1).max(100)).describe(
      'So many times as much as on the device’s usual day, too; null: the limit alone',
    ),
    days: inARow('days', 31),
  }),
  defaults: { litresPerDay: 500, timesUsual: 3, days: 1 },
  describe(of) {
    const usual = of.timesUsual === null ? '' : ` · × ${of.timesUsual}`;
    return `${of.litresPerDay} l${usual} · ${of.days} d`;
  },
});

import { z } from 'zod';
import { findLess, inARow, measured, orNone } from '../warningKind.ts';

export const temperature = measured({
  type: 'TEMPERATURE',
  icon: 'temperature',
  categories: ['TEMPERATURE_LOGGER'],
  unit: '°C',
  isOn: false,
  urgency: 5,
  timeframe: 'HOURLY',
  // It says whether it was too cold or too hot.
  limitTellsDays: 0,
  summary: { what: 'is too cold or too hot', many: 'warnings of temperature' },
  limits: z.object({
    lowest: orNone(z.number().min(-40).max(100)).describe('In °C; null: it can’t be too cold'),
    highest: orNone(z.number().min(-40).max(100)).describe('In °C; null: it can’t be too hot'),
    hours: inARow('hours', 168),
  }),
  defaults: { lowest: 12, highest: 30, hours: 6 },
  contradiction(limits) {
    const { lowest, highest } = limits;
    if (lowest === null && highest === null) {
      return { field: 'lowest', message: 'expected a lowest or a highest temperature' };
    }
    const isSame = typeof lowest === 'number' && lowest === highest;
    if (!isSame && !findLess(limits, 'highest', 'lowest')) return undefined;
    return { field: 'highest', message: `expected more than ${lowest}, the lowest temperature` };
  },
  describe: (of) => `${of.lowest ?? '−∞'} … ${of.highest ?? '∞'} °C · ${of.hours} h`,
});

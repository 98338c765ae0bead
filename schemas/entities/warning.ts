import { z } from 'zod';
import { instantSchema } from './consumption.ts';

export const urgencies = { NON_CRITICAL: 0, WARNING: 5, CRITICAL: 10 } as const;
export const urgencySchema = z.literal([0, 5, 10]).meta({ id: 'Urgency' });
export type Urgency = z.infer<typeof urgencySchema>;

export const warningTypes = [
  'ACTIVE',
  'CO2',
  'CRITICAL',
  'HIGH_WATER_CONSUMPTION',
  'HUMIDITY',
  'LEAKAGE',
  'NON_CRITICAL',
  'RECENT',
  'RESOLVED',
  'SMOKE',
  'TEMPERATURE',
  'WATER_SPILL',
] as const;
export const warningTypeSchema = z.enum(warningTypes).meta({ id: 'WarningType' });
export type WarningType = z.infer<typeof warningTypeSchema>;

export const warningSchema = z
  .object({
    alert: warningTypeSchema.describe('What is wrong'),
    firstOccurrence: instantSchema.describe('When it was noticed first'),
    lastOccurrence: instantSchema.describe('When it was noticed last'),
    limit: z
      .number()
      .nullable()
      .describe('The limit that was passed: water in litres, CO₂ in ppm; null: it has none'),
    minTemperature: z
      .number()
      .nullable()
      .describe('The lowest temperature that was measured, in °C; null: of other warnings'),
    occurrenceDay: z.iso
      .date()
      .nullable()
      .describe('Local day on which it happened; null: it isn’t of a single day'),
    meterType: z.string().describe('What kind of device noticed it'),
    serialNumber: z.string().describe('Number on the plate of the device that noticed it'),
    urgency: urgencySchema.describe('0: not critical; 5: warning; 10: critical'),
    resolvedBy: z.string().nullable().describe('User name of who resolved it; null: it is open'),
    resolvedDate: instantSchema.nullable().describe('When it was resolved; null: it is open'),
    notifyByEmail: z.boolean().describe('Whether mails tell of it'),
    notifyByMobile: z.boolean().describe('Whether messages to phones tell of it'),
  })
  .meta({ id: 'Warning' });
export type Warning = z.infer<typeof warningSchema>;

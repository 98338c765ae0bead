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
    alert: warningTypeSchema,
    firstOccurrence: instantSchema,
    lastOccurrence: instantSchema,
    limit: z.number().nullable(),
    minTemperature: z.number().nullable(),
    occurrenceDay: z.iso.date().nullable(),
    meterType: z.string(),
    serialNumber: z.string(),
    urgency: urgencySchema,
    resolvedBy: z.string().nullable(),
    resolvedDate: instantSchema.nullable(),
    notifyByEmail: z.boolean(),
    notifyByMobile: z.boolean(),
  })
  .meta({ id: 'Warning' });
export type Warning = z.infer<typeof warningSchema>;

import { z } from 'zod';
import { dateSchema } from './consumption.ts';

/** Which edge of the range lacks a bracketing reading. */
export const missingSides = ['END', 'FRONT'] as const;
export const missingSideSchema = z.enum(missingSides).meta({ id: 'MissingSide' });

export const waterBalanceSchema = z
  .object({
    readingDate: dateSchema.describe('Local day on which the range ends, YYYY-MM-DD'),
    rangeInMonths: z.int().positive().describe('How many months the range has'),
    mainMeterConsumption: z
      .number()
      .nullable()
      .describe('What the main meter counted in the range, in m³; null: unknown'),
    missingSide: missingSideSchema
      .nullable()
      .describe('The edge of the range that lacks a reading; null: neither'),
  })
  .meta({ id: 'WaterBalance' });

import { z } from 'zod';
import { dateSchema } from './consumption.ts';

/** Which edge of the range lacks a bracketing reading. */
export const missingSides = ['END', 'FRONT'] as const;
export const missingSideSchema = z.enum(missingSides).meta({ id: 'MissingSide' });

export const waterBalanceSchema = z
  .object({
    readingDate: dateSchema,
    rangeInMonths: z.int().positive(),
    mainMeterConsumption: z.number().nullable(),
    missingSide: missingSideSchema.nullable(),
  })
  .meta({ id: 'WaterBalance' });

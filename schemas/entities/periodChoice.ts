import { z } from 'zod';

export const periodUnits = [
  'DAYS',
  'WEEKS',
  'MONTHS',
  'QUARTERS',
  'YEARS',
  'BILLING_PERIODS',
] as const;
/** What a period that moves with its day is counted in; all but days are whole ones of the calendar or the property. */
export const periodUnitSchema = z.enum(periodUnits).meta({ id: 'PeriodUnit' });
export type PeriodUnit = z.infer<typeof periodUnitSchema>;

/** So many units before the day on which they are counted: days up to yesterday, else those that are over. */
export interface PeriodChoice {
  readonly count: number;
  readonly unit: PeriodUnit;
}

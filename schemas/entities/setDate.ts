import { z } from 'zod';
import { entity } from '../fields.ts';
import { count } from '../figures.ts';

/** The last day that a heat cost allocator counts before it begins anew, each year. */
export const setDateChangeSchema = entity(
  z.object({
    worksNo: z.string().trim().min(1).max(100).describe('Number of the property'),
    serialNumber: z
      .string()
      .trim()
      .max(100)
      .nullish()
      .describe('Number on the device’s plate; null: all of the property without one of their own'),
    day: z.int().min(1).max(31).describe('Day of the month'),
    month: z.int().min(1).max(12).describe('Month, 1 to 12'),
  }),
  { name: 'SetDateChange' },
);
export type SetDateChange = z.infer<typeof setDateChangeSchema>;

/** What came of it. */
export const setDateChangedSchema = z.object({
  devices: count('How many devices’ figures were computed anew'),
});

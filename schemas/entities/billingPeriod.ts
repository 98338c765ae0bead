import { z } from 'zod';
import { entity } from '../fields.ts';
import { periodSchema } from './consumption.ts';

export const billingPeriodSchema = entity(
  periodSchema.extend({
    worksId: z.int().positive().describe('Id of the property whose period it is'),
    product: z.string().describe('What is billed'),
  }),
  { name: 'BillingPeriod', like: 'Period', references: { property: 'worksId' } },
);

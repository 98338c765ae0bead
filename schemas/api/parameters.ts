import { z } from 'zod';
import { dateSchema, timeframeSchema } from '../entities/consumption.ts';
import { deviceCategorySchema } from '../entities/device.ts';
import { idParameter } from './operation.ts';

/** Parameters that several operations take. */

/** A user's own id, as the session tells it. */
export const userParams = z.object({
  id: z.string().max(200).describe('The user’s own id, as the session tells it'),
});

export const propertyParameter = idParameter.describe('Id of the property, its worksId');
export const anyProperty = idParameter
  .optional()
  .describe('Id of a property; left out: all that the user may see, in the market’s time zone');
export const tenantParameter = idParameter.describe('Id of the tenant');
export const optionalTenant = idParameter
  .optional()
  .describe('Id of a tenant, to look at that alone; left out: the whole property');

export const optionalCategory = deviceCategorySchema
  .optional()
  .describe('What is measured; left out: what is most usual there');

/** Begin and end are local days, both included; left out, the last year, quarter or days. */
export const spanQuery = {
  timeframe: timeframeSchema.default('MONTHLY').describe('How long each bucket is'),
  periodBegin: dateSchema
    .optional()
    .describe(
      'First local day; left out: 12 months, 26 weeks, 31 days, 2 days of hours or 5 billings back',
    ),
  periodEnd: dateSchema.optional().describe('Last local day, included; left out: today'),
};

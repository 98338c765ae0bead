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

/** From 1900 on, for no meter is older, to 2999; a pattern, so that the OpenAPI document has it too. */
const years = String.raw`(?:19|2\d)`;
const leapDay = `(?:${years}(?:[2468][048]|[13579][26]|0[48])|2[048]00)-02-29`;
const otherDay = String.raw`${years}\d\d-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))`;
const pattern = `^(?:${leapDay}|${otherDay})$`;
const dayOfUse = dateSchema
  .refine((day) => new RegExp(pattern).test(day), {
    error: 'expected a day from 1900-01-01 to 2999-12-31',
    // What is no day at all has been told.
    when: ({ issues }) => issues.length === 0,
  })
  .meta({ pattern });
/** A first and last day, both included. */
export const dayParameter = dayOfUse.optional();
/** Any day of a month. */
export const monthParameter = dayOfUse.optional();

/**
 * Begin and end are local days, both included; left out, the last year, quarter or days. Of a period
 * longer than a timeframe shows at once (`PeriodLimit`) the end is answered.
 */
export const spanQuery = {
  timeframe: timeframeSchema.default('MONTHLY').describe('How long each bucket is'),
  periodBegin: dayOfUse
    .optional()
    .describe(
      'First local day; left out: 12 months, 26 weeks, 31 days, 2 days of hours or 5 billings back; of more than 31 days of hours or 800 values the end shows',
    ),
  periodEnd: dayOfUse
    .optional()
    .describe(
      'Last local day, included; left out: today, or of one property the last day with readings when those ended before what would show',
    ),
};

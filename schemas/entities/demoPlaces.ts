import { z } from 'zod';
import { geoSchema } from './property.ts';

const namesSchema = z.array(z.string().min(1)).min(1);

/** What the demo is made up from in a market. */
export const demoPlacesSchema = z.strictObject({
  share: z
    .int()
    .min(1)
    .max(1000)
    .describe('How many of the demo’s properties lie here, in proportion to the other markets’'),
  owner: z.string().min(1).describe('What stands before the address in a property’s name'),
  towns: z
    .array(
      z.strictObject({
        name: z.string().min(1).describe('Also the weather station of its properties'),
        zip: z.string().min(1).describe('A postal code of the town'),
        latitude: geoSchema.shape.latitude.describe('Of its middle, in degrees'),
        longitude: geoSchema.shape.longitude.describe('Of its middle, in degrees'),
        timeZone: z.string().min(1).optional().describe('Its IANA zone; left out: the market’s'),
      }),
    )
    .min(1)
    .describe('Real towns with their positions and postal codes'),
  streets: namesSchema.describe('Streets that are usual there'),
  firstNames: namesSchema.describe('Of tenants'),
  surnames: namesSchema.describe('Of tenants'),
});

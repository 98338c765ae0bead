import { z } from 'zod';
import { plainRecord, plainRecords } from '../manifest/language.ts';
import { deviceCategorySchema } from './device.ts';
import { energySourceShareSchema } from './information.ts';
import { geoSchema } from './property.ts';

const namesSchema = z.array(z.string().min(1)).min(1);

const pricesSchema = z.partialRecord(deviceCategorySchema, z.number().positive());
plainRecords.add(pricesSchema, { plain: true });

/** What made-up suppliers and authorities publish there, as an operator gives it for a year. */
const demoSupplySchema = z.strictObject({
  supplier: z.string().min(1).describe('Who publishes the emissions, the mix and the prices'),
  mixSource: z.string().min(1).describe('Where the emissions and the mix are published'),
  priceSource: z.string().min(1).describe('Where the prices are published'),
  taxSource: z.string().min(1).describe('Where the taxes and levies are published'),
  currency: z.string().length(3).describe('What prices are in, such as PLN'),
  energyMix: z.array(energySourceShareSchema).min(1).describe('What heat is made of'),
  kilogramsPerKilowattHour: z.number().positive().describe('CO₂ of the heat'),
  prices: pricesSchema.describe('Of one unit that the category counts in'),
  taxes: plainRecord(z.string().min(1), z.number().positive()).describe('Per cent by their names'),
});

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
  supply: demoSupplySchema
    .optional()
    .describe('What tenants read of emissions, mix, prices and taxes; left out: not published'),
});

import { z } from 'zod';
import { entity, writtenAs } from '../fields.ts';
import { areaOrNull, count } from '../figures.ts';
import { featureSchema } from './access.ts';
import { instantSchema } from './consumption.ts';
import { urgencySchema } from './warning.ts';

const worksId = z.int().positive().describe('Id of the property in calls and addresses');
const worksNo = z.string().describe('The property’s number in the billing system');
const worksOldNumber = z
  .string()
  .nullable()
  .describe('The number that the property had before, by which it is found too');
const address = z.string().describe('Street and house number');
const city = z.string().describe('Town where the property lies');
const warningSeverity = writtenAs(
  urgencySchema
    .nullable()
    .describe('The most urgent open warning of the property: 0, 5 or 10; null without warnings'),
  { as: 'severity' },
);
const name = z.string().describe('What the building is called, as the administrator entered it');

export const geoSchema = z
  .object({
    latitude: z.number().min(-90).max(90).describe('Degrees to the north, WGS 84'),
    longitude: z.number().min(-180).max(180).describe('Degrees to the east, WGS 84'),
  })
  .meta({ id: 'Geo' });

/** How rows of properties are told apart, called and referred to. */
const propertyFacts = { key: 'worksId', title: 'name', references: { property: 'worksId' } };

export const propertySchema = entity(
  z.object({
    worksId,
    worksNo,
    worksOldNumber,
    name,
    address,
    city,
    zipCode: z.string().describe('Postal code, as written in the country'),
    warningSeverity,
    features: z.array(featureSchema).describe('What is licensed for this property'),
    geo: geoSchema.nullable().describe('Where the property lies; null when nobody has said so'),
  }),
  { name: 'Property', ...propertyFacts },
);
export type Property = z.infer<typeof propertySchema>;

/** A property on the map and in its list, in the shortest form. */
export const propertyLocationSchema = entity(
  z.object({
    worksId,
    worksNo,
    worksOldNumber,
    name,
    address,
    city,
    warningSeverity,
    latitude: geoSchema.shape.latitude.nullable().describe('Degrees north; null: not known'),
    longitude: geoSchema.shape.longitude.nullable().describe('Degrees east; null: not known'),
  }),
  {
    name: 'PropertyLocation',
    like: 'Property',
    ...propertyFacts,
    place: {
      latitude: 'latitude',
      longitude: 'longitude',
      description: ['address', 'city', 'worksNo'],
      foundBy: ['worksOldNumber'],
      severity: 'warningSeverity',
    },
  },
);

export const propertyLocationsSchema = z.object({
  content: z
    .array(propertyLocationSchema)
    .max(10_000)
    .describe('All of them; those whose place isn’t known are in the list alone'),
});

export const propertyDetailSchema = entity(
  propertySchema.extend({
    timeZone: z
      .string()
      .describe('IANA name of the time zone in which its days, weeks and months lie'),
    areaSquareMetres: areaOrNull(
      'Area of the building in m², by which averages are counted; null: unknown',
    ),
    tenantCount: count('How many tenants the property has'),
    deviceCount: count('How many devices the property has, dismounted ones too'),
    accessSince: z.iso
      .date()
      .nullable()
      .describe('First local day whose data the account may see; null: from the beginning'),
  }),
  { name: 'PropertyDetail', like: 'Property', ...propertyFacts },
);

/** A property whose readings leave something to do. */
export const unreadPropertySchema = entity(
  propertySchema.pick({ worksId: true, worksNo: true, name: true, city: true }).extend({
    silentDevices: count('How many devices haven’t been heard of for long'),
    deviceCount: count('How many devices the property has, dismounted ones too'),
    silentSince: instantSchema
      .nullable()
      .describe('Newest reading of the device that is silent longest; null: none is silent'),
    gaps: count('How many gaps the readings of the last 31 days left'),
    newestGap: instantSchema.nullable().describe('When the newest of them ended; null: none'),
    timeZone: z.string().describe('IANA zone of the property, which its instants are written in'),
  }),
  { name: 'UnreadProperty', like: 'Property', ...propertyFacts },
);

/** What is told of a property that was found by its number. */
export const propertyMatchSchema = entity(
  propertySchema.pick({ worksId: true, worksNo: true, name: true }),
  { name: 'PropertyMatch', like: 'Property', ...propertyFacts },
);

const tenantFacts = {
  key: 'id',
  title: 'tenantName',
  references: { tenant: 'id', property: 'propertyId' },
};

export const tenantSchema = entity(
  z.object({
    id: z.int().positive().describe('Id of the tenant in calls and addresses'),
    installationNumber: z
      .string()
      .describe('Number of the flat’s installation, by which tenants are found too'),
    tenantNo: z.string().describe('The tenant’s number within the property'),
    tenantName: z.string().describe('Who rents the flat, as the administrator entered it'),
    address: z.string().describe('Street, house number and flat'),
    propertyId: z.int().positive().describe('The worksId of the property that the flat belongs to'),
  }),
  { name: 'Tenant', ...tenantFacts },
);
export type Tenant = z.infer<typeof tenantSchema>;

export const tenantDetailSchema = entity(
  tenantSchema.extend({
    areaSquareMetres: areaOrNull(
      'Area of the flat in m², by which averages are counted; null: unknown',
    ),
    deviceCount: count('How many devices the flat has, dismounted ones too'),
    previousTenant: z
      .number()
      .nullable()
      .describe('Id of the tenant before this one by number; null: none'),
    nextTenant: z
      .number()
      .nullable()
      .describe('Id of the tenant after this one by number; null: none'),
  }),
  { name: 'TenantDetail', like: 'Tenant', ...tenantFacts },
);

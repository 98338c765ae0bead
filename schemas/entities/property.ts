import { z } from 'zod';
import { featureSchema } from './access.ts';
import { urgencySchema } from './warning.ts';

export const geoSchema = z
  .object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
  .meta({ id: 'Geo' });

export const propertySchema = z
  .object({
    worksId: z.number(),
    worksNo: z.string(),
    worksOldNumber: z.string().nullable(),
    name: z.string(),
    address: z.string(),
    city: z.string(),
    zipCode: z.string(),
    warningSeverity: urgencySchema.nullable(),
    features: z.array(featureSchema),
    geo: geoSchema.nullable(),
  })
  .meta({ id: 'Property' });
export type Property = z.infer<typeof propertySchema>;

export const tenantSchema = z
  .object({
    id: z.number(),
    installationNumber: z.string(),
    tenantNo: z.string(),
    tenantName: z.string(),
    address: z.string(),
    propertyId: z.number(),
  })
  .meta({ id: 'Tenant' });
export type Tenant = z.infer<typeof tenantSchema>;

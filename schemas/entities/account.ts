import { z } from 'zod';
import { featureSchema, roleSchema } from './access.ts';
import { instantSchema } from './consumption.ts';
import { countrySchema, instanceSchema, languageSchema } from './market.ts';

export const sessionUserSchema = z
  .object({
    username: z.string(),
    userId: z.string(),
    mail: z.string(),
    instance: instanceSchema,
    country: countrySchema,
    language: languageSchema,
    groups: z.array(roleSchema),
    features: z.array(featureSchema),
  })
  .meta({ id: 'SessionUser' });
export type SessionUser = z.infer<typeof sessionUserSchema>;

const colour = z.string().regex(/^#[0-9a-f]{6}$/i);

export const preferencesSchema = z
  .object({
    dateFormat: z.literal('DD.MM.YYYY'),
    darkMode: z.boolean().optional().describe('Left out: as the device has it'),
    graphColors: z.object({
      hca: colour,
      hcaCompare: colour,
      hotWater: colour,
      hotWaterCompare: colour,
      coldWater: colour,
      coldWaterCompare: colour,
      coldAndHotWater: colour,
      coldAndHotWaterCompare: colour,
      propertyAverage: colour,
      nationalAverage: colour,
      degreeDays: colour,
    }),
  })
  .meta({ id: 'Preferences' });
export type Preferences = z.infer<typeof preferencesSchema>;
export type GraphColors = Preferences['graphColors'];

export const permissionPackageSchema = z
  .object({ name: z.string(), description: z.string(), permissions: z.array(featureSchema) })
  .meta({ id: 'PermissionPackage' });

export const administratorSchema = z
  .object({
    username: z.string(),
    email: z.email(),
    phoneNumber: z.string(),
    name: z.string(),
    specialUser: z.boolean(),
    accessSince: z.iso.date().nullable(),
    disabledDate: instantSchema.nullable(),
    lastLogin: instantSchema.nullable(),
    assignedProperties: z.array(z.number()),
    permissionPackage: permissionPackageSchema.nullable(),
  })
  .meta({ id: 'Administrator' });

export const activityLogSchema = z
  .object({
    actionDate: instantSchema,
    actionName: z.string(),
    affectedUser: z.string(),
    actionType: z.string(),
  })
  .meta({ id: 'ActivityLog' });

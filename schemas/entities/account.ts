import { z } from 'zod';
import { entity } from '../fields.ts';
import { featureSchema, roleSchema } from './access.ts';
import { instantSchema } from './consumption.ts';
import { countrySchema, instanceSchema, languageSchema } from './market.ts';

/** All three are null while everything is one's own. */
const previewOf = {
  previewId: z.int().positive().nullable().describe('Which preview of the account it is'),
  previewedBy: z.string().nullable().describe('User name of who looks at the account'),
  previewEndsAt: instantSchema.nullable().describe('When that ends by itself'),
};

export const sessionUserSchema = entity(
  z.object({
    username: z.string().describe('What the user signs in with'),
    userId: z.string().describe('Id of the account at the identity provider'),
    mail: z.string().describe('E-mail address of the account'),
    instance: instanceSchema.describe('Number of the portal’s instance in the country'),
    country: countrySchema.describe('Market of the account, whose screens the user gets'),
    language: languageSchema.describe('Language of the user’s profile'),
    groups: z.array(roleSchema).describe('What the user may do, as roles'),
    features: z.array(featureSchema).describe('What is licensed for the account'),
    ...previewOf,
    lacksPhoneMessages: z.boolean().describe('Whether the portal can’t send messages to phones'),
  }),
  { name: 'SessionUser', like: 'Profile', title: 'username' },
);
export type SessionUser = z.infer<typeof sessionUserSchema>;

/** Of a colour as #rrggbb. */
export const colourPattern = /^#[0-9a-f]{6}$/i;
const colour = (series: string) =>
  z.string().regex(colourPattern).describe(`Graph colour of ${series}, as #rrggbb`);

export const graphColorsSchema = entity(
  z.object({
    hca: colour('heating and energy'),
    hcaCompare: colour('heating and energy of the compared period'),
    hotWater: colour('hot water'),
    hotWaterCompare: colour('hot water of the compared period'),
    coldWater: colour('cold water'),
    coldWaterCompare: colour('cold water of the compared period'),
    coldAndHotWater: colour('cold and hot water together, and of all other categories'),
    coldAndHotWaterCompare: colour('those of the compared period'),
    propertyAverage: colour('the line of the property’s average'),
    nationalAverage: colour('the line of the country’s average'),
    degreeDays: colour('the line of degree days'),
  }),
  { name: 'GraphColors' },
);
export type GraphColors = z.infer<typeof graphColorsSchema>;

export const preferencesSchema = entity(
  z.object({
    dateFormat: z.literal('DD.MM.YYYY').describe('How days are written; there is one way today'),
    darkMode: z
      .boolean()
      .optional()
      .describe('Whether screens are dark; left out: as the device has it'),
    graphColors: graphColorsSchema.describe('What graphs are drawn in'),
  }),
  { name: 'Preferences' },
);
export type Preferences = z.infer<typeof preferencesSchema>;

/** What is left out stays as it is, each colour by itself. */
export const preferencesChangeSchema = entity(
  preferencesSchema
    .extend({
      graphColors: entity(graphColorsSchema.partial(), {
        name: 'GraphColorsChange',
        like: 'GraphColors',
      }).describe('What graphs are drawn in from now on'),
    })
    .partial(),
  { name: 'PreferencesChange', like: 'Preferences' },
);
export type PreferencesChange = z.infer<typeof preferencesChangeSchema>;

export const permissionPackageSchema = z
  .object({
    name: z.string().describe('What the package is called in contracts'),
    description: z.string().describe('What it is for, in words'),
    permissions: z.array(featureSchema).describe('The features that it licenses'),
  })
  .meta({ id: 'PermissionPackage' });

export const administratorSchema = z
  .object({
    username: z.string().describe('What the administrator signs in with'),
    email: z.email().describe('Where the portal’s mails to the administrator go'),
    phoneNumber: z.string().describe('Phone number of the administrator, with its dialling prefix'),
    name: z.string().describe('First name and surname of the administrator'),
    specialUser: z.boolean().describe('Marked by the provider for special treatment'),
    accessSince: z.iso
      .date()
      .nullable()
      .describe('First local day whose data the administrator may see; null: all'),
    disabledDate: instantSchema
      .nullable()
      .describe('When the account was disabled; null: it is not'),
    lastLogin: instantSchema
      .nullable()
      .describe('When the administrator signed in last; null: never'),
    assignedProperties: z
      .array(z.int().positive())
      .describe('The worksIds of the properties they may see'),
    permissionPackage: permissionPackageSchema
      .nullable()
      .describe('What is licensed for them; null: nothing'),
  })
  .meta({ id: 'Administrator' });

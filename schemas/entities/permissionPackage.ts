import { z } from 'zod';
import { entity, lineSchema } from '../fields.ts';
import { count } from '../figures.ts';
import { reportFeatures } from '../kinds/reports.ts';
import { warningFeatures } from '../kinds/warnings.ts';
import {
  type Feature,
  type FeatureGroup,
  featureGroupSchema,
  featureSchema,
  features,
} from './access.ts';

function sameGroup<One extends Feature>(features: readonly One[], group: FeatureGroup) {
  return Object.fromEntries(features.map((one) => [one, group])) as Record<One, FeatureGroup>;
}

/** Which part of the portal each feature belongs to. */
export const featureGroupOf: Readonly<Record<Feature, FeatureGroup>> = {
  CONSUMPTION_BASIC: 'CONSUMPTION',
  CONSUMPTION_ADV: 'CONSUMPTION',
  ...sameGroup(reportFeatures, 'REPORTS'),
  ADV_REPORT_WATER_BALANCE: 'ADVANCED_REPORTS',
  ...sameGroup(warningFeatures, 'WARNINGS'),
  DOCUMENT_ARCH_ARCHIVE: 'DOCUMENT_ARCHIVE',
  DOCUMENT_ARCH_DOCUMENT_STATUS: 'DOCUMENT_ARCHIVE',
};

const said = {
  name: lineSchema.min(1).max(100).describe('What the package is called; once in a market'),
  description: z.string().trim().max(1000).describe('Whom or what it is for, in words'),
  features: z.array(featureSchema).describe('The features that it licenses for a property'),
};

/** What a package changed from: who saves a change says which state of it they saw. */
const version = z
  .int()
  .min(0)
  .describe('Grows with each change; a change of another state than this one is refused');

/** A package as those see it who look after packages. */
export const managedPackageSchema = entity(
  z.object({
    id: z.int().positive().describe('The portal’s own number of the package'),
    ...said,
    featureCount: count('How many features it licenses'),
    administrators: count('How many accounts have it, for one property or more'),
    version,
  }),
  {
    name: 'ManagedPackage',
    key: 'id',
    title: 'name',
    references: { package: 'id', packageId: 'id' },
  },
);

export const packageDraftSchema = entity(
  z.object({
    ...said,
    description: said.description.optional(),
    features: said.features.min(1).max(features.length),
  }),
  { name: 'PackageDraft', like: 'ManagedPackage' },
);
export type PackageDraft = z.infer<typeof packageDraftSchema>;

export const packageChangeSchema = entity(packageDraftSchema.extend({ version }), {
  name: 'PackageChange',
  like: 'ManagedPackage',
});
export type PackageChange = z.infer<typeof packageChangeSchema>;

export const grantSchema = z.enum(['GRANTED', 'NOT_GRANTED']).meta({ id: 'Grant' });

export type Grant = z.infer<typeof grantSchema>;

/** What can be licensed, and whether a package does. */
export const packageFeatureSchema = entity(
  z.object({
    feature: featureSchema.describe('What can be licensed'),
    group: featureGroupSchema.describe('The part of the portal that it belongs to'),
    grant: grantSchema
      .nullable()
      .describe('Whether the package licenses it; null: no package was asked about'),
  }),
  { name: 'PackageFeature', key: 'feature', title: 'feature' },
);

/** Who has a package. */
export const packageAdministratorSchema = entity(
  z.object({
    id: z.int().positive().describe('The portal’s own number of the account'),
    username: z.string().describe('What the administrator signs in with'),
    name: z.string().describe('First name and surname of the administrator'),
    properties: count('For how many properties they have the package'),
  }),
  { name: 'PackageAdministrator', key: 'id', title: 'username' },
);

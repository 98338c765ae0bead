import { z } from 'zod';
import { reportFeatures } from '../kinds/reports.ts';
import { warningFeatures } from '../kinds/warnings.ts';

export const roles = [
  'portal_user',
  'portal_admin',
  'portal_domea',
  'portal_super_admin',
  'portal_support',
] as const;
export const roleSchema = z.enum(roles).meta({ id: 'Role' });
export type Role = z.infer<typeof roleSchema>;

export const features = [
  'CONSUMPTION_BASIC',
  'CONSUMPTION_ADV',
  ...reportFeatures,
  'ADV_REPORT_WATER_BALANCE',
  ...warningFeatures,
  'DOCUMENT_ARCH_ARCHIVE',
  'DOCUMENT_ARCH_DOCUMENT_STATUS',
] as const;
export const featureSchema = z.enum(features).meta({ id: 'Feature' });
export type Feature = z.infer<typeof featureSchema>;

export const featureGroups = [
  'ADVANCED_REPORTS',
  'CONSUMPTION',
  'DOCUMENT_ARCHIVE',
  'REPORTS',
  'WARNINGS',
  'WARNING_ALERT',
] as const;
export const featureGroupSchema = z.enum(featureGroups).meta({ id: 'FeatureGroup' });
export type FeatureGroup = z.infer<typeof featureGroupSchema>;

/** Accounts' levels: 1 is the main user named in the contract, 2 a sub-administrator. */
export const accountLevelSchema = z.literal([1, 2]).meta({ id: 'AccountLevel' });

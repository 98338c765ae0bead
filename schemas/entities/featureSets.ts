import { z } from 'zod';
import { reportKinds } from '../kinds/reports.ts';
import { type Feature, type FeatureGroup, featureGroups, features } from './access.ts';
import { featureGroupOf } from './permissionPackage.ts';

const reports = Object.values(reportKinds);
const licensing = (kinds: readonly { readonly feature: Feature }[]) => [
  ...new Set(kinds.map(({ feature }) => feature)),
];

/** Features that manifests name together: those of a group, or of the values of an enumeration. */
const featureSets = {
  ...(Object.fromEntries(
    featureGroups.map((group) => [group, features.filter((one) => featureGroupOf[one] === group)]),
  ) as Record<FeatureGroup, Feature[]>),
  reportType: licensing(reports),
  reportJobType: licensing(reports.filter(({ isJob }) => isJob)),
};

type FeatureSet = keyof typeof featureSets;

export const featureSetSchema = z
  .enum(Object.keys(featureSets) as [FeatureSet, ...FeatureSet[]])
  .meta({ id: 'FeatureSet' })
  .describe('All features of a group, or of the values of an enumeration');

/** In the order of choices, or of the rows that the values are; a name of none stands for itself, to be refused. */
export function featuresOf(name: FeatureSet): Feature[] {
  const set: readonly Feature[] | undefined = featureSets[name];
  return set ? [...set] : [name as never];
}

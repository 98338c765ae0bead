import { featureGroupOf } from '../entities/permissionPackage.ts';
import type { EnumerationName } from './enumerations.ts';

interface Groups {
  /** The enumeration whose values the groups are. */
  readonly of: EnumerationName;
  readonly groupOf: Readonly<Record<string, string>>;
}

/** Enumerations whose values belong to groups, for lists that are long. */
export const valueGroups: { readonly [Name in EnumerationName]?: Groups } = {
  feature: { of: 'featureGroup', groupOf: featureGroupOf },
};

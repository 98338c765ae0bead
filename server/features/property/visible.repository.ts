import { grantedFeatures } from '../../database/grantedFeatures.ts';

/**
 * SQL for the properties in a scope, as `visible (property_id, features, access_since)`. It takes
 * the account and the licensing features as the two parameters named.
 */
export function visibleProperties(account: string, features: string): string {
  return `SELECT property_id, features, access_since FROM (
      SELECT access.property_id, ${grantedFeatures('access', 'package')} AS features,
        access.access_since
      FROM property_access access JOIN permission_package package ON package.id = access.package_id
      WHERE access.account_id = ${account}
    ) AS granted
    WHERE cardinality(${features}::text[]) = 0 OR features && ${features}::text[]`;
}

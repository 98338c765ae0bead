/**
 * SQL for what a row of `property_access` allows: the features of its package, and of a
 * sub-administrator those of them that the administrator chose. What the package loses, all lose.
 */
export function grantedFeatures(access: string, permissionPackage: string): string {
  return `CASE WHEN ${access}.features IS NULL THEN ${permissionPackage}.features ELSE ARRAY(
    SELECT feature FROM unnest(${permissionPackage}.features) AS feature
    WHERE feature = ANY (${access}.features)
  ) END`;
}

/**
 * SQL for what has become of an account: DELETED (put away), DISABLED, INVITED (never signed in
 * yet) or ACTIVE. `account` is its table's name in the query.
 */
export function accountState(account: string): string {
  return `CASE WHEN ${account}.deleted_at IS NOT NULL THEN 'DELETED'
    WHEN ${account}.disabled_at IS NOT NULL THEN 'DISABLED'
    WHEN ${account}.last_sign_in_at IS NULL THEN 'INVITED' ELSE 'ACTIVE' END`;
}

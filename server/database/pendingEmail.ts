/**
 * SQL for the address that an account is going to have once a mailed link is used; null: none.
 * `account` is its table's name in the query.
 */
export function pendingEmail(account: string): string {
  return `(SELECT link.email FROM account_link AS link
    WHERE link.account_id = ${account}.id AND purpose = 'EMAIL' AND used_at IS NULL
      AND expires_at > now()
    ORDER BY created_at DESC LIMIT 1)`;
}

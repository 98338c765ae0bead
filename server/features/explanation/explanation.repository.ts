import type { OperationResponse } from '../../../schemas/api/operations.ts';
import { explainedAccountSchema } from '../../../schemas/entities/explanation.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import { accountState } from '../../database/accountState.ts';
import { isoInstant } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, statement } from '../../database/statement.ts';

type Explained = OperationResponse<'explanation.account'>;

const byUsername = statement(
  {
    username: 'text',
    name: 'text',
    state: narrow('text', explainedAccountSchema.shape.state),
    level: narrow('smallint', explainedAccountSchema.shape.level),
    madeBy: 'text | null',
    packages: 'text[]',
    properties: 'bigint',
    lastLogin: 'text | null',
  },
  `SELECT account.username, account.name, account.level,
     ${accountState('account')} AS state,
     maker.username AS "madeBy",
     ARRAY(SELECT name FROM permission_package WHERE EXISTS (
       SELECT FROM property_access WHERE account_id = account.id AND package_id = permission_package.id
     ) ORDER BY lower(name), id) AS packages,
     (SELECT count(*) FROM property_access WHERE account_id = account.id) AS properties,
     ${isoInstant('account.last_sign_in_at')} AS "lastLogin"
   FROM account LEFT JOIN account AS maker ON maker.id = account.created_by AND account.level = 2
   WHERE account.country = $1 AND lower(account.username) = lower($2)`,
);

/** An account of a market by its user name, in capitals or not. */
export async function findExplained(
  tx: Transaction,
  country: Country,
  username: string,
): Promise<Omit<Explained, 'roles' | 'features'> | undefined> {
  const [row] = await tx.query(byUsername, [country, username]);
  return row;
}

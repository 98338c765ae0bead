import type { AccessSubject } from '../../schemas/accessRule.ts';
import { type Country, countrySchema, localeSchema } from '../../schemas/entities/market.ts';
import { narrow, type RowOf, statement } from '../database/statement.ts';
import type { Statements } from '../database/statements.ts';
import { findRights } from './accountRights.repository.ts';

const claim = {
  accountId: 'bigint',
  username: 'text',
  email: 'text',
  country: narrow('text', countrySchema),
  locale: narrow('text', localeSchema),
  hasProperties: 'boolean',
} as const;

/** Whose report or package it is, with what they may do now. */
export type Owner = Readonly<RowOf<typeof claim>> & {
  readonly country: Country;
  readonly subject: AccessSubject;
};

const enabledAccount = statement(
  claim,
  `SELECT id AS "accountId", username, email, country, language AS locale,
     EXISTS (SELECT FROM property_access WHERE account_id = account.id) AS "hasProperties"
   FROM account WHERE id = $1 AND disabled_at IS NULL`,
);

/** Undefined when the account is gone or blocked. */
export async function findOwner(
  statements: Statements,
  accountId: number,
): Promise<Owner | undefined> {
  const [account] = await statements.query(enabledAccount, [accountId]);
  const subject = account && (await findRights(statements, account.username));
  return subject && { ...account, subject };
}

import type { Pool } from 'pg';
import {
  type Feature,
  featureSchema,
  type Role,
  roleSchema,
} from '../../schemas/entities/access.ts';
import {
  type Country,
  instanceCodes,
  type Locale,
  languageOfLocale,
} from '../../schemas/entities/market.ts';
import type { Session } from '../session.ts';
import { unlinkedSubject } from './accounts.repository.ts';

interface Row {
  id: number;
  subject: string;
  username: string;
  email: string;
  country: Country;
  language: Locale;
  roles: string[];
  features: string[];
  isDisabled: boolean;
}

/** An account with its rights as they are now, in one query. */
export async function findSession(
  pool: Pool,
  subject: string,
): Promise<{ session: Session; isDisabled: boolean } | undefined> {
  const { rows } = await pool.query<Row>(
    `SELECT account.id::float8 AS id, subject, username, email, account.country, language, roles,
       disabled_at IS NOT NULL AS "isDisabled",
       coalesce((
         SELECT array_agg(DISTINCT feature)
         FROM (
           SELECT DISTINCT package_id FROM property_access WHERE account_id = account.id
         ) AS granted
         JOIN permission_package ON permission_package.id = granted.package_id
         CROSS JOIN unnest(permission_package.features) AS feature
       ), '{}') AS features
     FROM account WHERE subject = $1`,
    [subject],
  );
  const [row] = rows;
  return row && { session: toSession(row), isDisabled: row.isDisabled };
}

/**
 * Gives an account that was made before its owner's first sign-in the provider's subject. True when
 * one was waiting under that user name.
 */
export async function linkAccount(pool: Pool, subject: string, username: string): Promise<boolean> {
  const { rowCount } = await pool.query('UPDATE account SET subject = $1 WHERE subject = $2', [
    subject,
    unlinkedSubject(username),
  ]);
  return rowCount === 1;
}

function toSession(row: Row): Session {
  const roles = row.roles.filter((role): role is Role => roleSchema.safeParse(role).success);
  const features = row.features
    .filter((feature): feature is Feature => featureSchema.safeParse(feature).success)
    .sort();
  return {
    accountId: row.id,
    user: {
      username: row.username,
      userId: row.subject,
      mail: row.email,
      instance: instanceCodes[row.country] as Session['user']['instance'],
      country: row.country,
      language: languageOfLocale[row.language],
      groups: roles,
      features,
    },
    subject: { signedIn: true, country: row.country, roles, features },
  };
}

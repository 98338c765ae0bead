import type { Pool } from 'pg';
import {
  type Feature,
  featureSchema,
  type Role,
  roleSchema,
} from '../../schemas/entities/access.ts';
import { type Locale, languageOf } from '../../schemas/entities/languages.ts';
import type { Country } from '../../schemas/entities/market.ts';
import type { Session } from '../session.ts';
import { clockToleranceSeconds, type TokenClaims } from './accessTokens.ts';
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
  isEnded: boolean;
  isKnown: boolean;
}

export interface FoundSession {
  readonly session: Session;
  readonly isDisabled: boolean;
  /** Somebody signed out, or was signed out, after the token was issued. */
  readonly isEnded: boolean;
  /** The provider's session has not been here before. */
  readonly isNew: boolean;
}

/** The account of a token with its rights as they are now, in one query. */
export async function findSession(
  pool: Pool,
  { subject, sid, issuedAt }: Omit<TokenClaims, 'username'>,
): Promise<FoundSession | undefined> {
  const { rows } = await pool.query<Row>(
    `SELECT account.id::float8 AS id, subject, username, email, country, language, roles,
       disabled_at IS NOT NULL AS "isDisabled", seen.sid IS NOT NULL AS "isKnown",
       coalesce(sessions_ended_at >= to_timestamp($3), false)
         OR coalesce(seen.ended_at + make_interval(secs => $4) >= to_timestamp($3), false)
         AS "isEnded",
       coalesce((
         SELECT array_agg(DISTINCT feature)
         FROM (
           SELECT DISTINCT package_id FROM property_access WHERE account_id = account.id
         ) AS granted
         JOIN permission_package ON permission_package.id = granted.package_id
         CROSS JOIN unnest(permission_package.features) AS feature
       ), '{}') AS features
     FROM account
     LEFT JOIN portal_session AS seen ON seen.sid = $2 AND seen.account_id = account.id
     WHERE subject = $1`,
    [subject, sid ?? null, issuedAt, clockToleranceSeconds],
  );
  const [row] = rows;
  if (!row) return undefined;
  const { isDisabled, isEnded, isKnown } = row;
  const session = { ...toSession(row), sid };
  return { session, isDisabled, isEnded, isNew: sid !== undefined && !isKnown };
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
      country: row.country,
      language: languageOf(row.language),
      groups: roles,
      features,
    },
    subject: { signedIn: true, country: row.country, roles, features },
  };
}

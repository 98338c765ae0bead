import type { Pool } from 'pg';
import type { AccessSubject } from '../../schemas/accessRule.ts';
import { featureSchema, roleSchema } from '../../schemas/entities/access.ts';
import type { Country } from '../../schemas/entities/market.ts';

/** Accounts with the same rights, and how many there are. */
export interface CountedRights {
  readonly subject: AccessSubject;
  readonly accounts: number;
}

interface Row {
  readonly country: Country;
  readonly roles: readonly string[];
  readonly features: readonly string[];
  readonly accounts: number;
}

/** The rights of accounts that may sign in, as a session of theirs would have them. */
const rights = `
  SELECT username, country, roles, disabled_at, coalesce((
    SELECT array_agg(DISTINCT feature ORDER BY feature)
    FROM (
      SELECT DISTINCT package_id FROM property_access WHERE account_id = account.id
    ) AS granted
    JOIN permission_package ON permission_package.id = granted.package_id
    CROSS JOIN unnest(permission_package.features) AS feature
  ), '{}') AS features
  FROM account`;

/** The rights of one account; undefined when there is none of that name. */
export async function findRights(pool: Pool, username: string): Promise<AccessSubject | undefined> {
  const { rows } = await pool.query<Row>(
    `SELECT * FROM (${rights}) AS account WHERE lower(username) = lower($1)`,
    [username],
  );
  return rows[0] && toSubject(rows[0]);
}

/** The rights of all accounts of a country that may sign in, equal ones counted. */
export async function countRights(pool: Pool, country: Country): Promise<CountedRights[]> {
  const { rows } = await pool.query<Row>(
    `SELECT country, roles, features, count(*)::float8 AS accounts
     FROM (${rights}) AS account
     WHERE country = $1 AND disabled_at IS NULL
     GROUP BY country, roles, features
     ORDER BY accounts DESC, roles, features`,
    [country],
  );
  return rows.map((row) => ({ subject: toSubject(row), accounts: row.accounts }));
}

function toSubject({ country, roles, features }: Row): AccessSubject {
  return {
    signedIn: true,
    country,
    roles: roles.flatMap((role) => roleSchema.safeParse(role).data ?? []),
    features: features.flatMap((feature) => featureSchema.safeParse(feature).data ?? []),
  };
}

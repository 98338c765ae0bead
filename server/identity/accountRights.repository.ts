import type { AccessSubject } from '../../schemas/accessRule.ts';
import { featureSchema, roleSchema } from '../../schemas/entities/access.ts';
import { type Country, countrySchema } from '../../schemas/entities/market.ts';
import { grantedFeatures } from '../database/grantedFeatures.ts';
import { narrow, type RowOf, statement } from '../database/statement.ts';
import type { Statements } from '../database/statements.ts';

/** Accounts with the same rights, and how many there are. */
export interface CountedRights {
  readonly subject: AccessSubject;
  readonly accounts: number;
}

const subjectColumns = {
  country: narrow('text', countrySchema),
  roles: 'text[]',
  features: 'text[]',
} as const;

/** The rights of accounts that may sign in, as a session of theirs would have them. */
const rights = `
  SELECT username, country, roles, disabled_at, coalesce((
    SELECT array_agg(DISTINCT feature ORDER BY feature)
    FROM (
      SELECT DISTINCT package_id, features FROM property_access WHERE account_id = account.id
    ) AS granted
    JOIN permission_package ON permission_package.id = granted.package_id
    CROSS JOIN unnest(${grantedFeatures('granted', 'permission_package')}) AS feature
  ), '{}') AS features
  FROM account`;

const rightsOf = statement(
  subjectColumns,
  `SELECT country, roles, features FROM (${rights}) AS account WHERE lower(username) = lower($1)`,
);

/** The rights of one account; undefined when there is none of that name. */
export async function findRights(
  statements: Statements,
  username: string,
): Promise<AccessSubject | undefined> {
  const [row] = await statements.query(rightsOf, [username]);
  return row && toSubject(row);
}

const countedRights = statement(
  { ...subjectColumns, accounts: 'bigint' },
  `SELECT country, roles, features, count(*) AS accounts
   FROM (${rights}) AS account
   WHERE country = $1 AND disabled_at IS NULL
   GROUP BY country, roles, features
   ORDER BY accounts DESC, roles, features`,
);

/** The rights of all accounts of a country that may sign in, equal ones counted. */
export async function countRights(
  statements: Statements,
  country: Country,
): Promise<CountedRights[]> {
  const rows = await statements.query(countedRights, [country]);
  return rows.map((row) => ({ subject: toSubject(row), accounts: row.accounts }));
}

function toSubject({ country, roles, features }: RowOf<typeof subjectColumns>): AccessSubject {
  return {
    signedIn: true,
    country,
    roles: roles.flatMap((role) => roleSchema.safeParse(role).data ?? []),
    features: features.flatMap((feature) => featureSchema.safeParse(feature).data ?? []),
  };
}

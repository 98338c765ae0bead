import { eq } from 'drizzle-orm';
import {
  type Feature,
  featureSchema,
  type Role,
  roleSchema,
} from '../../schemas/entities/access.ts';
import { languageOf } from '../../schemas/entities/languages.ts';
import { countrySchema, localeSchema } from '../../schemas/entities/market.ts';
import { isoInstant } from '../database/epoch.ts';
import { grantedFeatures } from '../database/grantedFeatures.ts';
import { narrow, preparedStatement, type RowOf } from '../database/statement.ts';
import type { Statements } from '../database/statements.ts';
import { account } from '../database/tables.ts';
import type { Session } from '../session.ts';
import type { TokenClaims } from './accessTokens.ts';
import { unlinkedSubject } from './accounts.repository.ts';
import { nameless, seenEverySeconds } from './portalSessions.repository.ts';
import { isClockNews, joinProviderClock, secondsAhead } from './providerClock.repository.ts';

const accountColumns = {
  id: 'bigint',
  subject: 'text',
  username: 'text',
  email: 'text',
  country: narrow('text', countrySchema),
  language: narrow('text', localeSchema),
  roles: 'text[]',
  features: 'text[]',
} as const;

const columns = {
  ...accountColumns,
  isDisabled: 'boolean',
  isEnded: 'boolean',
  isKnown: 'boolean',
  isStale: 'boolean',
  isClockNews: 'boolean',
  credentialVersion: 'integer',
  previewId: 'bigint | null',
  previewOf: 'bigint | null',
  previewEndsAt: 'text | null',
  isPreviewOver: 'boolean | null',
} as const;

export interface FoundSession {
  readonly session: Session;
  readonly isDisabled: boolean;
  /** Somebody signed out, or was signed out, after the token was issued. */
  readonly isEnded: boolean;
  /** The provider's session has not been here before. */
  readonly isNew: boolean;
  /** Its last call was long enough ago to be noted anew. */
  readonly isStale: boolean;
  /** The token shows more of the provider's clock than was known. */
  readonly isClockNews: boolean;
  /** The account that is looked at instead of the own one, until somebody ends that or it is over. */
  readonly preview: FoundPreview | undefined;
}

export interface FoundPreview {
  readonly id: number;
  readonly accountId: number;
  readonly endsAt: string;
  readonly isOver: boolean;
}

/** A renewal that was under way when its session ended gives no way back into it. */
const renewalSeconds = 10;

const features = `coalesce((
  SELECT array_agg(DISTINCT feature)
  FROM (
    SELECT DISTINCT package_id, features FROM property_access WHERE account_id = account.id
  ) AS granted
  JOIN permission_package ON permission_package.id = granted.package_id
  CROSS JOIN unnest(${grantedFeatures('granted', 'permission_package')}) AS feature
), '{}') AS features`;

const accountOfToken = preparedStatement(
  columns,
  `SELECT account.id, subject, username, email, country, language, roles,
     disabled_at IS NOT NULL AS "isDisabled", seen.sid IS NOT NULL AS "isKnown",
     coalesce(coalesce(seen.last_seen_at, seen.started_at)
         + make_interval(secs => ${seenEverySeconds}) < now(), false) AS "isStale",
     credential_version AS "credentialVersion",
     coalesce(sessions_ended_at >= issued_at
         AND (seen.kept_at IS NULL OR seen.kept_at < sessions_ended_at), false)
         AND NOT EXISTS (SELECT FROM oidc_payload WHERE model = 'Session' AND uid = $2
           AND payload->>'accountId' = subject)
       OR coalesce(seen.ended_at
         + make_interval(secs => CASE seen.sid WHEN '' THEN 0 ELSE ${renewalSeconds} END)
         >= issued_at, false)
       AS "isEnded",
     ${isClockNews('$3::float8')} AS "isClockNews",
     preview.id AS "previewId", preview.account_id AS "previewOf",
     ${isoInstant('preview.ends_at')} AS "previewEndsAt",
     preview.ends_at <= now() OR preview.started_at <= seen.ended_at AS "isPreviewOver",
     ${features}
   FROM account
   LEFT JOIN portal_session AS seen ON seen.sid = $2 AND seen.account_id = account.id
   LEFT JOIN account_preview AS preview
     ON preview.actor_id = account.id AND preview.sid = $2 AND preview.ended_at IS NULL
   ${joinProviderClock}
   CROSS JOIN LATERAL (
     SELECT to_timestamp($3::float8 - ${secondsAhead('$3::float8')}) AS issued_at
   ) AS token
   WHERE subject = $1`,
);

/**
 * The account of a token with its rights as they are now, in one query. When a session ended is
 * known by the database's clock, when the token was issued by the provider's: what the latter is
 * ahead is taken away, so that like is compared with like. The embedded provider forgets sessions
 * when all of an account's end: what it still has began later, whatever a clock that was set back
 * says of its tokens.
 */
export async function findSession(
  statements: Statements,
  { subject, sid, issuedAt, authenticatedAt }: Omit<TokenClaims, 'username'>,
): Promise<FoundSession | undefined> {
  const [row] = await statements.query(accountOfToken, [subject, sid ?? nameless, issuedAt]);
  if (!row) return undefined;
  const { isDisabled, isEnded, isKnown, isStale, isClockNews: isNews } = row;
  const session = { ...toSession(row), sid, authenticatedAt };
  const isNew = sid !== undefined && !isKnown;
  const preview = toPreview(row);
  return { session, isDisabled, isEnded, isNew, isStale, isClockNews: isNews, preview };
}

function toPreview(row: RowOf<typeof columns>): FoundPreview | undefined {
  const { previewId: id, previewOf: accountId, previewEndsAt: endsAt, isPreviewOver } = row;
  if (id === null || accountId === null || endsAt === null) return undefined;
  return { id, accountId, endsAt, isOver: isPreviewOver === true };
}

const openAccount = preparedStatement(
  accountColumns,
  `SELECT account.id, subject, username, email, country, language, roles, ${features}
   FROM account
   WHERE id = $1 AND disabled_at IS NULL AND deleted_at IS NULL`,
);

/** An account as its own session would have it; undefined for one that can't sign in. */
export async function findAccountSession(
  statements: Statements,
  accountId: number,
): Promise<Session | undefined> {
  const [row] = await statements.query(openAccount, [accountId]);
  return row && toSession(row);
}

/**
 * Gives an account that was made before its owner's first sign-in the provider's subject. True when
 * one was waiting under that user name.
 */
export async function linkAccount(
  statements: Statements,
  subject: string,
  username: string,
): Promise<boolean> {
  const { rowCount } = await statements
    .update(account)
    .set({ subject })
    .where(eq(account.subject, unlinkedSubject(username)));
  return rowCount === 1;
}

function toSession(
  row: RowOf<typeof accountColumns> & { readonly credentialVersion?: number },
): Session {
  const roles = row.roles.filter((role): role is Role => roleSchema.safeParse(role).success);
  const features = row.features
    .filter((feature): feature is Feature => featureSchema.safeParse(feature).success)
    .sort();
  return {
    accountId: row.id,
    ...(row.credentialVersion !== undefined && { credentialVersion: row.credentialVersion }),
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

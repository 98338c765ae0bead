import { eq, sql } from 'drizzle-orm';
import { type RowOf, statement } from '../../database/statement.ts';
import type { Statements } from '../../database/statements.ts';
import { account } from '../../database/tables.ts';

export const lockAfterFailures = 10;
export const lockMinutes = 15;
/** So long a network is the owner's after a sign-in from there. */
const trustedDays = 30;

/** What the provider writes into tokens about an account: for display, never for rights. */
export interface ProviderAccount {
  readonly subject: string;
  readonly username: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly language: string;
}

const attemptColumns = {
  accountId: 'bigint',
  subject: 'text',
  passwordHash: 'text | null',
  /** The account was already locked, or this network is: it fails, whatever the password. */
  isLocked: 'boolean',
  /** This attempt was one too many. */
  locks: 'boolean',
  /** The password alone doesn't do. */
  needsCode: 'boolean',
  /** Of the credentials that are tried. */
  credentialVersion: 'integer',
} as const;
export type Attempt = Readonly<RowOf<typeof attemptColumns>>;

const countAttempt = statement(
  attemptColumns,
  `WITH before AS (
     SELECT id, coalesce(locked_until > now(), false) AS is_locked,
       CASE WHEN locked_until <= now() THEN 0 ELSE failed_sign_ins END AS failures
     FROM account WHERE lower(username) = lower($1) FOR UPDATE
   ), here AS (
     INSERT INTO sign_in_network AS known (account_id, network, failures, seen_at)
     SELECT id, $4, 1, now() FROM before
     ON CONFLICT (account_id, network) DO UPDATE SET
       failures = CASE WHEN known.blocked_until <= now() THEN 1 ELSE known.failures + 1 END,
       blocked_until = CASE
         WHEN known.blocked_until > now() THEN known.blocked_until
         WHEN known.blocked_until IS NULL AND known.failures + 1 >= $2
           THEN now() + make_interval(mins => $3)
       END,
       seen_at = now()
     RETURNING account_id, known.failures > $2 AS is_blocked,
       coalesce(trusted_until > now(), false) AS is_trusted
   )
   UPDATE account SET
     failed_sign_ins = CASE WHEN is_locked THEN failures ELSE failures + 1 END,
     locked_until = CASE
       WHEN is_locked THEN locked_until
       WHEN failures + 1 >= $2 THEN now() + make_interval(mins => $3)
     END
   FROM before JOIN here ON here.account_id = before.id WHERE account.id = before.id
   RETURNING account.id AS "accountId", subject, password_hash AS "passwordHash",
     is_blocked OR (is_locked AND NOT is_trusted) AS "isLocked", NOT is_locked AND failures + 1 >= $2 AS locks,
     EXISTS (SELECT FROM account_totp WHERE account_id = account.id AND confirmed_at IS NOT NULL)
       AS "needsCode", credential_version AS "credentialVersion"`,
);

/**
 * Counts an attempt as failed before the password is looked at, so that many guesses at once can't
 * slip past the limit; `recordSuccess` takes it back. Each network has its limit, and all together
 * have one that doesn't hold where the owner has been: else anybody could lock an owner out.
 * Undefined when there is no such account.
 */
export async function beginAttempt(
  statements: Statements,
  username: string,
  network: string,
): Promise<Attempt | undefined> {
  const parameters = [username, lockAfterFailures, lockMinutes, network];
  const [attempt] = await statements.query(countAttempt, parameters);
  return attempt;
}

/** False when the credentials were changed while they were looked at. */
export async function recordSuccess(
  statements: Statements,
  { subject, credentialVersion, locks }: Attempt,
  network: string,
): Promise<boolean> {
  // A lock that others have caused stays, else each sign-in of the owner gave them new guesses.
  const trusted = await statements.run(
    `WITH passed AS (
       UPDATE account SET last_sign_in_at = now(),
         failed_sign_ins = CASE WHEN locked_until > now() AND NOT $3 THEN failed_sign_ins ELSE 0 END,
         locked_until = CASE WHEN locked_until > now() AND NOT $3 THEN locked_until END
       WHERE subject = $1 AND credential_version = $2 RETURNING id
     )
     ${trustNetwork('SELECT id, $4, now() + make_interval(days => $5), now() FROM passed')}`,
    [subject, credentialVersion, locks, network, trustedDays],
  );
  return trusted === 1;
}

/** Opens a lock, and lets its owner in at this network whatever others do. */
export async function openLock(
  statements: Statements,
  accountId: number,
  network: string,
): Promise<void> {
  await statements.run(
    `WITH opened AS (
       UPDATE account SET failed_sign_ins = 0, locked_until = NULL WHERE id = $1 RETURNING id
     )
     ${trustNetwork('SELECT id, $2, now() + make_interval(days => $3), now() FROM opened')}`,
    [accountId, network, trustedDays],
  );
}

function trustNetwork(rows: string): string {
  return `INSERT INTO sign_in_network (account_id, network, trusted_until, seen_at) ${rows}
     ON CONFLICT (account_id, network) DO UPDATE SET failures = 0, blocked_until = NULL,
       trusted_until = excluded.trusted_until, seen_at = excluded.seen_at`;
}

export async function findProviderAccount(
  statements: Statements,
  key: { subject: string } | { username: string },
): Promise<ProviderAccount | undefined> {
  const { subject, username, name, roles, language } = account;
  const [found] = await statements
    .select({ subject, username, name, roles, language })
    .from(account)
    .where(
      'subject' in key
        ? eq(subject, key.subject)
        : sql`lower(${username}) = lower(${key.username})`,
    );
  return found;
}

/** All user names, for suggestions on the command line. */
export async function listUsernames(statements: Statements): Promise<string[]> {
  const { username } = account;
  const rows = await statements.select({ username }).from(account).orderBy(username).limit(1000);
  return rows.map((row) => row.username);
}

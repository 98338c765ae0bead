import type { Profile } from '../../../schemas/entities/profile.ts';
import type { Transaction } from '../../database/open.ts';

type StoredProfile = Omit<Profile, 'language' | 'passwordKeeper'> & { readonly locale: string };

/** An own account as it is kept. */
export async function readProfile(tx: Transaction, accountId: number): Promise<StoredProfile> {
  const [row] = await tx.query<StoredProfile>(
    `SELECT username, name, email, phone AS "phoneNumber", language AS locale, country, level,
       roles AS groups, to_char(last_sign_in_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
         AS "lastLogin",
       notifications, (
         SELECT link.email FROM account_link AS link
         WHERE link.account_id = account.id AND purpose = 'EMAIL' AND used_at IS NULL
           AND expires_at > now()
         ORDER BY created_at DESC LIMIT 1
       ) AS "pendingEmail"
     FROM account WHERE id = $1`,
    [accountId],
  );
  if (!row) throw new Error(`Account ${accountId} has gone while it was signed in.`);
  return row;
}

export async function writeProfile(
  tx: Transaction,
  accountId: number,
  { name, phoneNumber }: { name: string; phoneNumber: string },
): Promise<void> {
  await tx.query('UPDATE account SET name = $2, phone = $3 WHERE id = $1', [
    accountId,
    name,
    phoneNumber,
  ]);
}

export async function writeLanguage(
  tx: Transaction,
  accountId: number,
  locale: string,
): Promise<void> {
  await tx.query('UPDATE account SET language = $2 WHERE id = $1', [accountId, locale]);
}

/** False when it was so already. */
export async function writeNotifications(
  tx: Transaction,
  accountId: number,
  isOn: boolean,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE account SET notifications = $2 WHERE id = $1 AND notifications <> $2 RETURNING id`,
    [accountId, isOn],
  );
  return rows.length === 1;
}

/** Whom a mail about an account goes to, and in which language. */
export interface Addressee {
  readonly accountId: number;
  readonly subject: string;
  readonly username: string;
  readonly email: string;
  readonly locale: string;
}

const addressee = `id::float8 AS "accountId", subject, username, email, language AS locale`;

export async function findAddressee(
  tx: Transaction,
  accountId: number,
): Promise<Addressee | undefined> {
  const [row] = await tx.query<Addressee>(`SELECT ${addressee} FROM account WHERE id = $1`, [
    accountId,
  ]);
  return row;
}

export async function findByUsername(
  tx: Transaction,
  username: string,
): Promise<Addressee | undefined> {
  const [row] = await tx.query<Addressee>(
    `SELECT ${addressee} FROM account WHERE lower(username) = lower($1)`,
    [username],
  );
  return row;
}

/** Makes an account that has no password yet; answers its id. */
export async function insertAccount(
  tx: Transaction,
  given: {
    readonly subject: string;
    readonly username: string;
    readonly email: string;
    readonly name: string;
    readonly roles: readonly string[];
    readonly country: string;
    readonly language: string;
  },
): Promise<number> {
  const { subject, username, email, name, roles, country, language } = given;
  const [row] = await tx.query<{ id: number }>(
    `INSERT INTO account (subject, username, email, name, roles, country, language)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id::float8 AS id`,
    [subject, username, email, name, roles, country, language],
  );
  if (!row) throw new Error(`The account ${username} was not made.`);
  return row.id;
}

/** Shuts an account since an instant, or opens it; false when it was so already. */
export async function writeDisabled(
  tx: Transaction,
  accountId: number,
  since: Date | undefined,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE account SET disabled_at = $2
     WHERE id = $1 AND (disabled_at IS NULL) = ($2::timestamptz IS NOT NULL) RETURNING id`,
    [accountId, since ?? null],
  );
  return rows.length === 1;
}

const mostPerAddress = 10;

/** The enabled accounts of a user name or e-mail address; several may share an address. */
export function findAddressees(tx: Transaction, nameOrEmail: string): Promise<Addressee[]> {
  return tx.query<Addressee>(
    `SELECT ${addressee} FROM account
     WHERE (lower(username) = lower($1) OR lower(email) = lower($1)) AND disabled_at IS NULL
     ORDER BY id LIMIT $2`,
    [nameOrEmail, mostPerAddress],
  );
}

/** What began with the credentials as they were is void from now on. */
export async function renewCredentials(tx: Transaction, accountId: number): Promise<void> {
  await tx.query('UPDATE account SET credential_version = credential_version + 1 WHERE id = $1', [
    accountId,
  ]);
}

/**
 * Whether the credentials are still those that a call began with, held so until the transaction
 * ends.
 */
export async function holdCredentials(
  tx: Transaction,
  { accountId, credentialVersion }: { accountId: number; credentialVersion?: number },
): Promise<boolean> {
  const rows = await tx.query(
    'SELECT 1 FROM account WHERE id = $1 AND credential_version = $2 FOR UPDATE',
    [accountId, credentialVersion ?? null],
  );
  return rows.length === 1;
}

export async function writeEmail(tx: Transaction, accountId: number, email: string): Promise<void> {
  await tx.query('UPDATE account SET email = $2 WHERE id = $1', [accountId, email]);
}

export interface ActivityRow {
  readonly id: number;
  readonly actionDate: string;
  readonly actionType: string;
  readonly actor: string;
  readonly total: number;
}

/** What happened to an account, newest first. */
export function listActivity(
  tx: Transaction,
  accountId: number,
  { page, size }: { page: number; size: number },
): Promise<ActivityRow[]> {
  return tx.query<ActivityRow>(
    `SELECT id::float8 AS id, type AS "actionType", actor,
       to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "actionDate",
       count(*) OVER ()::float8 AS total
     FROM activity_log WHERE affected_id = $1 ORDER BY at DESC, id DESC LIMIT $2 OFFSET $3`,
    [accountId, size, page * size],
  );
}

export async function countActivity(tx: Transaction, accountId: number): Promise<number> {
  const [row] = await tx.query<{ total: number }>(
    'SELECT count(*)::float8 AS total FROM activity_log WHERE affected_id = $1',
    [accountId],
  );
  return row?.total ?? 0;
}

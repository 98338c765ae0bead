import { and, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { roleSchema } from '../../../schemas/entities/access.ts';
import type { ActivityType } from '../../../schemas/entities/activity.ts';
import { type Profile, profileSchema } from '../../../schemas/entities/profile.ts';
import { activityLog } from '../../database/activityTables.ts';
import type { Transaction } from '../../database/open.ts';
import { pendingEmail } from '../../database/pendingEmail.ts';
import { narrow, statement } from '../../database/statement.ts';
import { account } from '../../database/tables.ts';

type StoredProfile = Omit<Profile, 'language' | 'passwordKeeper'> & { readonly locale: string };

const profileOf = statement(
  {
    username: 'text',
    name: 'text',
    email: 'text',
    phoneNumber: 'text | null',
    locale: 'text',
    country: narrow('text', profileSchema.shape.country),
    level: narrow('smallint', profileSchema.shape.level),
    groups: narrow('text[]', profileSchema.shape.groups),
    lastLogin: 'text | null',
    notifications: 'boolean',
    pendingEmail: 'text | null',
  },
  `SELECT username, name, email, phone AS "phoneNumber", language AS locale, country, level,
     roles AS groups, to_char(last_sign_in_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
       AS "lastLogin",
     notifications, ${pendingEmail('account')} AS "pendingEmail"
   FROM account WHERE id = $1`,
);

/** An own account as it is kept. */
export async function readProfile(tx: Transaction, accountId: number): Promise<StoredProfile> {
  const [row] = await tx.query(profileOf, [accountId]);
  if (!row) throw new Error(`Account ${accountId} has gone while it was signed in.`);
  return row;
}

export async function writeProfile(
  tx: Transaction,
  accountId: number,
  { name, phoneNumber }: { name: string; phoneNumber: string },
): Promise<void> {
  await tx.update(account).set({ name, phone: phoneNumber }).where(eq(account.id, accountId));
}

export async function writeLanguage(
  tx: Transaction,
  accountId: number,
  locale: string,
): Promise<void> {
  await tx.update(account).set({ language: locale }).where(eq(account.id, accountId));
}

/** False when it was so already. */
export async function writeNotifications(
  tx: Transaction,
  accountId: number,
  isOn: boolean,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(account)
    .set({ notifications: isOn })
    .where(and(eq(account.id, accountId), ne(account.notifications, isOn)));
  return rowCount === 1;
}

/** Whom a mail about an account goes to, and in which language. */
export interface Addressee {
  readonly accountId: number;
  readonly subject: string;
  readonly username: string;
  readonly email: string;
  readonly locale: string;
  readonly deletedAt: Date | null;
}

const addressee = {
  accountId: account.id,
  subject: account.subject,
  username: account.username,
  email: account.email,
  locale: account.language,
  deletedAt: account.deletedAt,
};
const isNamed = (username: string) => sql`lower(${account.username}) = lower(${username})`;

export async function findAddressee(
  tx: Transaction,
  accountId: number,
): Promise<Addressee | undefined> {
  const [row] = await tx.select(addressee).from(account).where(eq(account.id, accountId));
  return row;
}

export async function findByUsername(
  tx: Transaction,
  username: string,
): Promise<Addressee | undefined> {
  const [row] = await tx.select(addressee).from(account).where(isNamed(username));
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
    readonly phone?: string | null;
    readonly level?: 1 | 2;
    readonly createdBy?: number;
    readonly specialUser?: boolean;
    readonly sapNumber?: string | null;
  },
): Promise<number> {
  const { roles, ...rest } = given;
  const [row] = await tx
    .insert(account)
    .values({ ...rest, roles: [...roles] })
    .returning({ id: account.id });
  if (!row) throw new Error(`The account ${given.username} was not made.`);
  return row.id;
}

/** An account whose owner hasn't been here yet and may come. */
export async function findInvited(tx: Transaction, accountId: number) {
  const { username, email, name, roles } = account;
  const isAwaited = and(
    ...[isNull(account.lastSignInAt), isNull(account.disabledAt), isNull(account.deletedAt)],
  );
  const [row] = await tx
    .select({ username, email, name, roles })
    .from(account)
    .where(and(eq(account.id, accountId), isAwaited));
  return row && { ...row, roles: z.array(roleSchema).parse(row.roles) };
}

/** The account's `sub` at the identity provider. */
export async function writeSubject(
  tx: Transaction,
  accountId: number,
  subject: string,
): Promise<void> {
  await tx.update(account).set({ subject }).where(eq(account.id, accountId));
}

/** Shuts an account since an instant, or opens it; false when it was so already. */
export async function writeDisabled(
  tx: Transaction,
  accountId: number,
  since: Date | undefined,
): Promise<boolean> {
  const isOtherwise = since ? isNull(account.disabledAt) : isNotNull(account.disabledAt);
  const { rowCount } = await tx
    .update(account)
    .set({ disabledAt: since ?? null })
    .where(and(eq(account.id, accountId), isOtherwise));
  return rowCount === 1;
}

const maxPerAddress = 10;

/** The enabled accounts of a user name or e-mail address; several may share an address. */
export async function findAddressees(tx: Transaction, nameOrEmail: string): Promise<Addressee[]> {
  const hasEmail = sql`lower(${account.email}) = lower(${nameOrEmail})`;
  return tx
    .select(addressee)
    .from(account)
    .where(and(or(isNamed(nameOrEmail), hasEmail), isNull(account.disabledAt)))
    .orderBy(account.id)
    .limit(maxPerAddress);
}

/** What began with the credentials as they were is void from now on. */
export async function renewCredentials(tx: Transaction, accountId: number): Promise<void> {
  await tx
    .update(account)
    .set({ credentialVersion: sql`${account.credentialVersion} + 1` })
    .where(eq(account.id, accountId));
}

/**
 * Whether the credentials are still those that a call began with, held so until the transaction
 * ends.
 */
export async function holdCredentials(
  tx: Transaction,
  { accountId, credentialVersion }: { accountId: number; credentialVersion?: number },
): Promise<boolean> {
  if (credentialVersion === undefined) return false;
  const rows = await tx
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.id, accountId), eq(account.credentialVersion, credentialVersion)))
    .for('update');
  return rows.length === 1;
}

export async function writeEmail(tx: Transaction, accountId: number, email: string): Promise<void> {
  await tx.update(account).set({ email }).where(eq(account.id, accountId));
}

/** The same for who has never signed in; false when they have by now. */
export async function correctEmail(
  tx: Transaction,
  accountId: number,
  email: string,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(account)
    .set({ email })
    .where(and(eq(account.id, accountId), isNull(account.lastSignInAt)));
  return rowCount === 1;
}

/** Of a preview the account's owner is told when it began and ended. */
const eachCall = 'PREVIEW_CALL' satisfies ActivityType;

const activityPage = statement(
  { id: 'bigint', actionType: 'text', actor: 'text', actionDate: 'text', total: 'bigint' },
  `SELECT id, type AS "actionType", actor,
     to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "actionDate",
     count(*) OVER () AS total
   FROM activity_log WHERE affected_id = $1 AND type <> '${eachCall}'
   ORDER BY at DESC, id DESC LIMIT $2 OFFSET $3`,
);

/** What happened to an account, newest first. */
export function listActivity(
  tx: Transaction,
  accountId: number,
  { page, size }: { page: number; size: number },
) {
  return tx.query(activityPage, [accountId, size, page * size]);
}

export async function countActivity(tx: Transaction, accountId: number): Promise<number> {
  const isTold = and(eq(activityLog.affectedId, accountId), ne(activityLog.type, eachCall));
  return tx.$count(activityLog, isTold);
}

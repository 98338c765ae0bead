import { randomUUID } from 'node:crypto';
import type { Role } from '../../schemas/entities/access.ts';
import type { Locale } from '../../schemas/entities/languages.ts';
import type { Country } from '../../schemas/entities/market.ts';
import type { Transaction } from '../database/open.ts';
import { statement } from '../database/statement.ts';
import { hashPassword, type PasswordCost } from './passwords.ts';

const unlinkedMark = 'unlinked:';

export interface NewAccount {
  readonly username: string;
  readonly email: string;
  readonly name: string;
  readonly phone?: string | undefined;
  readonly roles: readonly Role[];
  readonly country: Country;
  readonly language: Locale;
  /** 1 = main administrator, 2 = sub-administrator. */
  readonly level: 1 | 2;
  readonly createdByUsername?: string | undefined;
  readonly specialUser?: boolean | undefined;
}

const upsert = statement(
  { id: 'bigint', username: 'text' },
  `INSERT INTO account (subject, username, email, phone, name, password_hash, roles, country,
     language, level, special_user)
   SELECT subject, username, email, phone, name, $2::text,
     ARRAY(SELECT jsonb_array_elements_text(roles)), country, language, level,
     coalesce("specialUser", false)
   FROM jsonb_to_recordset($1::jsonb) AS given (subject text, username text, email text, phone text,
     name text, roles jsonb, country text, language text, level smallint, "specialUser" boolean)
   ON CONFLICT (lower(username)) DO UPDATE SET email = excluded.email, phone = excluded.phone,
     name = excluded.name, roles = excluded.roles, country = excluded.country,
     language = excluded.language, level = excluded.level, special_user = excluded.special_user,
     password_hash = coalesce(excluded.password_hash, account.password_hash)
   RETURNING id, username`,
);

/**
 * Makes accounts, or brings those of the same user name up to date, and answers their ids by user
 * name. All get one password, hashed once; without one they are left for an external identity
 * provider, which claims each at its owner's first sign-in (see `linkAccount`).
 */
export async function upsertAccounts(
  tx: Transaction,
  accounts: readonly NewAccount[],
  { password, passwordCost }: { password?: string; passwordCost?: PasswordCost },
): Promise<Map<string, number>> {
  const passwordHash = password === undefined ? null : await hashPassword(password, passwordCost);
  const rows = JSON.stringify(
    accounts.map((one) => ({
      ...one,
      subject: password === undefined ? unlinkedSubject(one.username) : randomUUID(),
    })),
  );
  const saved = await tx.query(upsert, [rows, passwordHash]);
  await tx.run(
    `UPDATE account SET created_by = creator.id
     FROM jsonb_to_recordset($1::jsonb) AS given (username text, "createdByUsername" text)
     JOIN account AS creator ON lower(creator.username) = lower(given."createdByUsername")
     WHERE lower(account.username) = lower(given.username)`,
    [rows],
  );
  return new Map(saved.map((row) => [row.username, row.id]));
}

/** Stands in `subject` until an external provider's own subject is known. */
export function unlinkedSubject(username: string): string {
  return `${unlinkedMark}${username.toLowerCase()}`;
}

/** The user name in an `unlinkedSubject`; undefined for a provider's own subject. */
export function findUnlinkedUsername(subject: string): string | undefined {
  return subject.startsWith(unlinkedMark) ? subject.slice(unlinkedMark.length) : undefined;
}

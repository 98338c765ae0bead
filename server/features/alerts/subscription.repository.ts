import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { type MailKind, mailKindSchema } from '../../../schemas/entities/alert.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, statement } from '../../database/statement.ts';
import { account } from '../../database/tables.ts';

const tokenBytes = 32;

const kept = statement(
  { token: 'text' },
  // The update changes nothing, so that the token that is there comes back.
  `INSERT INTO mail_subscription (account_id, kind, token) VALUES ($1, $2, $3)
   ON CONFLICT (account_id, kind) DO UPDATE SET kind = excluded.kind RETURNING token`,
);

/** The token by which an account's mails of a kind are ended; always the same. */
export async function keepToken(
  tx: Transaction,
  accountId: number,
  kind: MailKind,
): Promise<string> {
  const token = randomBytes(tokenBytes).toString('base64url');
  const [row] = await tx.query(kept, [accountId, kind, token]);
  if (!row) throw new Error('The token was not kept.');
  return row.token;
}

const subscription = statement(
  { accountId: 'bigint', kind: narrow('text', mailKindSchema), isOn: 'boolean' },
  `SELECT account_id AS "accountId", kind,
     CASE kind WHEN 'WARNINGS' THEN notifications ELSE monthly_summary END AS "isOn"
   FROM mail_subscription JOIN account ON account.id = account_id AND disabled_at IS NULL
   WHERE token = $1`,
);

/** Undefined for what is no token, or one of an account that is gone or blocked. */
export async function findSubscription(
  tx: Transaction,
  token: string,
): Promise<{ accountId: number; kind: MailKind; isOn: boolean } | undefined> {
  const [found] = await tx.query(subscription, [token]);
  return found;
}

export async function writeSummaries(
  tx: Transaction,
  accountId: number,
  monthlySummary: boolean,
): Promise<void> {
  await tx.update(account).set({ monthlySummary }).where(eq(account.id, accountId));
}

import { localeSchema } from '../../../schemas/entities/market.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, type RowOf, statement } from '../../database/statement.ts';

const claim = {
  accountId: 'bigint',
  username: 'text',
  email: 'text',
  phone: 'text | null',
  locale: narrow('text', localeSchema),
  notifications: 'boolean',
  monthlySummary: 'boolean',
  webhookUrl: 'text | null',
  webhookSecret: 'text | null',
  formerSecret: 'text | null',
  formerUntil: 'timestamptz | null',
} as const;

/** Who is told of something, and where they are to be reached; a webhook that is off is none. */
export type Receiver = Readonly<RowOf<typeof claim>>;

const enabledReceiver = statement(
  claim,
  `SELECT id AS "accountId", username, email, phone, language AS locale, notifications,
     monthly_summary AS "monthlySummary", hook.url AS "webhookUrl", hook.secret AS "webhookSecret",
     hook.former_secret AS "formerSecret", hook.former_until AS "formerUntil"
   FROM account LEFT JOIN alert_webhook hook ON hook.account_id = account.id AND hook.is_on
     AND 'portal_admin' = ANY (roles)
   WHERE id = $1 AND disabled_at IS NULL`,
);

/** Undefined when the account is gone or blocked. */
export async function findReceiver(
  tx: Transaction,
  accountId: number,
): Promise<Receiver | undefined> {
  const [found] = await tx.query(enabledReceiver, [accountId]);
  return found;
}

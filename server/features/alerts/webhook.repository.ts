import { and, eq, gt, isNull, not, or, sql } from 'drizzle-orm';
import { deliveryResultSchema } from '../../../schemas/entities/alert.ts';
import { isoInstant } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, type RowOf, statement } from '../../database/statement.ts';
import { alertWebhook } from '../../database/warningTables.ts';
import type { Delivery } from './postWebhook.ts';

const claim = {
  url: 'text',
  secret: 'text',
  formerSecret: 'text | null',
  formerUntil: 'timestamptz | null',
  isKept: 'boolean',
  isOn: 'boolean',
  lastAt: 'text | null',
  lastResult: narrow('text', deliveryResultSchema.nullable()),
  lastStatus: 'smallint | null',
  gaveUpAt: 'text | null',
} as const;
type WebhookRow = Readonly<RowOf<typeof claim>>;

const ownWebhook = statement(
  claim,
  `SELECT url, secret, former_secret AS "formerSecret", former_until AS "formerUntil",
     secret_kept_at IS NOT NULL AS "isKept", is_on AS "isOn",
     ${isoInstant('last_at')} AS "lastAt", last_result AS "lastResult",
     last_status AS "lastStatus", ${isoInstant('gave_up_at')} AS "gaveUpAt"
   FROM alert_webhook WHERE account_id = $1`,
);

export async function findWebhook(
  tx: Transaction,
  accountId: number,
): Promise<WebhookRow | undefined> {
  const [found] = await tx.query(ownWebhook, [accountId]);
  return found;
}

/** In place of an account's former one, of which nothing stays. */
export async function writeWebhook(
  tx: Transaction,
  given: { accountId: number; url: string; secret: string; createdAt: Date },
): Promise<void> {
  await removeWebhook(tx, given.accountId);
  await tx.insert(alertWebhook).values(given);
}

/**
 * Another secret, which its owner is shown again; the former one signs beside it until then, or no
 * more. False for who has no webhook, or one whose former secret still signs.
 */
export async function rotateSecret(
  tx: Transaction,
  accountId: number,
  { secret, at, formerUntil }: { secret: string; at: Date; formerUntil: Date | null },
): Promise<boolean> {
  const isOverlapping = gt(alertWebhook.formerUntil, at);
  const { rowCount } = await tx
    .update(alertWebhook)
    .set({
      secret,
      secretKeptAt: null,
      formerUntil,
      formerSecret: formerUntil && sql`${alertWebhook.secret}`,
    })
    .where(
      and(
        eq(alertWebhook.accountId, accountId),
        formerUntil ? or(isNull(alertWebhook.formerUntil), not(isOverlapping)) : undefined,
      ),
    );
  return rowCount === 1;
}

export async function removeWebhook(tx: Transaction, accountId: number): Promise<void> {
  await tx.delete(alertWebhook).where(eq(alertWebhook.accountId, accountId));
}

/** Turned on, it is told of what is raised from then on. */
export async function switchWebhook(
  tx: Transaction,
  accountId: number,
  { isOn, at }: { isOn: boolean; at: Date },
): Promise<void> {
  await tx
    .update(alertWebhook)
    .set({ isOn, ...(isOn && { createdAt: at, gaveUpAt: null }) })
    .where(and(eq(alertWebhook.accountId, accountId), eq(alertWebhook.isOn, !isOn)));
}

export async function writeSecretKept(tx: Transaction, accountId: number, at: Date): Promise<void> {
  await tx
    .update(alertWebhook)
    .set({ secretKeptAt: at })
    .where(and(eq(alertWebhook.accountId, accountId), isNull(alertWebhook.secretKeptAt)));
}

/** What became of the last message, unless the webhook is another one by now. */
export async function writeDelivery(
  tx: Transaction,
  { accountId, url }: { accountId: number; url: string },
  { result, status, at }: Delivery & { readonly at: Date },
): Promise<void> {
  await tx
    .update(alertWebhook)
    .set({
      lastAt: at,
      lastResult: result,
      lastStatus: status,
      ...(result === 'DELIVERED' && { gaveUpAt: null }),
    })
    .where(and(eq(alertWebhook.accountId, accountId), eq(alertWebhook.url, url)));
}

/** False when something was given up before, and nothing has been delivered since. */
export async function writeGaveUp(
  tx: Transaction,
  { accountId, url }: { accountId: number; url: string },
  at: Date,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(alertWebhook)
    .set({ gaveUpAt: at })
    .where(
      and(
        ...[eq(alertWebhook.accountId, accountId), eq(alertWebhook.url, url)],
        isNull(alertWebhook.gaveUpAt),
      ),
    );
  return rowCount === 1;
}

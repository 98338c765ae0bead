import { and, eq, gt } from 'drizzle-orm';
import type { z } from 'zod';
import type { contactMessageSchema } from '../../../schemas/entities/contact.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import type { Transaction } from '../../database/open.ts';
import { contactAttachment, contactMessage } from '../../database/portalTables.ts';

type ContactMessage = z.infer<typeof contactMessageSchema>;

/** How many messages an account has sent since an instant. */
export async function countMessagesSince(
  tx: Transaction,
  accountId: number,
  since: Date,
): Promise<number> {
  const { accountId: sender, createdAt } = contactMessage;
  return tx.$count(contactMessage, and(eq(sender, accountId), gt(createdAt, since)));
}

/** Keeps a message; answers its id. */
export async function insertMessage(
  tx: Transaction,
  { accountId, country }: { readonly accountId: number; readonly country: Country },
  message: ContactMessage,
  at: Date,
): Promise<number> {
  const { subject, message: words, emailAddress, additionalEmailAddress = null } = message;
  const [row] = await tx
    .insert(contactMessage)
    .values({
      accountId,
      country,
      createdAt: at,
      topic: subject,
      message: words,
      email: emailAddress,
      additionalEmail: additionalEmailAddress,
    })
    .returning({ id: contactMessage.id });
  if (!row) throw new Error(`The message of account ${accountId} was not kept.`);
  return row.id;
}

export async function markMailed(tx: Transaction, id: number, at: Date): Promise<void> {
  await tx.update(contactMessage).set({ mailedAt: at }).where(eq(contactMessage.id, id));
}

/** In the transaction that claims the file. */
export async function insertAttachment(
  tx: Transaction,
  attachment: typeof contactAttachment.$inferInsert,
): Promise<void> {
  await tx.insert(contactAttachment).values(attachment);
}

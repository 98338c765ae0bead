import type { z } from 'zod';
import type { contactMessageSchema } from '../../../schemas/entities/contact.ts';
import type { Transaction } from '../../database/open.ts';

type ContactMessage = z.infer<typeof contactMessageSchema>;

/** How many messages an account has sent since an instant. */
export async function countMessagesSince(
  tx: Transaction,
  accountId: number,
  since: Date,
): Promise<number> {
  const rows = await tx.query<{ count: string }>(
    'SELECT count(*) FROM contact_message WHERE account_id = $1 AND created_at > $2',
    [accountId, since],
  );
  return Number(rows[0]?.count ?? 0);
}

/** Keeps a message; answers its id. */
export async function insertMessage(
  tx: Transaction,
  accountId: number,
  message: ContactMessage,
  at: Date,
): Promise<number> {
  const { subject, message: words, emailAddress, additionalEmailAddress = null } = message;
  const rows = await tx.query<{ id: number }>(
    `INSERT INTO contact_message (account_id, created_at, topic, message, email, additional_email)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    [accountId, at, subject, words, emailAddress, additionalEmailAddress],
  );
  return Number(rows[0]?.id);
}

export async function markMailed(tx: Transaction, id: number, at: Date): Promise<void> {
  await tx.query('UPDATE contact_message SET mailed_at = $2 WHERE id = $1', [id, at]);
}

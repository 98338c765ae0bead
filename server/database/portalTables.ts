import { bigint, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './tables.ts';

/** What the portal keeps for itself: sign-ins, keys, settings, messages. */

/** What the embedded identity provider keeps: grants, sessions, codes, tokens. */
export const oidcPayload = pgTable(
  'oidc_payload',
  {
    model: text('model').notNull(),
    id: text('id').notNull(),
    payload: jsonb('payload').notNull(),
    grantId: text('grant_id'),
    uid: text('uid'),
    userCode: text('user_code'),
    expiresAt: instant('expires_at'),
    consumedAt: instant('consumed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.model, table.id] }),
    index('oidc_payload_grant_index').on(table.grantId),
    index('oidc_payload_uid_index').on(table.uid),
    index('oidc_payload_expiry_index').on(table.expiresAt),
  ],
);

export const signingKey = pgTable('signing_key', {
  kid: text('kid').primaryKey(),
  privateJwk: jsonb('private_jwk').notNull(),
  createdAt: instant('created_at').notNull(),
});

/** Facts about this installation that must survive restarts, such as «the demo was loaded». */
export const setting = pgTable('setting', {
  key: text('key').primaryKey(),
  value: jsonb('value').notNull(),
});

export const contactMessage = pgTable(
  'contact_message',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' }).notNull(),
    createdAt: instant('created_at').notNull(),
    topic: text('topic').notNull(),
    message: text('message').notNull(),
    email: text('email').notNull(),
    additionalEmail: text('additional_email'),
    mailedAt: instant('mailed_at'),
  },
  (table) => [index('contact_message_account').on(table.accountId, table.createdAt)],
);

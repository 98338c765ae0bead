import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { FileKind } from '../../schemas/entities/fileKinds.ts';
import type { Country } from '../../schemas/entities/market.ts';
import type {
  ReportDefinition,
  ReportFailure,
  ReportStatus,
} from '../../schemas/entities/report.ts';
import type { MessageState } from '../../schemas/entities/supportMessage.ts';
import { instant } from './columns.ts';

/** What the portal keeps for itself: sign-ins, keys, settings, messages. */

/** What the embedded identity provider keeps: grants, sessions, codes, tokens. */
export const oidcPayload = pgTable(
  'oidc_payload',
  {
    model: text('model').notNull(),
    id: text('id').notNull(),
    /** Of oidc-provider's making: handed back to it as it was. */
    payload: jsonb('payload').$type<Readonly<Record<string, unknown>>>().notNull(),
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
    /** Whose support looks after it. */
    country: text('country').$type<Country>().notNull(),
    createdAt: instant('created_at').notNull(),
    topic: text('topic').notNull(),
    message: text('message').notNull(),
    email: text('email').notNull(),
    additionalEmail: text('additional_email'),
    mailedAt: instant('mailed_at'),
    /** Changes only as server/features/contact/messageStates.ts allows. */
    state: text('state').$type<MessageState>().notNull().default('NEW'),
    changedBy: text('changed_by'),
    changedAt: instant('changed_at'),
  },
  (table) => [
    index('contact_message_account').on(table.accountId, table.createdAt),
    index('contact_message_country_index').on(table.country, table.createdAt),
  ],
);

/** Who looked after a message; only ever grows. */
export const contactEvent = pgTable(
  'contact_event',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    messageId: bigint('message_id', { mode: 'number' }).notNull(),
    at: instant('at').notNull(),
    /** A user name as it was then. */
    by: text('by').notNull(),
    state: text('state').$type<MessageState>().notNull(),
    note: text('note'),
  },
  (table) => [index('contact_event_message_index').on(table.messageId, table.id)],
);

/** Files that came with a message; they lie in the store. */
export const contactAttachment = pgTable(
  'contact_attachment',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    messageId: bigint('message_id', { mode: 'number' }).notNull(),
    fileName: text('file_name').notNull(),
    storedName: text('stored_name').notNull(),
    contentType: text('content_type').$type<FileKind>().notNull(),
    /** SHA-256, in hexadecimal digits. */
    checksum: text('checksum').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
  },
  (table) => [index('contact_attachment_message_index').on(table.messageId, table.id)],
);

/** Sessions at the identity provider that have been seen here, by its `sid`. */
export const portalSession = pgTable(
  'portal_session',
  {
    sid: text('sid').notNull(),
    accountId: bigint('account_id', { mode: 'number' }).notNull(),
    /** By which its owner names it: the sid is the provider's. */
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    startedAt: instant('started_at').notNull(),
    /** Its last call, to the minute. */
    lastSeenAt: instant('last_seen_at'),
    /** Signed out, here or at the provider: its tokens are refused. */
    endedAt: instant('ended_at'),
    /** It alone outlived `account.sessions_ended_at`, at this instant. */
    keptAt: instant('kept_at'),
    /** Where its first call came from, and by which browser. */
    address: text('address'),
    userAgent: text('user_agent'),
  },
  (table) => [
    // In one session of a browser several people may sign in, one after the other.
    primaryKey({ columns: [table.sid, table.accountId] }),
    index('portal_session_account_index').on(table.accountId),
  ],
);

/** Staff look at the portal as one of their market's accounts has it: all calls of a session do. */
export const accountPreview = pgTable(
  'account_preview',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    actorId: bigint('actor_id', { mode: 'number' }).notNull(),
    sid: text('sid').notNull(),
    /** Whose account is looked at. */
    accountId: bigint('account_id', { mode: 'number' }).notNull(),
    startedAt: instant('started_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** Null: nobody has noted yet that it is over. */
    endedAt: instant('ended_at'),
  },
  (table) => [
    // One at a time; at each call it is looked for.
    uniqueIndex('account_preview_open_index')
      .on(table.actorId, table.sid)
      .where(sql`${table.endedAt} IS NULL`),
  ],
);

/** The passwords that an account had before the current one; none of the last may come again. */
export const passwordHistory = pgTable(
  'password_history',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' }).notNull(),
    passwordHash: text('password_hash').notNull(),
    setAt: instant('set_at').notNull(),
  },
  (table) => [index('password_history_account_index').on(table.accountId)],
);

/**
 * From which networks an account was tried to be signed in to. Guesses from one network don't lock
 * out its owner at another.
 */
export const signInNetwork = pgTable(
  'sign_in_network',
  {
    accountId: bigint('account_id', { mode: 'number' }).notNull(),
    /** An IPv4 address, or the /64 of an IPv6 one. */
    network: text('network').notNull(),
    /** Since the last success from here. */
    failures: integer('failures').notNull().default(0),
    blockedUntil: instant('blocked_until'),
    /** The owner was here: what others do elsewhere doesn't lock this network out. */
    trustedUntil: instant('trusted_until'),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.network] }),
    index('sign_in_network_seen_index').on(table.seenAt),
  ],
);

/** Links that were mailed: for a new password, to confirm a new address, or to open a lock. */
export const accountLink = pgTable(
  'account_link',
  {
    /** SHA-256 of the token in the link, which is kept nowhere. */
    tokenHash: text('token_hash').primaryKey(),
    accountId: bigint('account_id', { mode: 'number' }).notNull(),
    /** PASSWORD, EMAIL or UNLOCK. */
    purpose: text('purpose').notNull(),
    /** The new address. */
    email: text('email'),
    /** The session that asked for it, which outlives its use. */
    sid: text('sid'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('account_link_account_index').on(table.accountId)],
);

/** Second factors of the embedded identity provider. */
export const accountTotp = pgTable('account_totp', {
  accountId: bigint('account_id', { mode: 'number' }).primaryKey(),
  /** Base32. */
  secret: text('secret').notNull(),
  /** As they are until confirmed, their SHA-256 afterwards; a used one is taken out. */
  recoveryCodes: text('recovery_codes').array().notNull(),
  createdAt: instant('created_at').notNull(),
  confirmedAt: instant('confirmed_at'),
  /** The time step of the last accepted code: no code is accepted twice. */
  lastStep: bigint('last_step', { mode: 'number' }),
});

/** What accounts have had made; their files lie in the data directory. */
export const report = pgTable(
  'report',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' }).notNull(),
    country: text('country').$type<Country>().notNull(),
    /** The recurring job that had it made, and for which of its days: null when a person did. */
    jobId: bigint('job_id', { mode: 'number' }),
    period: date('period', { mode: 'string' }),
    definition: jsonb('definition').$type<ReportDefinition>().notNull(),
    /** Changes only as server/features/report/states.ts allows. */
    status: text('status').$type<ReportStatus>().notNull(),
    /** In per cent. */
    progress: smallint('progress').notNull().default(0),
    failure: text('failure').$type<ReportFailure>(),
    /** Who makes it: the job in the queue, … */
    queueId: text('queue_id'),
    /** … and how often it was begun: what an earlier attempt still writes is void. */
    attempt: integer('attempt').notNull().default(0),
    /** How many attempts ended with their process. */
    interruptions: smallint('interruptions').notNull().default(0),
    rows: bigint('rows', { mode: 'number' }),
    bytes: bigint('bytes', { mode: 'number' }),
    /** As it is called when it is fetched; null: there is no file. */
    fileName: text('file_name'),
    createdAt: instant('created_at').notNull(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    /** Until when the file is kept. */
    expiresAt: instant('expires_at'),
  },
  (table) => [
    // A day of a job is made up for once, whoever notices.
    uniqueIndex('report_period_key').on(table.jobId, table.period),
    index('report_account_index').on(table.accountId, table.createdAt),
    index('report_expiry_index').on(table.expiresAt),
  ],
);

/** What accounts have made each month. */
export const reportJob = pgTable(
  'report_job',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: bigint('account_id', { mode: 'number' }).notNull(),
    country: text('country').$type<Country>().notNull(),
    definition: jsonb('definition').$type<ReportDefinition>().notNull(),
    isPaused: boolean('is_paused').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    /** Local day of the market. */
    nextRun: date('next_run', { mode: 'string' }).notNull(),
  },
  (table) => [
    index('report_job_account_index').on(table.accountId),
    index('report_job_next_index').on(table.country, table.nextRun),
  ],
);

/** Allows whoever shows its token to do one thing once, such as fetching a file without a session. */
export const downloadTicket = pgTable('download_ticket', {
  /** SHA-256 of the token, which is kept nowhere. */
  tokenHash: text('token_hash').primaryKey(),
  accountId: bigint('account_id', { mode: 'number' }).notNull(),
  /** What for: a `TicketAction` of server/features/download. */
  action: text('action').notNull(),
  objectId: bigint('object_id', { mode: 'number' }).notNull(),
  expiresAt: instant('expires_at').notNull(),
  /** Of whom who looks at the account has got it: it ends with the preview. */
  previewId: bigint('preview_id', { mode: 'number' }),
});

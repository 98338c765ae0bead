import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type {
  AlertChannelName,
  AlertTiming,
  DeliveryResult,
  MailKind,
} from '../../schemas/entities/alert.ts';
import type {
  Alert,
  Urgency,
  WarningEventKind,
  WarningState,
} from '../../schemas/entities/warning.ts';
import type { Limits, MeasuredType } from '../../schemas/kinds/warnings.ts';
import { instant } from './columns.ts';

/** What is noticed in readings, what counts for it, and whom it concerns. */

/** Columns of an account: what is mailed to it, and when. */
export const alertChoice = {
  /** Which alerts are mailed at once; the others come in one mail a day. */
  alertTiming: text('alert_timing').$type<AlertTiming>().notNull().default('CRITICAL'),
  /** Hours of the property's day between which alerts wait; the same: none. */
  quietFrom: smallint('quiet_from').notNull().default(21),
  quietUntil: smallint('quiet_until').notNull().default(7),
  /** Critical alerts wait, too. */
  quietForCritical: boolean('quiet_for_critical').notNull().default(false),
  monthlySummary: boolean('monthly_summary').notNull().default(true),
};

const id = (name: string) => bigint(name, { mode: 'number' });

/** One open warning for each device and type; a recurrence is another row. */
export const warning = pgTable(
  'warning',
  {
    propertyId: id('property_id').notNull(),
    id: id('id').notNull().generatedAlwaysAsIdentity(),
    deviceId: id('device_id').notNull(),
    alert: text('alert').$type<Alert>().notNull(),
    state: text('state').$type<WarningState>().notNull(),
    urgency: smallint('urgency').$type<Urgency>().notNull(),
    firstOccurrence: instant('first_occurrence').notNull(),
    lastOccurrence: instant('last_occurrence').notNull(),
    /** When readings said that it was over; null: they haven’t. */
    clearedAt: instant('cleared_at'),
    /** The worst that was measured, and the limit it passed, in the alert’s unit (`warningKinds`). */
    figure: doublePrecision('figure'),
    limit: doublePrecision('limit_value'),
    /** When the portal noticed it. */
    raisedAt: instant('raised_at').notNull(),
    /** Corrected or late readings say that there was nothing. */
    withdrawnAt: instant('withdrawn_at'),
    acknowledgedBy: text('acknowledged_by'),
    acknowledgedAt: instant('acknowledged_at'),
    /** Last local day on which it is quiet. */
    snoozedUntil: date('snoozed_until', { mode: 'string' }),
    resolvedBy: text('resolved_by'),
    resolvedAt: instant('resolved_at'),
    note: text('note').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.propertyId, table.id] }),
    uniqueIndex('warning_open_key')
      .on(table.propertyId, table.deviceId, table.alert)
      .where(sql`state = 'ACTIVE'`),
    index('warning_device_index').on(table.propertyId, table.deviceId, table.lastOccurrence),
    index('warning_open_index')
      .on(table.propertyId, table.lastOccurrence)
      .where(sql`state <> 'RESOLVED' AND withdrawn_at IS NULL`),
    index('warning_id_index').on(table.id),
  ],
);

/** The history of warnings; rows are never changed. */
export const warningEvent = pgTable(
  'warning_event',
  {
    propertyId: id('property_id').notNull(),
    warningId: id('warning_id').notNull(),
    id: id('id').notNull().generatedAlwaysAsIdentity(),
    at: instant('at').notNull(),
    event: text('event').$type<WarningEventKind>().notNull(),
    /** User name; null: the portal. */
    by: text('by_user'),
    detail: text('detail').notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.propertyId, table.warningId, table.id] })],
);

/** What counts in a property for a type, once somebody has set it. */
export const warningLimit = pgTable(
  'warning_limit',
  {
    propertyId: id('property_id').notNull(),
    alert: text('alert').$type<MeasuredType>().notNull(),
    isOn: boolean('is_on').notNull(),
    limits: jsonb('limits').$type<Limits>().notNull(),
    /** Null: the type’s limits say it. */
    urgency: smallint('urgency').$type<Urgency>(),
    changedBy: text('changed_by').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.propertyId, table.alert] })],
);

/** Devices with new readings that nobody has looked at for warnings. */
export const warningDue = pgTable(
  'warning_due',
  {
    propertyId: id('property_id').notNull(),
    deviceId: id('device_id').notNull(),
    /** The first instant about which something else is known now. */
    since: instant('since').notNull(),
  },
  (table) => [primaryKey({ columns: [table.propertyId, table.deviceId] })],
);

/** Who is told of which warnings of a property, and how. */
export const warningNotice = pgTable(
  'warning_notice',
  {
    accountId: id('account_id').notNull(),
    propertyId: id('property_id').notNull(),
    alert: text('alert').$type<MeasuredType>().notNull(),
    byEmail: boolean('by_email').notNull(),
    byMobile: boolean('by_mobile').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.propertyId, table.alert] }),
    index('warning_notice_property_index').on(table.propertyId, table.alert),
  ],
);

/** Who has been told of a warning, or is about to be; again only when it has become more urgent. */
export const warningTold = pgTable(
  'warning_told',
  {
    propertyId: id('property_id').notNull(),
    warningId: id('warning_id').notNull(),
    accountId: id('account_id').notNull(),
    channel: text('channel').$type<AlertChannelName>().notNull().default('EMAIL'),
    urgency: smallint('urgency').$type<Urgency>().notNull(),
    /** In the one mail of the day. */
    isDigest: boolean('is_digest').notNull().default(false),
    decidedAt: instant('decided_at').notNull(),
    /** Null: it is still in the queue, or was given up. */
    sentAt: instant('sent_at'),
  },
  (table) => [
    primaryKey({
      name: 'warning_told_pk',
      columns: [table.propertyId, table.warningId, table.accountId, table.channel, table.urgency],
    }),
    index('warning_told_account_index').on(table.accountId, table.decidedAt),
  ],
);

/** Where a program of an administrator's is told of warnings, and how that went last. */
export const alertWebhook = pgTable('alert_webhook', {
  accountId: id('account_id').primaryKey(),
  url: text('url').notNull(),
  /** What messages are signed with, which is why it is kept as it is. */
  secret: text('secret').notNull(),
  /** The administrator has said that it is kept elsewhere: it is shown no more. */
  secretKeptAt: instant('secret_kept_at'),
  /** The one before it, which signs beside it until then. */
  formerSecret: text('former_secret'),
  formerUntil: instant('former_until'),
  isOn: boolean('is_on').notNull().default(true),
  createdAt: instant('created_at').notNull(),
  lastAt: instant('last_at'),
  lastResult: text('last_result').$type<DeliveryResult>(),
  /** What the other side answered, where it did. */
  lastStatus: smallint('last_status'),
  /** Messages were given up, and nothing has been delivered since. */
  gaveUpAt: instant('gave_up_at'),
});

/** By which a mail's reader ends mails of a kind without signing in. It can do nothing else. */
export const mailSubscription = pgTable(
  'mail_subscription',
  {
    accountId: id('account_id').notNull(),
    kind: text('kind').$type<MailKind>().notNull(),
    /** As it is, for each mail carries it. */
    token: text('token').notNull().unique(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.kind] })],
);

/** Whose summary of which month was decided on. */
export const warningSummary = pgTable(
  'warning_summary',
  {
    accountId: id('account_id').notNull(),
    /** Its first day. */
    month: date('month', { mode: 'string' }).notNull(),
    decidedAt: instant('decided_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.month] })],
);

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
  Alert,
  Urgency,
  WarningEventKind,
  WarningState,
} from '../../schemas/entities/warning.ts';
import type { Limits, MeasuredType } from '../../schemas/entities/warningLimits.ts';
import { instant } from './columns.ts';

/** What is noticed in readings, what counts for it, and whom it concerns. */

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
    /** The worst that was measured, and the limit it passed, in the alert’s unit (`warningUnits`). */
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
    urgency: smallint('urgency').$type<Urgency>().notNull(),
    decidedAt: instant('decided_at').notNull(),
    /** Null: the mail is still in the queue. */
    sentAt: instant('sent_at'),
  },
  (table) => [
    primaryKey({
      columns: [table.propertyId, table.warningId, table.accountId, table.urgency],
    }),
    index('warning_told_account_index').on(table.accountId, table.decidedAt),
  ],
);

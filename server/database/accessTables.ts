import { sql } from 'drizzle-orm';
import {
  bigint,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Who may do what with which property. */

export const permissionPackage = pgTable(
  'permission_package',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    country: text('country').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    features: text('features').array().notNull(),
    /** Grows with each change: who saves what they saw before overwrites nothing. */
    version: integer('version').notNull().default(1),
  },
  (table) => [
    uniqueIndex('permission_package_name_key').on(table.country, sql`lower(${table.name})`),
  ],
);

/** Who receives the bills of an administration. */
export const billingAdministrator = pgTable(
  'billing_administrator',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    country: text('country').notNull(),
    /** Digits; zeros at its beginning belong to it. */
    sapNumber: text('sap_number').notNull(),
    name: text('name').notNull(),
  },
  (table) => [uniqueIndex('billing_administrator_number_key').on(table.country, table.sapNumber)],
);

/** Which account has which of them. Only special users' may be another account's as well. */
export const billingAssignment = pgTable(
  'billing_assignment',
  {
    accountId: bigint('account_id', { mode: 'number' }).notNull(),
    billingAdministratorId: bigint('billing_administrator_id', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.billingAdministratorId] }),
    index('billing_assignment_administrator_index').on(table.billingAdministratorId),
  ],
);

/** Which administrator sees which property, with which package, since when. */
export const propertyAccess = pgTable(
  'property_access',
  {
    accountId: bigint('account_id', { mode: 'number' }).notNull(),
    propertyId: bigint('property_id', { mode: 'number' }).notNull(),
    packageId: bigint('package_id', { mode: 'number' }).notNull(),
    /**
     * Of a sub-administrator: what the administrator chose of the package, which is that of the
     * administrator's own row; null = all of it.
     */
    features: text('features').array(),
    /** First local day whose data may be seen; null = from the beginning. */
    accessSince: date('access_since', { mode: 'string' }),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.propertyId] }),
    index('property_access_property_index').on(table.propertyId),
    index('property_access_package_index').on(table.packageId, table.accountId),
  ],
);

/** An assignment or a share as it can still be taken back: for a day, then it is swept away. */
export const accessChange = pgTable(
  'access_change',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Whose properties were changed, of which sub-administrators' may have followed. */
    accountId: bigint('account_id', { mode: 'number' }).notNull(),
    actorId: bigint('actor_id', { mode: 'number' }).notNull(),
    at: instant('at').notNull(),
    /** How many of the account's own. */
    properties: integer('properties').notNull().default(0),
    /** What each row of property_access was and became; of a new one nothing stands before. */
    rows: jsonb('rows').notNull(),
  },
  (table) => [
    index('access_change_account_index').on(table.accountId, table.at),
    index('access_change_at_index').on(table.at),
  ],
);

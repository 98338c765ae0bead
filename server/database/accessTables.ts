import { sql } from 'drizzle-orm';
import {
  bigint,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

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

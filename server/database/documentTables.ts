import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
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
import type {
  DocumentFilter,
  DocumentStatus,
  DocumentType,
  PackageStatus,
} from '../../schemas/entities/document.ts';
import type { Language } from '../../schemas/entities/languages.ts';
import type { Country } from '../../schemas/entities/market.ts';
import type { StaticFileTag } from '../../schemas/entities/staticFile.ts';
import { foundBy, instant } from './columns.ts';

/** The archive: documents, packages of them, static files, and what lies in the store unclaimed. */

const id = (name: string) => bigint(name, { mode: 'number' });

/** What a property's administrators may read; its file lies in the store. */
export const document = pgTable(
  'document',
  {
    propertyId: id('property_id').notNull(),
    id: id('id').notNull().generatedAlwaysAsIdentity(),
    /** Null: about the property as a whole. */
    tenantId: id('tenant_id'),
    documentType: text('document_type').$type<DocumentType>().notNull(),
    billingType: text('billing_type').notNull(),
    status: text('status').$type<DocumentStatus>().notNull(),
    periodBegin: date('period_begin', { mode: 'string' }).notNull(),
    periodEnd: date('period_end', { mode: 'string' }).notNull(),
    createdAt: instant('created_at').notNull(),
    ownerName: text('owner_name').notNull(),
    /** Its owner is no active user any more, as whoever brought it says. */
    inactiveUser: boolean('inactive_user').notNull().default(false),
    /** As it is saved; null, with all that follows: it is announced, and its file has yet to come. */
    fileName: text('file_name'),
    storedName: text('stored_name'),
    contentType: text('content_type'),
    /** SHA-256, in hexadecimal digits. */
    checksum: text('checksum'),
    bytes: bigint('bytes', { mode: 'number' }),
    /** Who brought it: an account's name, `operator` or `demo`. */
    addedBy: text('added_by').notNull(),
    foundBy: foundBy(sql`coalesce(file_name, '') || ' ' || owner_name`),
  },
  (table) => [
    primaryKey({ columns: [table.propertyId, table.id] }),
    index('document_id_index').on(table.id),
    // Of few properties the first serves a page, of many the second.
    index('document_property_index').on(table.propertyId, table.createdAt, table.id),
    index('document_created_index').on(table.createdAt, table.id),
    index('document_tenant_index').on(table.tenantId, table.createdAt, table.id),
    // The same file comes once for each flat, and is announced once.
    uniqueIndex('document_file_key')
      .on(table.propertyId, sql`coalesce(tenant_id, 0)`, table.checksum)
      .where(sql`checksum IS NOT NULL`),
    uniqueIndex('document_announced_key')
      .on(
        table.propertyId,
        sql`coalesce(tenant_id, 0)`,
        table.documentType,
        table.billingType,
        table.periodBegin,
        table.periodEnd,
        table.status,
      )
      .where(sql`checksum IS NULL`),
  ],
);

/** A zip of documents that an account has had made. */
export const documentPackage = pgTable(
  'document_package',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    accountId: id('account_id').notNull(),
    country: text('country').$type<Country>().notNull(),
    name: text('name').notNull(),
    filter: jsonb('filter').$type<DocumentFilter & { search?: string | undefined }>().notNull(),
    /** Changes only as server/features/document/packageStates.ts allows. */
    status: text('status').$type<PackageStatus>().notNull(),
    queueId: text('queue_id'),
    /** How often it was begun: what an earlier attempt still writes is void. */
    attempt: integer('attempt').notNull().default(0),
    /** How many attempts ended with their process. */
    interruptions: smallint('interruptions').notNull().default(0),
    /** What is in it, once it is READY. */
    documentIds: id('document_ids').array(),
    storedName: text('stored_name'),
    bytes: bigint('bytes', { mode: 'number' }),
    createdAt: instant('created_at').notNull(),
    finishedAt: instant('finished_at'),
    /** It is forgotten then, file and all. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('document_package_account_index').on(table.accountId, table.createdAt),
    index('document_package_expiry_index').on(table.expiresAt),
  ],
);

/**
 * Files in the store that no row refers to, yet or any more: noted before they are written, and in
 * the transaction that lets go of them. What stays here for a day is removed.
 */
export const unclaimedFile = pgTable(
  'unclaimed_file',
  {
    name: text('name').primaryKey(),
    since: instant('since').notNull(),
    /** By what an account calls what it has sent, which nobody can guess; the rest says what it is. */
    uploadId: text('upload_id').unique(),
    accountId: bigint('account_id', { mode: 'number' }),
    fileName: text('file_name'),
    contentType: text('content_type'),
    /** SHA-256, in hexadecimal digits. */
    checksum: text('checksum'),
    bytes: bigint('bytes', { mode: 'number' }),
  },
  (table) => [
    index('unclaimed_file_since_index').on(table.since),
    index('unclaimed_file_account_index').on(table.accountId).where(sql`account_id IS NOT NULL`),
    check(
      'unclaimed_file_upload_whole',
      sql`num_nulls(upload_id, account_id, file_name, content_type, checksum, bytes) IN (0, 6)`,
    ),
  ],
);

/** What support has put up for everybody of a market who reads a language. */
export const staticFile = pgTable(
  'static_file',
  {
    id: id('id').primaryKey().generatedAlwaysAsIdentity(),
    country: text('country').$type<Country>().notNull(),
    language: text('language').$type<Language>().notNull(),
    /** The smaller, the higher up in lists; equal ones by their ids. */
    position: integer('position').notNull(),
    label: text('label').notNull(),
    tags: text('tags').array().$type<StaticFileTag[]>().notNull(),
    fileName: text('file_name').notNull(),
    storedName: text('stored_name').notNull(),
    contentType: text('content_type').notNull(),
    checksum: text('checksum').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    uploadedAt: instant('uploaded_at').notNull(),
    /** Who uploaded it: an account's name, or `demo`. */
    owner: text('owner').notNull(),
  },
  (table) => [index('static_file_list_index').on(table.country, table.language, table.position)],
);

import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import type { EnergyShares, SupplyFactKind } from '../../schemas/entities/supplyFact.ts';
import { instant } from './columns.ts';

/** What people and devices say about meters, apart from their readings, and the weather around them. */

const id = (name: string) => bigint(name, { mode: 'number' });
const deviceKey = { propertyId: id('property_id').notNull(), deviceId: id('device_id').notNull() };

/** A span that is billed as one. An empty product counts for all that have none of their own. */
export const billingPeriod = pgTable(
  'billing_period',
  {
    propertyId: id('property_id').notNull(),
    /** A device category, or empty. */
    product: text('product').notNull().default(''),
    periodBegin: date('period_begin', { mode: 'string' }).notNull(),
    /** The last local day, included. */
    periodEnd: date('period_end', { mode: 'string' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.propertyId, table.product, table.periodBegin] })],
);

/** What an operator says of a property's supply in a year: emissions, energy mix, prices, taxes. */
export const supplyFact = pgTable(
  'supply_fact',
  {
    propertyId: id('property_id').notNull(),
    year: smallint('year').notNull(),
    /** A kind of schemas/entities/supplyFact.ts. */
    fact: text('fact').$type<SupplyFactKind>().notNull(),
    /** A device category, a tax's name, or empty: all that is counted in kWh. */
    item: text('item').notNull().default(''),
    /** In `unit`; null: it is a mix. */
    value: doublePrecision('value'),
    unit: text('unit').notNull().default(''),
    /** Per cent by energy source; null: it is no mix. */
    shares: jsonb('shares').$type<EnergyShares>(),
    source: text('source').notNull(),
    publisher: text('publisher'),
    publishedOn: date('published_on', { mode: 'string' }),
  },
  (table) => [primaryKey({ columns: [table.propertyId, table.year, table.fact, table.item] })],
);

/** A virtual meter is the sum of other meters of its property, each times a whole number. */
export const virtualMeterPart = pgTable(
  'virtual_meter_part',
  {
    ...deviceKey,
    sourceId: id('source_id').notNull(),
    /** −1 subtracts. */
    factor: smallint('factor').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.propertyId, table.deviceId, table.sourceId] }),
    index('virtual_meter_source_index').on(table.propertyId, table.sourceId),
  ],
);

/**
 * Corrections of readings, the latest of an instant in force; rows are never changed. `reading` has
 * the value in force, `original_value` what had been read (null: nothing yet).
 */
export const readingCorrection = pgTable(
  'reading_correction',
  {
    ...deviceKey,
    id: id('id').notNull().generatedAlwaysAsIdentity(),
    at: instant('at').notNull(),
    /** Micro-units; null strikes the reading out. */
    value: id('value'),
    originalValue: id('original_value'),
    originalQuality: smallint('original_quality'),
    reason: text('reason').notNull(),
    correctedBy: text('corrected_by').notNull(),
    correctedAt: instant('corrected_at').notNull().defaultNow(),
    /** Another value of a volume was delivered later: no person's word, so the next one may come. */
    isDelivery: boolean('is_delivery').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.propertyId, table.id] }),
    index('reading_correction_device_index').on(table.propertyId, table.deviceId, table.at),
  ],
);

/** What a device reported to be wrong with it. */
export const deviceError = pgTable(
  'device_error',
  {
    ...deviceKey,
    at: instant('at').notNull(),
    /** As the device or its maker calls it, such as TAMPER. */
    error: text('error').notNull(),
  },
  (table) => [primaryKey({ columns: [table.propertyId, table.deviceId, table.at, table.error] })],
);

/** Readings that lie years from all others of their device, until support has looked at them. */
export const readingAside = pgTable(
  'reading_aside',
  {
    ...deviceKey,
    at: instant('at').notNull(),
    value: id('value').notNull(),
    quality: smallint('quality').notNull(),
  },
  (table) => [primaryKey({ columns: [table.propertyId, table.deviceId, table.at] })],
);

/** The newest reading of each device, so that lists and silent devices cost no search. */
export const deviceState = pgTable(
  'device_state',
  {
    ...deviceKey,
    lastAt: instant('last_at').notNull(),
    lastValue: id('last_value').notNull(),
    /** No reading is older; null: nobody has looked. */
    firstAt: instant('first_at'),
    /** How often its register rose how fast (server/metering/plausibility.ts). */
    flows: integer('flows').array(),
    /** By which rules its rollups were computed (server/metering/store/outdated.ts). */
    rules: smallint('rules').notNull().default(0),
    /** It is delivered as volumes of intervals, and has no register. */
    isVolumes: boolean('is_volumes').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.propertyId, table.deviceId] }),
    index('device_state_last_index').on(table.lastAt),
  ],
);

/** How support has answered a question about a device's readings. */
export const readingExplanation = pgTable(
  'reading_explanation',
  {
    ...deviceKey,
    /** The reading that the question is about; of a silent device its last one. */
    at: instant('at').notNull(),
    /** A question of schemas/entities/readingQuestion.ts. */
    question: text('question').notNull(),
    explanation: text('explanation').notNull(),
    explainedBy: text('explained_by').notNull(),
    explainedAt: instant('explained_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.propertyId, table.deviceId, table.at, table.question] }),
  ],
);

/** Mean of a local day, imported per station. */
export const outdoorTemperature = pgTable(
  'outdoor_temperature',
  {
    /** The market whose station it is: two markets may have one of the same name. */
    country: text('country').notNull(),
    station: text('station').notNull(),
    day: date('day').notNull(),
    celsius: doublePrecision('celsius').notNull(),
  },
  (table) => [primaryKey({ columns: [table.country, table.station, table.day] })],
);

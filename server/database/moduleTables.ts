import { bigint, boolean, index, pgTable, text } from 'drizzle-orm/pg-core';
import type { Country } from '../../schemas/entities/market.ts';
import { instant } from './columns.ts';

/**
 * Modules that support has switched in a market, over what the market's file says: the newest row of
 * a module counts. It only ever grows: a trigger refuses everything but INSERT.
 */
export const moduleSwitch = pgTable(
  'module_switch',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    country: text('country').$type<Country>().notNull(),
    module: text('module').notNull(),
    /** Null: as the market's file says. */
    isOn: boolean('is_on'),
    reason: text('reason').notNull(),
    actorId: bigint('actor_id', { mode: 'number' }).notNull(),
    /** The user name as it was then. */
    actor: text('actor').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [index('module_switch_module_index').on(table.country, table.module, table.id)],
);

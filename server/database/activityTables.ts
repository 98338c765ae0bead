import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { Country } from '../../schemas/entities/market.ts';
import { instant } from './columns.ts';

/** Who did what, and to whom. It only ever grows: a trigger refuses everything but INSERT. */
export const activityLog = pgTable(
  'activity_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull(),
    type: text('type').notNull(),
    /** Null: nobody was signed in. */
    actorId: bigint('actor_id', { mode: 'number' }),
    /** User names as they were then. */
    actor: text('actor').notNull(),
    affectedId: bigint('affected_id', { mode: 'number' }),
    affected: text('affected').notNull(),
    detail: jsonb('detail').notNull().default({}),
    /** Whose support sees it: the affected account's market, else the actor's; null: nobody's. */
    country: text('country').$type<Country>(),
  },
  (table) => [
    index('activity_log_affected_index').on(table.affectedId, table.at),
    index('activity_log_actor_index').on(table.actorId, table.at),
    index('activity_log_country_index').on(table.country, table.at, table.id),
    index('activity_log_type_index').on(table.country, table.type, table.at, table.id),
  ],
);

import { and, eq } from 'drizzle-orm';
import { supplyFact } from '../database/factTables.ts';
import { isAnyOf } from '../database/isAnyOf.ts';
import type { Transaction } from '../database/open.ts';

export type SupplyFact = Readonly<typeof supplyFact.$inferSelect>;
export type SupplyFactKey = Pick<SupplyFact, 'propertyId' | 'year' | 'fact' | 'item'>;

/** What is known of these properties' supply in these years. */
export async function listSupplyFacts(
  tx: Transaction,
  propertyIds: readonly number[],
  years: readonly number[],
): Promise<SupplyFact[]> {
  return tx
    .select()
    .from(supplyFact)
    .where(and(isAnyOf(supplyFact.propertyId, propertyIds), isAnyOf(supplyFact.year, years)));
}

/** Writes facts over those of the same property, year and subject. */
export async function writeSupplyFacts(
  tx: Transaction,
  facts: readonly SupplyFact[],
): Promise<void> {
  if (facts.length === 0) return;
  await tx.run(
    `INSERT INTO supply_fact (property_id, year, fact, item, value, unit, shares, source, publisher,
       published_on)
     SELECT property_id, year, fact, item, value, unit, shares::jsonb, source, publisher, published_on
     FROM unnest($1::bigint[], $2::smallint[], $3::text[], $4::text[], $5::double precision[],
       $6::text[], $7::text[], $8::text[], $9::text[], $10::date[])
       AS given (property_id, year, fact, item, value, unit, shares, source, publisher, published_on)
     ON CONFLICT (property_id, year, fact, item) DO UPDATE SET
       value = excluded.value, unit = excluded.unit, shares = excluded.shares,
       source = excluded.source, publisher = excluded.publisher,
       published_on = excluded.published_on`,
    [
      facts.map((one) => one.propertyId),
      facts.map((one) => one.year),
      facts.map((one) => one.fact),
      facts.map((one) => one.item),
      facts.map((one) => one.value),
      facts.map((one) => one.unit),
      facts.map((one) => one.shares && JSON.stringify(one.shares)),
      facts.map((one) => one.source),
      facts.map((one) => one.publisher),
      facts.map((one) => one.publishedOn),
    ],
  );
}

export async function removeSupplyFacts(
  tx: Transaction,
  keys: readonly SupplyFactKey[],
): Promise<void> {
  if (keys.length === 0) return;
  await tx.run(
    `DELETE FROM supply_fact USING unnest($1::bigint[], $2::smallint[], $3::text[], $4::text[])
       AS gone (property_id, year, fact, item)
     WHERE supply_fact.property_id = gone.property_id AND supply_fact.year = gone.year
       AND supply_fact.fact = gone.fact AND supply_fact.item = gone.item`,
    [
      keys.map((one) => one.propertyId),
      keys.map((one) => one.year),
      keys.map((one) => one.fact),
      keys.map((one) => one.item),
    ],
  );
}

/** One of them; undefined when nobody has given it. */
export async function findSupplyFact(
  tx: Transaction,
  { propertyId, year, fact, item }: SupplyFactKey,
): Promise<SupplyFact | undefined> {
  const [found] = await tx
    .select()
    .from(supplyFact)
    .where(
      and(
        eq(supplyFact.propertyId, propertyId),
        eq(supplyFact.year, year),
        eq(supplyFact.fact, fact),
        eq(supplyFact.item, item),
      ),
    );
  return found;
}

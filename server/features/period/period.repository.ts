import type { Period } from '../../../schemas/entities/consumption.ts';
import type { Transaction } from '../../database/open.ts';
import { statement } from '../../database/statement.ts';

const billingPeriods = statement(
  { periodBegin: 'date', periodEnd: 'date' },
  `SELECT period_begin AS "periodBegin", period_end AS "periodEnd" FROM billing_period
   WHERE property_id = $1 AND product = (SELECT product FROM billing_period
     WHERE property_id = $1 AND product IN ($2, '') ORDER BY product DESC LIMIT 1)
   ORDER BY period_begin LIMIT 200`,
);

/** A property's billing periods in order: those of the product if it has any, else the common ones. */
export function listBillingPeriods(
  tx: Transaction,
  propertyId: number,
  product = '',
): Promise<Period[]> {
  return tx.query(billingPeriods, [propertyId, product]);
}

const periodsOf = statement(
  { worksId: 'bigint', product: 'text', periodBegin: 'date', periodEnd: 'date' },
  `SELECT property_id AS "worksId", product, period_begin AS "periodBegin", period_end AS "periodEnd"
   FROM billing_period WHERE property_id = ANY ($1)
   ORDER BY period_begin DESC, property_id, product LIMIT 10000`,
);

/** The billing periods of several properties, each with whose it is; the newest first. */
export function listPeriodsOf(
  tx: Transaction,
  propertyIds: readonly number[],
): Promise<(Period & { worksId: number; product: string })[]> {
  return tx.query(periodsOf, [propertyIds]);
}

const billedBefore = statement(
  { propertyId: 'bigint', first: 'date', last: 'date' },
  `SELECT property.id AS "propertyId", min(period_begin) AS first, max(period_end) AS last
   FROM property, LATERAL (SELECT period_begin, period_end FROM billing_period
     WHERE property_id = property.id AND period_end < ($2::timestamptz AT TIME ZONE time_zone)::date
       AND product = (SELECT product FROM billing_period
         WHERE property_id = property.id AND product IN ($3, '') ORDER BY product DESC LIMIT 1)
     ORDER BY period_begin DESC LIMIT $4) AS billed
   WHERE property.id = ANY ($1) GROUP BY property.id`,
);

/**
 * The last billing periods of properties that are over at an instant by their clocks, so many together;
 * those of the product where a property has any, else the common ones. Who has none isn't in it.
 */
export function listBilledBefore(
  tx: Transaction,
  propertyIds: readonly number[],
  { now, product, count }: { now: Date; product: string; count: number },
): Promise<{ propertyId: number; first: string; last: string }[]> {
  return tx.query(billedBefore, [propertyIds, now, product, count]);
}

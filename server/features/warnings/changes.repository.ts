import { isNotNull } from 'drizzle-orm';
import { isAnyOf } from '../../database/isAnyOf.ts';
import type { Transaction } from '../../database/open.ts';
import { statement } from '../../database/statement.ts';
import { warning } from '../../database/warningTables.ts';

interface Key {
  readonly propertyId: number;
  readonly id: number;
}

/** A change of a warning's row: its SQL, with `$3` and `$4` for who and when or what. */
const changeOf = (set: string, unless: string) =>
  `UPDATE warning SET ${set}
   FROM unnest($1::bigint[], $2::bigint[]) AS wanted (property, warning_id)
   WHERE property_id = wanted.property AND id = wanted.warning_id AND NOT (${unless})
   RETURNING property_id AS "propertyId", id`;
const key = { propertyId: 'bigint', id: 'bigint' } as const;
const noted = `note = CASE WHEN $5::text = '' THEN note WHEN note = '' THEN $5::text
  ELSE note || E'\\n' || $5::text END`;

const acknowledge = statement(
  key,
  changeOf(
    `acknowledged_by = $3::text, acknowledged_at = $4::timestamptz, ${noted}`,
    `state = 'RESOLVED' OR acknowledged_at IS NOT NULL AND $5::text = ''`,
  ),
);
const resolve = statement(
  key,
  changeOf(
    `state = 'RESOLVED', resolved_by = $3::text, resolved_at = $4::timestamptz,
     cleared_at = coalesce(cleared_at, $4::timestamptz), ${noted}`,
    `state = 'RESOLVED'`,
  ),
);
const snooze = statement(
  key,
  changeOf(
    'snoozed_until = $3::date',
    `state <> 'ACTIVE' OR snoozed_until IS NOT DISTINCT FROM $3::date`,
  ),
);

interface Given {
  readonly by: string;
  readonly at: Date;
  readonly note: string;
}

const keysOf = (warnings: readonly Key[]) => [
  warnings.map(({ propertyId }) => propertyId),
  warnings.map(({ id }) => id),
];

/** Answers those that it has changed: others had been acknowledged or resolved already. */
export function acknowledgeWarnings(
  tx: Transaction,
  warnings: readonly Key[],
  { by, at, note }: Given,
): Promise<Key[]> {
  return tx.query(acknowledge, [...keysOf(warnings), by, at, note]);
}

/** For good. Answers those that it has changed. */
export function resolveWarnings(
  tx: Transaction,
  warnings: readonly Key[],
  { by, at, note }: Given,
): Promise<Key[]> {
  return tx.query(resolve, [...keysOf(warnings), by, at, note]);
}

/** Up to a local day, included. Answers those that it has changed. */
export function snoozeWarnings(
  tx: Transaction,
  warnings: readonly Key[],
  until: string,
): Promise<Key[]> {
  return tx.query(snooze, [...keysOf(warnings), until]);
}

const closeActive = statement(
  key,
  `UPDATE warning SET state = 'RECENT', cleared_at = $3
   WHERE property_id = ANY ($1::bigint[]) AND alert = $2 AND state = 'ACTIVE'
   RETURNING property_id AS "propertyId", id`,
);

/** What goes on is over where nobody looks any more. */
export function closeWarnings(
  tx: Transaction,
  properties: readonly number[],
  alert: string,
  at: Date,
): Promise<Key[]> {
  return tx.query(closeActive, [properties, alert, at]);
}

/** What people do with warnings, as it is; the caller has made sure that they may be seen. */
export function listStates(tx: Transaction, ids: readonly number[]) {
  const { id, state, acknowledgedAt, snoozedUntil } = warning;
  const isAcknowledged = isNotNull(acknowledgedAt).mapWith(Boolean);
  return tx
    .select({ id, state, isAcknowledged, snoozedUntil })
    .from(warning)
    .where(isAnyOf(id, ids));
}

import {
  type Alert,
  alertSchema,
  type Urgency,
  urgencySchema,
} from '../../../schemas/entities/warning.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, type RowOf, statement } from '../../database/statement.ts';
import { alertFacts } from '../../warnings/alertFacts.ts';

/** A warning that an account is to be told of. */
export interface Telling {
  readonly accountId: number;
  readonly propertyId: number;
  readonly warningId: number;
  readonly urgency: Urgency;
}

const features = Object.entries(alertFacts).map(
  ([alert, { feature }]) => `('${alert}', '${feature}')`,
);
const localNow = '($1::timestamptz AT TIME ZONE time_zone)';

const untold = statement(
  {
    accountId: 'bigint',
    propertyId: 'bigint',
    warningId: 'bigint',
    urgency: narrow('smallint', urgencySchema),
  },
  `SELECT account.id AS "accountId", warning.property_id AS "propertyId", warning.id AS "warningId",
     urgency
   FROM warning_notice notice
   JOIN warning ON warning.property_id = notice.property_id AND warning.alert = notice.alert
   JOIN property ON property.id = warning.property_id
   JOIN account ON account.id = notice.account_id
   JOIN property_access access ON access.account_id = account.id
     AND access.property_id = warning.property_id
   JOIN permission_package package ON package.id = access.package_id
   JOIN (VALUES ${features.join(', ')}) AS licensed (licensed_alert, feature)
     ON licensed_alert = warning.alert AND feature = ANY (package.features)
   WHERE by_email AND notifications AND disabled_at IS NULL AND state = 'ACTIVE'
     AND acknowledged_at IS NULL AND raised_at > $1::timestamptz - interval '7 days'
     AND (snoozed_until IS NULL OR snoozed_until < ${localNow}::date)
     AND (access_since IS NULL OR last_occurrence >= access_since::timestamp AT TIME ZONE time_zone)
     AND NOT EXISTS (SELECT FROM warning_told told WHERE told.property_id = warning.property_id
       AND told.warning_id = warning.id AND told.account_id = account.id
       AND told.urgency >= warning.urgency)
     AND (urgency = 10 OR (extract(hour FROM ${localNow}) BETWEEN 7 AND 20
       AND NOT EXISTS (SELECT FROM warning_told told WHERE told.account_id = account.id
         AND told.urgency < 10 AND told.decided_at > $1::timestamptz - interval '20 hours')))
   ORDER BY account.id, warning.property_id, warning.id LIMIT $2`,
);

/**
 * Who is to be told of what, by account: what is critical at once, the rest by day once a day. Nobody
 * is told again of what has not become more urgent.
 */
export function listUntold(tx: Transaction, now: Date, most: number): Promise<Telling[]> {
  return tx.query(untold, [now, most]);
}

const decide = statement(
  { accountId: 'bigint', warningId: 'bigint' },
  `INSERT INTO warning_told (property_id, warning_id, account_id, urgency, decided_at)
   SELECT property_id, warning_id, account_id, urgency, $5
   FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::smallint[])
     AS given (property_id, warning_id, account_id, urgency)
   ON CONFLICT DO NOTHING RETURNING account_id AS "accountId", warning_id AS "warningId"`,
);

/** Answers those that nobody else has decided on meanwhile. */
export function writeDecided(
  tx: Transaction,
  tellings: readonly Telling[],
  now: Date,
): Promise<{ accountId: number; warningId: number }[]> {
  return tx.query(decide, [
    tellings.map(({ propertyId }) => propertyId),
    tellings.map(({ warningId }) => warningId),
    tellings.map(({ accountId }) => accountId),
    tellings.map(({ urgency }) => urgency),
    now,
  ]);
}

const unsentColumns = {
  propertyId: 'bigint',
  warningId: 'bigint',
  alert: narrow('text', alertSchema),
  urgency: narrow('smallint', urgencySchema),
  propertyName: 'text',
  serialNumber: 'text',
  place: 'text',
  since: 'text',
} as const;
export type Unsent = Readonly<RowOf<typeof unsentColumns>> & { readonly alert: Alert };

const unsent = statement(
  unsentColumns,
  `SELECT warning.property_id AS "propertyId", warning.id AS "warningId", warning.alert,
     warning.urgency, property.name AS "propertyName", serial_number AS "serialNumber", place,
     to_char(first_occurrence AT TIME ZONE time_zone, 'YYYY-MM-DD HH24:MI') AS since
   FROM warning_told told
   JOIN warning ON warning.property_id = told.property_id AND warning.id = told.warning_id
   JOIN property ON property.id = warning.property_id
   JOIN device ON device.property_id = warning.property_id AND device.id = warning.device_id
   WHERE told.account_id = $1 AND warning.id = ANY ($2::bigint[]) AND sent_at IS NULL
   ORDER BY warning.urgency DESC, property.name, warning.id`,
);

/** What has been decided and not been sent. */
export function listUnsent(
  tx: Transaction,
  accountId: number,
  warnings: readonly number[],
): Promise<Unsent[]> {
  return tx.query(unsent, [accountId, warnings]);
}

export async function markSent(
  tx: Transaction,
  accountId: number,
  warnings: readonly number[],
  at: Date,
): Promise<void> {
  await tx.run(
    `UPDATE warning_told SET sent_at = $3
     WHERE account_id = $1 AND warning_id = ANY ($2::bigint[]) AND sent_at IS NULL`,
    [accountId, warnings, at],
  );
}

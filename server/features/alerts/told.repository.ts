import { type AlertChannelName, alertChannelNameSchema } from '../../../schemas/entities/alert.ts';
import { deviceCategorySchema } from '../../../schemas/entities/device.ts';
import { alertSchema, urgencySchema } from '../../../schemas/entities/warning.ts';
import { warningKinds } from '../../../schemas/kinds/warnings.ts';
import { isoInstant } from '../../database/epoch.ts';
import { grantedFeatures } from '../../database/grantedFeatures.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, type RowOf, statement } from '../../database/statement.ts';
import { seenSince } from '../../warnings/seenSince.ts';

const telling = {
  accountId: 'bigint',
  propertyId: 'bigint',
  warningId: 'bigint',
  channel: narrow('text', alertChannelNameSchema),
  urgency: narrow('smallint', urgencySchema),
  isDigest: 'boolean',
} as const;
/** A warning that an account is to be told of, and how. */
export type Telling = Readonly<RowOf<typeof telling>>;

const features = Object.values(warningKinds).map(
  ({ type, feature }) => `('${type}', '${feature}')`,
);
/**
 * What each account may see of warnings now: its properties, by their packages, since their day and
 * that of who lives there (`since`).
 */
export const seenByAccounts = `warning
   JOIN property ON property.id = warning.property_id
   JOIN property_access access ON access.property_id = warning.property_id
   JOIN permission_package package ON package.id = access.package_id
   JOIN (VALUES ${features.join(', ')}) AS licensed (licensed_alert, feature)
     ON licensed_alert = warning.alert AND feature = ANY (${grantedFeatures('access', 'package')})
     AND withdrawn_at IS NULL
   JOIN device ON device.property_id = warning.property_id AND device.id = warning.device_id
   LEFT JOIN tenant ON tenant.property_id = device.property_id AND tenant.id = device.tenant_id
   JOIN LATERAL (SELECT ${seenSince.instant} AS since) AS first ON ${seenSince.isSeen()}
   JOIN account ON account.id = access.account_id AND disabled_at IS NULL`;
const localNow = '($1::timestamptz AT TIME ZONE time_zone)';
/** What SMS gateways take: E.164, without the blanks that people write. */
const isPhone = `replace(phone, ' ', '') ~ '^[+][1-9][0-9]{6,14}$'`;

const untold = statement(
  telling,
  // Smoke has no settings: whoever is told of anything in a property is told of smoke there.
  `WITH notice AS (
     SELECT account_id, property_id, alert, by_email, by_mobile FROM warning_notice
     UNION ALL
     SELECT account_id, property_id, 'SMOKE', bool_or(by_email), bool_or(by_mobile)
     FROM warning_notice GROUP BY account_id, property_id
   ), had AS (
     SELECT DISTINCT account_id FROM warning_told
     WHERE is_digest AND decided_at > $1::timestamptz - interval '20 hours'
   ), clock AS MATERIALIZED (
     SELECT id AS property_id, extract(hour FROM ${localNow}) AS hour, ${localNow}::date AS today
     FROM property
   )
   SELECT account.id AS "accountId", warning.property_id AS "propertyId",
     warning.id AS "warningId", channel, urgency, channel = 'EMAIL' AND of_day AS "isDigest"
   FROM ${seenByAccounts}
   LEFT JOIN notice ON notice.account_id = account.id AND notice.alert = warning.alert
     AND notice.property_id = warning.property_id
   LEFT JOIN alert_webhook hook ON hook.account_id = account.id AND hook.is_on
     AND 'portal_admin' = ANY (account.roles) AND raised_at >= hook.created_at
   LEFT JOIN had ON had.account_id = account.id
   JOIN clock ON clock.property_id = warning.property_id
   CROSS JOIN LATERAL (SELECT
     CASE WHEN quiet_from <= quiet_until THEN hour >= quiet_from AND hour < quiet_until
       ELSE hour >= quiet_from OR hour < quiet_until END AS is_quiet,
     warning.alert <> 'SMOKE' AND (alert_timing = 'DIGEST'
       OR alert_timing = 'CRITICAL' AND urgency < 10) AS of_day) AS timing
   CROSS JOIN LATERAL (SELECT is_quiet AND warning.alert <> 'SMOKE'
     AND (urgency < 10 OR of_day OR quiet_for_critical) AS waits) AS moment
   CROSS JOIN LATERAL (VALUES
     ('EMAIL', by_email AND notifications AND NOT waits AND NOT (of_day AND had.account_id IS NOT NULL)),
     ('SMS', $3::boolean AND by_mobile AND urgency = 10 AND ${isPhone}
       AND NOT (is_quiet AND quiet_for_critical AND warning.alert <> 'SMOKE')),
     ('WEBHOOK', hook.account_id IS NOT NULL)) AS way (channel, is_wanted)
   WHERE is_wanted AND state = 'ACTIVE' AND acknowledged_at IS NULL
     AND raised_at > $1::timestamptz - interval '7 days'
     AND (snoozed_until IS NULL OR snoozed_until < today)
     AND NOT EXISTS (SELECT FROM warning_told told WHERE told.property_id = warning.property_id
       AND told.warning_id = warning.id AND told.account_id = account.id
       AND told.channel = way.channel AND told.urgency >= warning.urgency)
   ORDER BY account.id, channel, warning.property_id, warning.id LIMIT $2`,
);

/**
 * Who is to be told of what, and how, by account and channel. Nobody is told again in the same way of
 * what has not become more urgent. When: docs/warnings.md.
 */
export function listUntold(
  tx: Transaction,
  now: Date,
  { most, bySms }: { readonly most: number; readonly bySms: boolean },
): Promise<Telling[]> {
  return tx.query(untold, [now, most, bySms]);
}

const decision = {
  accountId: 'bigint',
  warningId: 'bigint',
  channel: narrow('text', alertChannelNameSchema),
} as const;
export type Decision = Readonly<RowOf<typeof decision>>;

const decide = statement(
  decision,
  `INSERT INTO warning_told
     (property_id, warning_id, account_id, channel, urgency, is_digest, decided_at)
   SELECT property_id, warning_id, account_id, channel, urgency, is_digest, $7
   FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::smallint[], $6::boolean[])
     AS given (property_id, warning_id, account_id, channel, urgency, is_digest)
   ON CONFLICT DO NOTHING
   RETURNING account_id AS "accountId", warning_id AS "warningId", channel`,
);

/** Answers those that nobody else has decided on meanwhile. */
export function writeDecided(
  tx: Transaction,
  tellings: readonly Telling[],
  now: Date,
): Promise<Decision[]> {
  return tx.query(decide, [
    tellings.map(({ propertyId }) => propertyId),
    tellings.map(({ warningId }) => warningId),
    tellings.map(({ accountId }) => accountId),
    tellings.map(({ channel }) => channel),
    tellings.map(({ urgency }) => urgency),
    tellings.map(({ isDigest }) => isDigest),
    now,
  ]);
}

const unsentColumns = {
  propertyId: 'bigint',
  warningId: 'bigint',
  alert: narrow('text', alertSchema),
  urgency: narrow('smallint', urgencySchema),
  worksNo: 'text',
  propertyName: 'text',
  serialNumber: 'text',
  meterType: narrow('text', deviceCategorySchema),
  place: 'text',
  since: 'text',
  firstOccurrence: 'text',
  lastOccurrence: 'text',
  figure: 'float8 | null',
  limit: 'float8 | null',
} as const;
export type Unsent = Readonly<RowOf<typeof unsentColumns>>;

const unsent = statement(
  unsentColumns,
  `SELECT DISTINCT warning.property_id AS "propertyId", warning.id AS "warningId", warning.alert,
     warning.urgency, works_no AS "worksNo", property.name AS "propertyName",
     serial_number AS "serialNumber", category AS "meterType", place,
     to_char(${seenSince.firstOccurrence} AT TIME ZONE time_zone, 'YYYY-MM-DD HH24:MI') AS since,
     ${isoInstant(seenSince.firstOccurrence)} AS "firstOccurrence",
     ${isoInstant('last_occurrence')} AS "lastOccurrence",
     ${seenSince.figure} AS figure, ${seenSince.limit('warning.alert')} AS "limit"
   FROM ${seenByAccounts}
   JOIN warning_told told ON told.property_id = warning.property_id
     AND told.warning_id = warning.id AND told.account_id = account.id
   WHERE account.id = $1 AND warning.id = ANY ($2::bigint[]) AND channel = $3 AND sent_at IS NULL
   ORDER BY warning.urgency DESC, property.name, warning.id`,
);

/** What an account is to be told of in one go. */
interface Decided {
  readonly accountId: number;
  readonly channel: AlertChannelName;
  readonly warnings: readonly number[];
}

/** What has been decided, not been sent, and may still be seen by the account. */
export function listUnsent(
  tx: Transaction,
  { accountId, warnings, channel }: Decided,
): Promise<Unsent[]> {
  return tx.query(unsent, [accountId, warnings, channel]);
}

export async function markSent(
  tx: Transaction,
  { accountId, warnings, channel }: Decided,
  at: Date,
): Promise<void> {
  await tx.run(
    `UPDATE warning_told SET sent_at = $3
     WHERE account_id = $1 AND warning_id = ANY ($2::bigint[]) AND channel = $4
       AND sent_at IS NULL`,
    [accountId, warnings, at, channel],
  );
}

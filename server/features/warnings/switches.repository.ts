import { countrySchema } from '../../../schemas/entities/market.ts';
import { alertSettingSchema } from '../../../schemas/entities/warningSetting.ts';
import {
  anyLimitsSchema,
  type Limits,
  type MeasuredType,
  measuredKinds,
} from '../../../schemas/kinds/warnings.ts';
import { expectThousands } from '../../database/expectThousands.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, statement } from '../../database/statement.ts';
import type { Scope } from '../../session.ts';
import type { DefaultsOf } from '../../warnings/defaults.ts';
import { visibleProperties } from '../property/visible.repository.ts';

const countries = countrySchema.options;

/** Properties with the same limits are counted together; the limits of the largest group are shown. */
const settingsOfTypes = statement(
  {
    alert: narrow('text', alertSettingSchema),
    properties: 'bigint',
    on: 'bigint',
    limits: narrow('jsonb', anyLimitsSchema),
    alike: 'bigint',
    byEmail: 'bigint',
    byMobile: 'bigint',
  },
  `SELECT alert, sum(properties)::bigint AS properties, sum("on")::bigint AS "on",
     (array_agg(limits ORDER BY properties DESC, limits))[1] AS limits,
     max(properties) AS alike,
     sum("byEmail")::bigint AS "byEmail", sum("byMobile")::bigint AS "byMobile"
   FROM (
     SELECT kind.alert, kind.position, coalesce(own.limits, usual.limits::jsonb) AS limits,
       count(*) AS properties,
       count(*) FILTER (WHERE coalesce(own.is_on, kind.is_on)) AS "on",
       count(*) FILTER (WHERE notice.by_email) AS "byEmail",
       count(*) FILTER (WHERE notice.by_mobile) AS "byMobile"
     FROM unnest($3::text[], $4::text[], $5::boolean[])
         WITH ORDINALITY AS kind (alert, feature, is_on, position)
       JOIN (${visibleProperties('$1', '$2')}) AS visible ON kind.feature = ANY (visible.features)
       JOIN property ON property.id = visible.property_id
       JOIN unnest($6::text[], $7::text[], $8::text[]) AS usual (alert, country, limits)
         ON usual.alert = kind.alert AND usual.country = property.country
       LEFT JOIN warning_limit own ON own.property_id = property.id AND own.alert = kind.alert
       LEFT JOIN warning_notice notice ON notice.property_id = property.id
         AND notice.alert = kind.alert AND notice.account_id = $1
     GROUP BY kind.alert, kind.position, coalesce(own.limits, usual.limits::jsonb)
   ) AS by_limits
   GROUP BY alert, position ORDER BY position`,
);

/**
 * What counts for each of the types, over the properties where the account may set it. A type without
 * such properties is left out. `alike` is how many properties have the limits that are answered.
 */
export async function listSettingsOfTypes(
  tx: Transaction,
  scope: Scope,
  types: readonly MeasuredType[],
  defaultsOf: DefaultsOf,
) {
  const kinds = types.map((type) => measuredKinds[type]);
  const usual = types.flatMap((type) =>
    countries.map((country) => ({ type, country, limits: defaultsOf(country, type).limits })),
  );
  await expectThousands(tx);
  return tx.query(settingsOfTypes, [
    ...[scope.accountId, scope.anyFeature, types],
    ...[kinds.map(({ feature }) => feature), kinds.map(({ isOn }) => isOn)],
    ...[usual.map(({ type }) => type), usual.map(({ country }) => country)],
    usual.map(({ limits }) => JSON.stringify(limits)),
  ]);
}

const id = { id: 'bigint' } as const;
const visibleLimits = `(${visibleProperties('$1', '$2')}) AS visible
   LEFT JOIN warning_limit own ON own.property_id = visible.property_id AND own.alert = $3`;
const otherwise = statement(
  id,
  `SELECT visible.property_id AS id FROM ${visibleLimits}
   WHERE coalesce(own.is_on, $4::boolean) <> $5::boolean ORDER BY id`,
);

/** The properties in the scope where a type isn't switched as wanted. */
export async function listOtherwise(
  tx: Transaction,
  scope: Scope,
  { alert, isOn }: { readonly alert: MeasuredType; readonly isOn: boolean },
): Promise<number[]> {
  const usual = measuredKinds[alert].isOn;
  const given = [scope.accountId, scope.anyFeature, alert, usual, isOn];
  await expectThousands(tx);
  return (await tx.query(otherwise, given)).map((row) => row.id);
}

const switched = statement(
  { ...id, isOn: 'boolean' },
  `SELECT visible.property_id AS id, own.is_on AS "isOn" FROM ${visibleLimits}
   WHERE own.changed_by = $4 AND own.changed_at = $5::timestamptz ORDER BY id`,
);

/** The properties in the scope where a type is still as somebody has set it at an instant. */
export async function listSwitched(
  tx: Transaction,
  scope: Scope,
  given: {
    readonly alert: MeasuredType;
    readonly by: string;
    readonly at: string;
  },
): Promise<{ id: number; isOn: boolean }[]> {
  const { alert, by, at } = given;
  await expectThousands(tx);
  return tx.query(switched, [scope.accountId, scope.anyFeature, alert, by, at]);
}

/** Switches a type in properties. Limits stay; where nobody has set any, the usual ones are written. */
export async function writeSwitches(
  tx: Transaction,
  properties: readonly number[],
  given: {
    readonly alert: MeasuredType;
    readonly isOn: boolean;
    readonly changedBy: string;
    readonly changedAt: Date;
    readonly defaultsOf: DefaultsOf;
  },
): Promise<void> {
  const { alert, isOn, changedBy, changedAt, defaultsOf } = given;
  const usual = countries.map((country) => defaultsOf(country, alert));
  const limits: readonly Limits[] = usual.map((one) => one.limits);
  await tx.run(
    `INSERT INTO warning_limit (property_id, alert, is_on, limits, urgency, changed_by, changed_at)
     SELECT property.id, $2, $3, usual.limits::jsonb, usual.urgency, $4, $5
     FROM property JOIN unnest($6::text[], $7::text[], $8::smallint[])
       AS usual (country, limits, urgency) ON usual.country = property.country
     WHERE property.id = ANY ($1::bigint[])
     ON CONFLICT (property_id, alert) DO UPDATE SET is_on = excluded.is_on,
       changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
    [
      ...[properties, alert, isOn, changedBy, changedAt],
      ...[countries, limits.map((one) => JSON.stringify(one)), usual.map(({ urgency }) => urgency)],
    ],
  );
}

import { and, eq } from 'drizzle-orm';
import type { OperationRequest, SortField } from '../../../schemas/api/operations.ts';
import { countrySchema } from '../../../schemas/entities/market.ts';
import { urgencySchema } from '../../../schemas/entities/warning.ts';
import { anyLimitsSchema, type MeasuredType } from '../../../schemas/kinds/warnings.ts';
import { epochMilliseconds, isoInstant } from '../../database/epoch.ts';
import { isAnyOf } from '../../database/isAnyOf.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, type RowOf, statement } from '../../database/statement.ts';
import { warningLimit, warningNotice } from '../../database/warningTables.ts';
import type { Scope } from '../../session.ts';
import { seenSince } from '../../warnings/seenSince.ts';
import { containing, orderBy } from '../paging.ts';
import { visibleProperties } from '../property/visible.repository.ts';

const claim = {
  property: 'bigint',
  worksNo: 'text',
  country: narrow('text', countrySchema),
  name: 'text',
  isOn: 'boolean | null',
  limits: narrow('jsonb', anyLimitsSchema.nullable()),
  urgency: narrow('smallint', urgencySchema.nullable()),
  devices: 'bigint',
  notifyByEmail: 'boolean',
  notifyByMobile: 'boolean',
  changedBy: 'text | null',
  changedAt: 'text | null',
} as const;

/** What has been set for a property; of one where nobody has, null. */
export type SettingRow = Readonly<RowOf<typeof claim>>;

/** `$1` is the account, `$2` the type's feature, `$3` the type, `$4` its categories. */
const columns = `property.id AS property, works_no AS "worksNo", country, name, is_on AS "isOn", limits, urgency,
  (SELECT count(*) FROM device WHERE device.property_id = property.id
     AND category = ANY ($4::text[]) AND NOT is_main) AS devices,
  coalesce(by_email, false) AS "notifyByEmail", coalesce(by_mobile, false) AS "notifyByMobile",
  changed_by AS "changedBy", ${isoInstant('changed_at')} AS "changedAt"`;
const source = `(${visibleProperties('$1', '$2')}) AS visible
  JOIN property ON property.id = visible.property_id
  LEFT JOIN warning_limit own ON own.property_id = property.id AND own.alert = $3
  LEFT JOIN warning_notice notice ON notice.property_id = property.id AND notice.alert = $3
    AND notice.account_id = $1`;

const settingPage = statement(
  { ...claim, total: 'bigint' },
  (order) =>
    `SELECT ${columns}, count(*) OVER () AS total FROM ${source}
     WHERE name ILIKE $7 OR works_no ILIKE $7 ${order} LIMIT $5 OFFSET $6`,
);

const sortColumns = { name: 'name', worksNo: 'works_no' } as const satisfies Record<
  SortField<'warningSetting.list'>,
  string
>;

interface Asked {
  readonly scope: Scope;
  readonly type: MeasuredType;
  readonly categories: readonly string[];
}

export function listSettings(
  tx: Transaction,
  { scope, type, categories }: Asked,
  { page, size, sort, search }: OperationRequest<'warningSetting.list'>['query'],
): Promise<(SettingRow & { total: number })[]> {
  const order = orderBy(sort, sortColumns, 'name, property.id');
  return tx.query(settingPage(order), [
    ...[scope.accountId, scope.anyFeature, type, categories, size, page * size],
    containing(search),
  ]);
}

const settingOf = statement(claim, `SELECT ${columns} FROM ${source} WHERE property.id = $5`);

/** Undefined for a property that the account may not see, or not for this type. */
export async function findSetting(
  tx: Transaction,
  { scope, type, categories }: Asked,
  property: number,
): Promise<SettingRow | undefined> {
  const given = [scope.accountId, scope.anyFeature, type, categories, property];
  const [found] = await tx.query(settingOf, given);
  return found;
}

/** Whether and how an account is told of a type of warnings. */
export async function writeNotices(
  tx: Transaction,
  accountId: number,
  properties: readonly number[],
  given: {
    readonly alert: MeasuredType;
    readonly byEmail: boolean;
    readonly byMobile: boolean | undefined;
  },
): Promise<void> {
  const { alert, byEmail, byMobile } = given;
  await tx
    .insert(warningNotice)
    .values(
      properties.map((propertyId) => ({
        accountId,
        propertyId,
        alert,
        byEmail,
        byMobile: byMobile ?? false,
      })),
    )
    .onConflictDoUpdate({
      target: [warningNotice.accountId, warningNotice.propertyId, warningNotice.alert],
      set: { byEmail, ...(byMobile !== undefined && { byMobile }) },
    });
}

/**
 * What somebody has set for a type in some properties, and how the account is told of it there; the
 * caller has made sure that they may be seen.
 */
export async function listOwnSettings(
  tx: Transaction,
  { accountId, alert }: { readonly accountId: number; readonly alert: MeasuredType },
  properties: readonly number[],
) {
  const { propertyId, isOn, limits, urgency } = warningLimit;
  const set = await tx
    .select({ propertyId, isOn, limits, urgency })
    .from(warningLimit)
    .where(and(isAnyOf(propertyId, properties), eq(warningLimit.alert, alert)));
  const { byEmail, byMobile } = warningNotice;
  const notices = await tx
    .select({
      propertyId: warningNotice.propertyId,
      notifyByEmail: byEmail,
      notifyByMobile: byMobile,
    })
    .from(warningNotice)
    .where(
      and(
        ...[eq(warningNotice.accountId, accountId), eq(warningNotice.alert, alert)],
        isAnyOf(warningNotice.propertyId, properties),
      ),
    );
  const told = new Map(notices.map((notice) => [notice.propertyId, notice]));
  return set.map((one) => ({ ...one, ...told.get(one.propertyId) }));
}

const devicesOf = statement(
  { deviceId: 'bigint', propertyId: 'bigint', seenSince: 'bigint | null', total: 'bigint' },
  `SELECT device.id AS "deviceId", device.property_id AS "propertyId",
     ${epochMilliseconds(seenSince.instant)} AS "seenSince", count(*) OVER () AS total
   FROM (${visibleProperties('$4', '$5')}) AS visible
     JOIN property ON property.id = visible.property_id
     JOIN device ON device.property_id = property.id
     LEFT JOIN tenant ON tenant.property_id = device.property_id AND tenant.id = tenant_id
   WHERE device.property_id = ANY ($1::bigint[]) AND category = ANY ($2::text[]) AND NOT is_main
   ORDER BY device.property_id, device.id LIMIT $3`,
);

/**
 * The first devices of properties that can notice a type, from which instant on they may be seen (UTC
 * ms), and how many there are.
 */
export function listDevices(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  properties: readonly number[],
  categories: readonly string[],
  most: number,
) {
  return tx.query(devicesOf, [properties, categories, most, accountId, anyFeature]);
}

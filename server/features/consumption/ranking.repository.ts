import type { OperationRequest, SortField } from '../../../schemas/api/operations.ts';
import { rankedFlatFilters, rankedPropertyFilters } from '../../../schemas/api/ranking.ts';
import type { DeviceCategory } from '../../../schemas/entities/device.ts';
import { deviceCategorySchema } from '../../../schemas/entities/device.ts';
import { warningFeatures } from '../../../schemas/kinds/warnings.ts';
import { isoInstant } from '../../database/epoch.ts';
import { expectThousands } from '../../database/expectThousands.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, statement } from '../../database/statement.ts';
import { type SubjectKind, subjectKinds, timeframeNumbers } from '../../metering/store/chunks.ts';
import { micro } from '../../metering/units.ts';
import type { Scope } from '../../session.ts';
import { featureOfAlert } from '../../warnings/featureOfAlert.ts';
import { seenSince } from '../../warnings/seenSince.ts';
import { isCounted } from '../../warnings/snoozed.ts';
import { pagedList } from '../pagedList.ts';
import { visibleProperties } from '../property/visible.repository.ts';
import { tenantClaim, tenantColumns } from '../tenant/tenant.repository.ts';
import type { EdgeShare } from './edgeGaps.repository.ts';
import { type ComparedMonth, monthParameters, monthsOf, ofProperties } from './month.repository.ts';

/** What is ranked: one category of a month, the share of gaps that reach out of it, and the year before its end. */
export interface Ranked {
  readonly month: ComparedMonth;
  readonly category: DeviceCategory;
  readonly edges: readonly EdgeShare[];
  /** The first days of the months that a row's bars are of, which lie in at most two packed years. */
  readonly bars: readonly string[];
}

const visible = `(${visibleProperties('$1', '$2')}) AS visible`;

const usedCategory = statement(
  { category: narrow('text', deviceCategorySchema) },
  // In the order given: the most usual ones are mostly found at once, and no other is looked for.
  `SELECT category FROM unnest($4::text[]) AS wanted (category)
   WHERE EXISTS (SELECT FROM ${visible} JOIN rollup ON rollup.property_id = visible.property_id
     AND subject_kind = ${subjectKinds.property} AND subject_id = visible.property_id
     AND rollup.category = wanted.category AND timeframe = ${timeframeNumbers.DAILY} AND chunk = $3
     AND (access_since IS NULL OR access_since < $3::date + cardinality(volumes))
     AND ($5::bigint IS NULL OR visible.property_id = $5)) LIMIT 1`,
);

/** The first of the categories of which something is stored in a month, of all properties or of one. */
export async function findUsedCategory(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  { first }: Pick<ComparedMonth, 'first'>,
  categories: readonly DeviceCategory[],
  propertyId?: number,
): Promise<DeviceCategory | undefined> {
  const parameters = [accountId, anyFeature, first, categories, propertyId ?? null];
  return (await tx.query(usedCategory, parameters))[0]?.category;
}

/** `$10` on: the months of the bars by packed year, place and first day. */
const bars = (kind: Extract<SubjectKind, 'property' | 'tenant'>) => `ARRAY(
    SELECT CASE WHEN coalesce(page.since <= day, true) THEN volumes[place] END
    FROM unnest($10::date[], $11::int[], $12::date[]) WITH ORDINALITY AS bar (year, place, day, at)
      LEFT JOIN rollup ON rollup.property_id = page."propertyId" AND subject_id = page.id
        AND subject_kind = ${subjectKinds[kind]} AND timeframe = ${timeframeNumbers.MONTHLY}
        AND category = ANY ($6) AND chunk = bar.year AND chunk = ANY ($10)
    ORDER BY at)`;

const rate = 'CASE WHEN is_whole AND area_square_metres > 0 THEN current / area_square_metres END';
const change = 'CASE WHEN is_compared THEN ("comparedCurrent" - earlier) * 100.0 / earlier END';
/** Of its devices' days, those that are measured or interpolated. */
const known = '100.0 * (measures + doubts) / nullif(measures + doubts + gaps, 0)';

/**
 * Of the open warnings of a property those that the account sees, of some urgency, but for what is
 * snoozed on the day of `$13`: by the index of open ones, and nothing where its package shows none.
 */
const warnings = (urgency: string, id: string) => `CASE
  WHEN features && '{${warningFeatures.join()}}'::text[] THEN (
    SELECT count(*) FROM warning
      JOIN device ON device.property_id = warning.property_id AND device.id = device_id
      LEFT JOIN tenant ON tenant.property_id = device.property_id AND tenant.id = device.tenant_id
    WHERE warning.property_id = ${id} AND ${isCounted('$13')} AND withdrawn_at IS NULL
      AND urgency ${urgency} AND ${featureOfAlert} = ANY (features)
      AND ${seenSince.isSeen(`(${seenSince.instant})`)}) END`;
const critical = (id: string) => warnings('>= 10', id);
const otherWarnings = (id: string) => warnings('< 10', id);
const lastReading = (id: string) => `(SELECT CASE
    WHEN access_since IS NULL OR max(last_at) >= access_since::timestamp AT TIME ZONE time_zone
    THEN max(last_at) END FROM device_state WHERE device_state.property_id = ${id})`;

const figures = {
  current: 'float8 | null',
  perSquareMetre: 'float8 | null',
  changePercent: 'float8 | null',
  knownPercent: 'float8 | null',
  months: '(bigint | null)[]',
} as const;
const figureColumns = `current::float8 AS current, (${rate})::float8 AS "perSquareMetre",
  (${change})::float8 AS "changePercent", (${known})::float8 AS "knownPercent"`;

const propertySorts = {
  name: 'property.name',
  city: 'property.city',
  worksNo: 'works_no',
  current: 'current',
  perSquareMetre: rate,
  changePercent: change,
  knownPercent: known,
  critical: critical('property.id'),
  otherWarnings: otherWarnings('property.id'),
  lastReading: `CASE WHEN access_since IS NULL OR newest >= access_since::timestamp AT TIME ZONE time_zone
    THEN newest END`,
} as const satisfies Record<SortField<'consumption.properties'>, string>;
const { critical: _, otherWarnings: __, lastReading: ___, ...propertyFigures } = propertySorts;
/** A filter is in the units that the answer is in. */
const inUnits = (column: string) => `${column} / ${micro}.0`;
const propertyFilterColumns = {
  ...propertyFigures,
  current: inUnits('current'),
  perSquareMetre: inUnits(`(${rate})`),
};

/** Warnings, last readings and bars are looked for on the page alone, unless they sort it. */
const propertyPage = statement(
  {
    worksId: 'bigint',
    worksNo: 'text',
    name: 'text',
    city: 'text',
    timeZone: 'text',
    ...figures,
    critical: 'bigint | null',
    otherWarnings: 'bigint | null',
    lastReading: 'text | null',
    total: 'bigint',
  },
  (narrowing, order) => `${monthsOf(ofProperties)}
   SELECT page.id AS "worksId", works_no AS "worksNo", name, city, time_zone AS "timeZone", current,
     "perSquareMetre", "changePercent", "knownPercent", ${bars('property')} AS months,
     ${critical('page.id')} AS critical, ${otherWarnings('page.id')} AS "otherWarnings",
     ${isoInstant(lastReading('page.id'))} AS "lastReading", total
   FROM (
     SELECT property.id, property.id AS "propertyId", works_no, name, city, time_zone, features, access_since,
       access_since AS since, ${figureColumns}, count(*) OVER () AS total
     FROM ${visible} JOIN property ON property.id = visible.property_id
       LEFT JOIN summed ON summed.property_id = property.id
       -- Left out by the planner unless it sorts.
       LEFT JOIN (SELECT property_id, max(last_at) AS newest FROM device_state GROUP BY property_id) AS heard
         ON heard.property_id = property.id
     WHERE true ${narrowing} ${order}
   ) AS page`,
);

const listProperties = pagedList(
  propertyPage,
  {
    kinds: rankedPropertyFilters,
    columns: propertyFilterColumns,
    searched: [
      'property.name',
      'property.address',
      'property.city',
      'works_no',
      'works_old_number',
    ],
  },
  { columns: propertySorts, usual: '-perSquareMetre', otherwise: 'name, property.id' },
);

/** A page of all properties of a scope with a month's figures in micro-units, those unknown last. */
export async function rankProperties(
  tx: Transaction,
  scope: Scope,
  { month, category, edges, bars: days }: Ranked,
  query: OperationRequest<'consumption.properties'>['query'],
  now: Date,
) {
  const own = monthParameters(scope, month, [category], edges);
  const parameters = [...own, ...barParameters(days), now];
  await expectThousands(tx);
  return listProperties(tx, parameters, query);
}

const highest = statement(
  { id: 'bigint' },
  `SELECT property.id FROM ${visible} JOIN property ON property.id = visible.property_id
     LEFT JOIN (SELECT property_id, subject_id, volumes[$5::int] AS used FROM rollup
       WHERE subject_kind = ${subjectKinds.property} AND timeframe = ${timeframeNumbers.MONTHLY}
         AND category = $3 AND chunk = $4) AS month
       ON month.property_id = property.id AND month.subject_id = property.id
   ORDER BY CASE WHEN area_square_metres > 0 AND coalesce(access_since <= $6, true)
     THEN used / area_square_metres END DESC NULLS LAST, property.id LIMIT $7`,
);

/**
 * So many of a scope's properties, those that used most per square metre in a month before those of
 * which it is unknown: by the month's sum as it is stored, which costs a tenth of a ranking.
 */
export async function listHighest(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  { month: { first }, category }: Pick<Ranked, 'month' | 'category'>,
  most: number,
): Promise<number[]> {
  const place = [`${first.slice(0, 4)}-01-01`, Number(first.slice(5, 7)), first];
  await expectThousands(tx);
  const rows = await tx.query(highest, [accountId, anyFeature, category, ...place, most]);
  return rows.map(({ id }) => id);
}

const flats = `(SELECT tenant.property_id, tenant.id AS subject_id, greatest(access_since, moved_in) AS since
  FROM ${visible} JOIN tenant ON tenant.property_id = visible.property_id
  WHERE visible.property_id = ANY ($13::bigint[]))`;

const flatSorts = {
  tenantNo: 'tenant_no',
  tenantName: 'tenant_name',
  address: 'address',
  propertyName: '"propertyName"',
  city: 'city',
  current: 'current',
  perSquareMetre: '"perSquareMetre"',
  changePercent: '"changePercent"',
  knownPercent: '"knownPercent"',
} as const satisfies Record<SortField<'consumption.flats'>, string>;

const flatFilterColumns = {
  ...flatSorts,
  current: inUnits(flatSorts.current),
  perSquareMetre: inUnits(flatSorts.perSquareMetre),
};

/** The mean is of all flats, whichever the page shows. */
const flatPage = statement(
  {
    ...tenantClaim,
    propertyName: 'text',
    city: 'text',
    ...figures,
    areaSquareMetres: 'float8 | null',
    mean: 'float8 | null',
    most: 'float8 | null',
    total: 'bigint',
  },
  (
    narrowing,
    order,
  ) => `${monthsOf({ kind: 'tenant', rows: flats, within: 'AND rollup.property_id = ANY ($13)' })}, flat AS (
     SELECT ${tenantColumns}, "propertyName", city, tenant_no, tenant_name, installation_number, since,
       area_square_metres AS "areaSquareMetres", ${figureColumns},
       sum(current) FILTER (WHERE (${rate}) IS NOT NULL) OVER ()
         / sum(area_square_metres) FILTER (WHERE (${rate}) IS NOT NULL) OVER () AS mean,
       (max(${rate}) OVER ())::float8 AS most
     FROM ${flats} AS own JOIN tenant ON tenant.property_id = own.property_id AND tenant.id = own.subject_id
       JOIN (SELECT id, name AS "propertyName", city FROM property) AS house ON house.id = own.property_id
       LEFT JOIN summed ON summed.property_id = tenant.property_id AND summed.subject_id = tenant.id
   )
   SELECT id, "installationNumber", "tenantNo", "tenantName", address, "propertyId", "propertyName", city, current,
     "perSquareMetre", "changePercent", "knownPercent", ${bars('tenant')} AS months,
     "areaSquareMetres", mean::float8 AS mean, most, total
   FROM (SELECT *, count(*) OVER () AS total FROM flat WHERE true ${narrowing} ${order}) AS page`,
);

const listFlats = pagedList(
  flatPage,
  {
    kinds: rankedFlatFilters,
    columns: flatFilterColumns,
    searched: ['tenant_no', 'tenant_name', 'installation_number', 'address'],
  },
  { columns: flatSorts, usual: '-perSquareMetre', otherwise: 'tenant_no, id' },
);

/** A page of some properties' flats, each from the day on which its tenant moved in; in micro-units. */
export async function rankFlats(
  tx: Transaction,
  scope: Scope,
  { month, category, edges, bars: days }: Ranked,
  query: OperationRequest<'consumption.flats'>['query'],
  properties: readonly number[],
) {
  const own = monthParameters(scope, month, [category], edges, ({ tenantId }) => tenantId);
  if (properties.length > 1) await expectThousands(tx);
  return listFlats(tx, [...own, ...barParameters(days), properties], query);
}

function barParameters(days: readonly string[]): unknown[] {
  return [
    days.map((day) => `${day.slice(0, 4)}-01-01`),
    days.map((day) => Number(day.slice(5, 7))),
    days,
  ];
}

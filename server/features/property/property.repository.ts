import type {
  OperationRequest,
  OperationResponse,
  SortField,
} from '../../../schemas/api/operations.ts';
import { propertyFilters } from '../../../schemas/api/property.ts';
import { propertySchema } from '../../../schemas/entities/property.ts';
import { warningFeatures } from '../../../schemas/kinds/warnings.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, statement } from '../../database/statement.ts';
import { AppError } from '../../errors.ts';
import type { Scope } from '../../session.ts';
import { seenSince } from '../../warnings/seenSince.ts';
import { containing, filterWhere, orderBy } from '../paging.ts';
import { visibleProperties } from './visible.repository.ts';

type Property = OperationResponse<'property.list'>['content'][number];
type Detail = OperationResponse<'property.get'>;
type Location = OperationResponse<'property.locations'>['content'][number];

const { shape } = propertySchema;
const claim = {
  worksId: 'bigint',
  worksNo: 'text',
  worksOldNumber: 'text | null',
  name: 'text',
  address: 'text',
  city: 'text',
  zipCode: 'text',
  warningSeverity: narrow('smallint', shape.warningSeverity),
  features: narrow('text[]', shape.features),
  geo: narrow('json', shape.geo),
} as const;
/**
 * Of the property's open warnings; nothing to whom its package shows no warnings. What is kept is of
 * all of them. Whoever sees the property since a day gets the urgency of those that went on since then,
 * looked for property by property in the index of open ones: a join of all took 5 s for 5,000 properties.
 */
const severity = `CASE WHEN visible.features && '{${warningFeatures.join()}}'::text[]
  THEN CASE WHEN access_since IS NULL THEN warning_severity
    ELSE (SELECT max(urgency) FROM warning WHERE warning.property_id = property.id
      AND state = 'ACTIVE'
      AND ${seenSince.isSeen('access_since::timestamp AT TIME ZONE time_zone')}) END END`;
const columns = `property.id AS "worksId", works_no AS "worksNo", works_old_number AS "worksOldNumber",
  name, address, city, zip_code AS "zipCode", ${severity} AS "warningSeverity", features,
  CASE WHEN latitude IS NOT NULL AND longitude IS NOT NULL
    THEN json_build_object('latitude', latitude, 'longitude', longitude) END AS geo`;

const filterColumns = {
  name: 'name',
  city: 'city',
  worksNo: 'works_no',
  warningSeverity: `(${severity})`,
} as const satisfies Record<keyof typeof propertyFilters, string>;

const sortColumns = {
  name: 'name',
  city: 'city',
  worksNo: 'works_no',
  warningSeverity: `(${severity})`,
} as const satisfies Record<SortField<'property.list'>, string>;

type Narrowing = Pick<OperationRequest<'property.list'>['query'], 'search' | 'filter'> & {
  /** Only these. */
  readonly ids?: readonly number[] | undefined;
};

/** What a search and filters leave of properties, as `AND …`; its values go to `parameters`. */
function matches({ search, filter, ids }: Narrowing, parameters: unknown[]): string {
  const only = ids ? `AND property.id = ANY ($${parameters.push(ids)}::bigint[])` : '';
  const text = `$${parameters.push(containing(search))}`;
  return `${only} AND (name ILIKE ${text} OR address ILIKE ${text} OR city ILIKE ${text} OR works_no ILIKE ${text}
      OR works_old_number ILIKE ${text})
    ${filterWhere(filter, propertyFilters, filterColumns, parameters)}`;
}

const visible = `(${visibleProperties('$1', '$2')}) AS visible JOIN property ON property.id = property_id`;

const propertyPage = statement(
  { ...claim, total: 'bigint' },
  (narrowing, order) =>
    `SELECT ${columns}, count(*) OVER () AS total FROM ${visible}
     WHERE true ${narrowing} ${order} LIMIT $3 OFFSET $4`,
);

export function listProperties(
  tx: Transaction,
  scope: Scope,
  query: OperationRequest<'property.list'>['query'] & Narrowing,
): Promise<(Property & { total: number })[]> {
  const { accountId, anyFeature } = scope;
  const parameters = [accountId, anyFeature, query.size, query.page * query.size] as unknown[];
  const narrowing = matches(query, parameters);
  const order = orderBy(query.sort, sortColumns, 'name, property.id');
  return tx.query(propertyPage(narrowing, order), parameters);
}

const propertyCount = statement(
  { total: 'bigint' },
  (narrowing) => `SELECT count(*) AS total FROM ${visible} WHERE true ${narrowing}`,
);

export async function countProperties(
  tx: Transaction,
  scope: Scope,
  narrowing: Narrowing,
): Promise<number> {
  const parameters: unknown[] = [scope.accountId, scope.anyFeature];
  const [found] = await tx.query(propertyCount(matches(narrowing, parameters)), parameters);
  return found?.total ?? 0;
}

const locations = statement(
  {
    worksId: 'bigint',
    worksNo: 'text',
    worksOldNumber: 'text | null',
    name: 'text',
    address: 'text',
    city: 'text',
    warningSeverity: narrow('smallint', shape.warningSeverity),
    latitude: 'float8 | null',
    longitude: 'float8 | null',
  },
  `SELECT property.id AS "worksId", works_no AS "worksNo", works_old_number AS "worksOldNumber",
     name, address, city, ${severity} AS "warningSeverity", latitude, longitude
   FROM ${visible} ORDER BY name, property.id LIMIT 10000`,
);

export function listLocations(tx: Transaction, scope: Scope): Promise<Location[]> {
  return tx.query(locations, [scope.accountId, scope.anyFeature]);
}

const propertyDetail = statement(
  {
    ...claim,
    timeZone: 'text',
    areaSquareMetres: 'float8 | null',
    accessSince: 'date | null',
    tenantCount: 'bigint',
    deviceCount: 'bigint',
  },
  `SELECT ${columns}, time_zone AS "timeZone", area_square_metres AS "areaSquareMetres",
     access_since AS "accessSince",
     (SELECT count(*) FROM tenant WHERE tenant.property_id = $3) AS "tenantCount",
     (SELECT count(*) FROM device WHERE device.property_id = $3) AS "deviceCount"
   FROM ${visible} WHERE property_id = $3`,
);

export async function getProperty(tx: Transaction, scope: Scope, id: number): Promise<Detail> {
  const [found] = await tx.query(propertyDetail, [scope.accountId, scope.anyFeature, id]);
  if (!found) {
    throw new AppError('PROPERTY_NOT_FOUND', `There is no property ${id} that you have access to.`);
  }
  return found;
}

const propertyByNumber = statement(
  { worksId: 'bigint', worksNo: 'text', name: 'text' },
  `SELECT property.id AS "worksId", works_no AS "worksNo", name FROM ${visible}
   WHERE lower(works_no) = lower($3) OR lower(works_old_number) = lower($3)
   ORDER BY lower(works_no) = lower($3) DESC, property.id LIMIT 1`,
);

/** By number, new or old; somebody else's is as absent as none. */
export function findPropertyByNumber(
  tx: Transaction,
  scope: Scope,
  number: string,
): Promise<Pick<Detail, 'worksId' | 'worksNo' | 'name'>[]> {
  return tx.query(propertyByNumber, [scope.accountId, scope.anyFeature, number]);
}

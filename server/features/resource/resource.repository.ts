import type { OperationRequest, SortField } from '../../../schemas/api/operations.ts';
import { resourceFilters } from '../../../schemas/api/property.ts';
import { deviceCategorySchema } from '../../../schemas/entities/device.ts';
import { deviceStatusSchema } from '../../../schemas/entities/resource.ts';
import { epochMilliseconds } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, type RowOf, statement } from '../../database/statement.ts';
import { silentAfter } from '../../metering/store/states.repository.ts';
import { containing, filterWhere, orderBy } from '../paging.ts';

type Query = OperationRequest<'resource.list'>['query'];

const claim = {
  id: 'bigint',
  serialNumber: 'text',
  category: narrow('text', deviceCategorySchema),
  place: 'text',
  isMain: 'boolean',
  isVirtual: 'boolean',
  tenantId: 'bigint | null',
  tenantNo: 'text | null',
  /** UTC ms. */
  lastAt: 'bigint | null',
  /** Micro-units. */
  lastValue: 'bigint | null',
  status: narrow('text', deviceStatusSchema),
  error: 'text | null',
} as const;

export type ResourceRow = Readonly<RowOf<typeof claim>>;

const filterColumns = {
  serialNumber: 'serial_number',
  category: 'category',
  status: 'status',
  place: 'place',
} as const satisfies Record<keyof typeof resourceFilters, string>;

const sortColumns = {
  serialNumber: 'serial_number',
  category: 'category',
  place: 'place',
  tenantNo: 'tenant_no',
  lastAt: 'last_at',
} as const satisfies Record<SortField<'resource.list'>, string>;

interface Asking {
  readonly query: Pick<Query, 'property' | 'tenant' | 'search' | 'filter'>;
  /** Nothing from before this instant is shown. */
  readonly visibleFrom: Date | null;
  readonly now: Date;
}

/**
 * A property's devices with their newest visible reading: `$1` is the property, `$2` the tenant or
 * null, `$3` from when on anything is visible or null, `$4` now.
 */
const devices = `FROM (
      SELECT device.id, serial_number, category, place, is_main, tenant_id, tenant_no, last_at,
        CASE WHEN NOT is_volumes THEN last_value END AS last_value, error, is_virtual,
        CASE WHEN is_virtual THEN 'OK'
          WHEN dismounted_at <= $4 AND (last_at IS NULL OR last_at <= dismounted_at)
            THEN 'DISMOUNTED'
          WHEN last_at IS NULL THEN 'NO_READINGS'
          WHEN error IS NOT NULL THEN 'ERROR'
          WHEN last_at < $4::timestamptz - ${silentAfter} THEN 'SILENT'
          ELSE 'OK' END AS status
      FROM device
        LEFT JOIN tenant ON tenant.property_id = device.property_id AND tenant.id = tenant_id
        LEFT JOIN device_state state ON state.property_id = device.property_id
          AND state.device_id = device.id AND ($3::timestamptz IS NULL OR last_at >= $3)
        LEFT JOIN LATERAL (SELECT error FROM device_error reported
          WHERE reported.property_id = device.property_id AND reported.device_id = device.id
            AND at > $4::timestamptz - interval '30 days' AND ($3::timestamptz IS NULL OR at >= $3)
          ORDER BY at DESC LIMIT 1) AS newest ON true
        CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM virtual_meter_part part
          WHERE part.property_id = device.property_id AND part.device_id = device.id) AS is_virtual,
          (SELECT installed_until FROM installation mounted
           WHERE mounted.property_id = device.property_id AND mounted.device_id = device.id
           ORDER BY installed_from DESC LIMIT 1) AS dismounted_at) AS facts
      WHERE device.property_id = $1 AND ($2::bigint IS NULL OR tenant_id = $2)
    ) AS listed`;

const parametersOf = ({ query, visibleFrom, now }: Asking): unknown[] => {
  return [query.property, query.tenant ?? null, visibleFrom, now];
};

/** What a search and filters leave of devices, as `AND …`; its values go to `parameters`. */
function matches({ search, filter }: Asking['query'], parameters: unknown[]): string {
  const text = `$${parameters.push(containing(search))}`;
  return `AND (serial_number ILIKE ${text} OR place ILIKE ${text} OR tenant_no ILIKE ${text})
    ${filterWhere(filter, resourceFilters, filterColumns, parameters)}`;
}

const resourcePage = statement(
  { ...claim, total: 'bigint' },
  (narrowing, order) =>
    `SELECT id, serial_number AS "serialNumber", category, place, is_main AS "isMain",
       is_virtual AS "isVirtual", tenant_id AS "tenantId", tenant_no AS "tenantNo",
       ${epochMilliseconds('last_at')} AS "lastAt", last_value AS "lastValue", status,
       error, count(*) OVER () AS total ${devices}
     WHERE true ${narrowing} ${order} LIMIT $5 OFFSET $6`,
);

/** The caller has made sure that the property may be seen. */
export function listResources(
  tx: Transaction,
  asking: Asking & { readonly query: Query },
): Promise<(ResourceRow & { total: number })[]> {
  const { query } = asking;
  const parameters = [...parametersOf(asking), query.size, query.page * query.size];
  const narrowing = matches(query, parameters);
  const usual = 'is_main DESC, tenant_no NULLS FIRST, serial_number, id';
  const order = orderBy(query.sort, sortColumns, usual);
  return tx.query(resourcePage(narrowing, order), parameters);
}

const resourceCount = statement(
  { total: 'bigint' },
  (narrowing) => `SELECT count(*) AS total ${devices} WHERE true ${narrowing}`,
);

export async function countResources(tx: Transaction, asking: Asking): Promise<number> {
  const parameters = parametersOf(asking);
  const narrowing = matches(asking.query, parameters);
  const [found] = await tx.query(resourceCount(narrowing), parameters);
  return found?.total ?? 0;
}

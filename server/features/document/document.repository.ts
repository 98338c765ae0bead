import type {
  OperationRequest,
  OperationResponse,
  SortField,
} from '../../../schemas/api/operations.ts';
import {
  type DocumentChoicesRequest,
  type DocumentFilter,
  type DocumentType,
  documentChoicesSchema,
  documentSchema,
} from '../../../schemas/entities/document.ts';
import { isoInstant } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, type RowOf, statement } from '../../database/statement.ts';
import type { Scope } from '../../session.ts';
import { containing, orderBy } from '../paging.ts';
import { visibleProperties } from '../property/visible.repository.ts';
import { matchesTenant, tenantClaim, tenantColumns } from '../tenant/tenant.repository.ts';

type Document = OperationResponse<'document.list'>['content'][number];

/**
 * SQL for the documents that an account may read, as `document`, `visible` and `property`: of its
 * properties, none about days before its access to them begins, and drafts only where its package
 * has their feature. `$1` is the account, `$2` the features of which a package has to have one.
 */
const readable = `document
  JOIN (${visibleProperties('$1', '$2')}) AS visible
    ON visible.property_id = document.property_id
  JOIN property ON property.id = document.property_id
  WHERE (access_since IS NULL OR period_begin >= access_since)
    AND (status = 'final' OR 'DOCUMENT_ARCH_DOCUMENT_STATUS' = ANY (visible.features))`;

/**
 * The same rule where all documents of thousands of properties are looked through: a condition on
 * `document` without a join, for the properties in `visible` (property_id, features, access_since), a
 * materialized CTE.
 */
export const isReadable = `(document.property_id IN (SELECT property_id FROM visible)) IS TRUE
  AND coalesce(period_begin >= ((SELECT jsonb_object_agg(property_id, access_since) FROM visible
    WHERE access_since IS NOT NULL) ->> document.property_id::text)::date, true)
  AND (status = 'final' OR (document.property_id IN (SELECT property_id FROM visible
    WHERE 'DOCUMENT_ARCH_DOCUMENT_STATUS' = ANY (features))) IS TRUE)`;

/** What is `readable`, narrowed by a filter: `$3` to `$12`, as `filterParameters` has them. */
const filtered = `${readable}
    AND ($3::bigint[] IS NULL OR document.property_id = ANY ($3))
    AND ($4::bigint[] IS NULL OR tenant_id = ANY ($4))
    AND ($5::date IS NULL OR (created_at AT TIME ZONE time_zone)::date >= $5)
    AND ($6::date IS NULL OR (created_at AT TIME ZONE time_zone)::date <= $6)
    AND ($7::date IS NULL OR period_begin >= $7) AND ($8::date IS NULL OR period_end <= $8)
    AND ($9::text IS NULL OR document_type = $9) AND ($10::text IS NULL OR billing_type = $10)
    AND ($11::text IS NULL OR status = $11)
    AND ($12::text IS NULL OR file_name ILIKE $12 OR owner_name ILIKE $12)`;

/** A filter, with what is searched for beside it. */
export type Wanted = DocumentFilter & { readonly search?: string | undefined };

const orNull = (ids: readonly number[] | null | undefined) => (ids?.length ? ids : null);

function filterParameters({ accountId, anyFeature }: Scope, filter: Wanted): unknown[] {
  return [
    ...[accountId, anyFeature, orNull(filter.propertyIds), orNull(filter.tenantIds)],
    ...[filter.creationDateFrom ?? null, filter.creationDateTo ?? null],
    ...[filter.periodBegin ?? null, filter.periodEnd ?? null, filter.documentType ?? null],
    ...[filter.billingType ?? null, filter.status ?? null],
    filter.search ? containing(filter.search) : null,
  ];
}

const claim = {
  id: 'bigint',
  creationDate: 'text',
  periodBegin: 'date',
  periodEnd: 'date',
  billingType: 'text',
  documentType: narrow('text', documentSchema.shape.documentType),
  propertyNo: 'bigint',
  worksNo: 'text',
  tenantNo: 'text | null',
  ownerName: 'text',
  status: narrow('text', documentSchema.shape.status),
  fileName: 'text | null',
  inactiveUser: 'boolean',
} as const;

/** The flat that it is about; it stays the flat's own, whoever lives there. */
const tenantNoOf = (table: string) =>
  `(SELECT tenant_no FROM tenant WHERE tenant.property_id = ${table}.property_id AND tenant.id = ${table}.tenant_id)`;

const sortColumns = (table: 'document' | 'page') =>
  ({
    creationDate: 'created_at',
    periodBegin: 'period_begin',
    periodEnd: 'period_end',
    billingType: 'billing_type',
    documentType: 'document_type',
    status: 'status',
    propertyNo: `${table}.property_id`,
    worksNo: 'works_no',
    tenantNo: tenantNoOf(table),
    ownerName: 'owner_name',
    fileName: 'file_name',
  }) as const satisfies Record<SortField<'document.list'>, string>;

// Whoever moved in later is not whom the document is about.
const documentPage = statement(
  claim,
  (
    order,
    sameOrder,
  ) => `SELECT page.id, ${isoInstant('created_at')} AS "creationDate", period_begin AS "periodBegin",
     period_end AS "periodEnd", billing_type AS "billingType", document_type AS "documentType",
     page.property_id AS "propertyNo", works_no AS "worksNo", tenant_no AS "tenantNo", owner_name AS "ownerName", status, file_name AS "fileName",
     inactive_user OR coalesce(moved_in > period_end, false) AS "inactiveUser"
   FROM (SELECT document.*, works_no FROM ${filtered}
     ${order} LIMIT $13 OFFSET $14) AS page
   LEFT JOIN tenant ON tenant.property_id = page.property_id AND tenant.id = tenant_id
   ${sameOrder}`,
);

/** A page of what the filter leaves, the newest first unless it is sorted otherwise. */
export function listDocuments(
  tx: Transaction,
  scope: Scope,
  filter: DocumentFilter,
  { page, size, sort, search }: OperationRequest<'document.list'>['query'],
): Promise<Document[]> {
  const parameters = filterParameters(scope, { ...filter, search });
  const by = (table: 'document' | 'page') =>
    orderBy(sort, sortColumns(table), `created_at DESC, ${table}.id DESC`);
  return tx.query(documentPage(by('document'), by('page')), [...parameters, size, page * size]);
}

const documentCount = statement(
  { documents: 'bigint', files: 'bigint', bytes: 'bigint' },
  `SELECT count(*) AS documents, count(stored_name) AS files,
     coalesce(sum(bytes), 0)::bigint AS bytes FROM ${filtered}`,
);

/** How many documents the filter leaves, how many of them have a file, and how large these are. */
export async function countDocuments(
  tx: Transaction,
  scope: Scope,
  filter: Wanted,
): Promise<{ documents: number; files: number; bytes: number }> {
  const [found] = await tx.query(documentCount, filterParameters(scope, filter));
  return found ?? { documents: 0, files: 0, bytes: 0 };
}

const typesOf = statement(
  { documentType: narrow('text', documentSchema.shape.documentType) },
  `SELECT DISTINCT document_type AS "documentType" FROM ${filtered} ORDER BY document_type`,
);

export async function listTypes(
  tx: Transaction,
  scope: Scope,
  filter: DocumentFilter,
): Promise<DocumentType[]> {
  const rows = await tx.query(typesOf, filterParameters(scope, filter));
  return rows.map(({ documentType }) => documentType);
}

const billingTypesOf = statement(
  { billingType: 'text' },
  `SELECT billing_type AS "billingType" FROM ${readable}
   GROUP BY billing_type ORDER BY max(created_at) DESC, billing_type`,
);

/** The billing types of all documents that may be read, whichever came last first. */
export async function listBillingTypes(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
): Promise<string[]> {
  const rows = await tx.query(billingTypesOf, [accountId, anyFeature]);
  return rows.map(({ billingType }) => billingType);
}

const periodsOf = statement(
  { worksId: 'bigint', product: 'text', periodBegin: 'date', periodEnd: 'date' },
  `SELECT document.property_id AS "worksId", billing_type AS product, period_begin AS "periodBegin",
     period_end AS "periodEnd"
   FROM ${readable} AND document.property_id = ANY ($3)
   GROUP BY document.property_id, billing_type, period_begin, period_end
   ORDER BY period_begin DESC, document.property_id, billing_type, period_end LIMIT 10000`,
);

/** The billing periods of the properties' documents that may be read, the newest first. */
export function listPeriods(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  propertyIds: readonly number[],
): Promise<OperationResponse<'document.periods'>> {
  return tx.query(periodsOf, [accountId, anyFeature, propertyIds]);
}

const choicesOf = statement(
  {
    billingTypes: 'text[]',
    newest: 'text | null',
    periods: narrow('jsonb', documentChoicesSchema.shape.periods),
    documentTypes: narrow('text[]', documentChoicesSchema.shape.documentTypes),
  },
  `WITH visible AS MATERIALIZED (${visibleProperties('$1', '$2')}), found AS MATERIALIZED (
     SELECT billing_type, period_begin, period_end, document_type, max(created_at) AS created_at
     FROM document WHERE ${isReadable}
       AND ($3::bigint[] IS NULL OR document.property_id = ANY ($3))
       AND ($4::bigint[] IS NULL OR tenant_id = ANY ($4))
     GROUP BY billing_type, period_begin, period_end, document_type
   )
   SELECT ARRAY(SELECT DISTINCT billing_type FROM found ORDER BY billing_type LIMIT 200)
       AS "billingTypes",
     (SELECT billing_type FROM found ORDER BY created_at DESC, billing_type LIMIT 1) AS newest,
     (SELECT coalesce(jsonb_agg(period), '[]') FROM (
        SELECT jsonb_build_object('periodBegin', period_begin, 'periodEnd', period_end) AS period
        FROM found GROUP BY period_begin, period_end
        ORDER BY period_begin DESC, period_end DESC LIMIT 500
      ) AS newest) AS periods,
     ARRAY(SELECT DISTINCT document_type FROM found
       WHERE ($5::text IS NULL OR billing_type = $5) AND ($6::date IS NULL OR period_begin >= $6)
         AND ($7::date IS NULL OR period_end <= $7)
       ORDER BY document_type) AS "documentTypes"`,
);

/** What a screen offers to narrow by, of all that may be read or of some properties or tenants. */
export async function findChoices(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  { propertyIds, tenantIds, billingType, periodBegin, periodEnd }: DocumentChoicesRequest,
): Promise<OperationResponse<'document.choices'>> {
  const [found] = await tx.query(choicesOf, [
    ...[accountId, anyFeature, orNull(propertyIds), orNull(tenantIds)],
    ...[billingType ?? null, periodBegin ?? null, periodEnd ?? null],
  ]);
  if (!found) return { billingTypes: [], periods: [], documentTypes: [] };
  const { newest, ...choices } = found;
  // What was billed last is what people look for.
  return { ...choices, ...(newest !== null && { default: newest }) };
}

const fileClaim = {
  id: 'bigint',
  propertyId: 'bigint',
  fileName: 'text',
  storedName: 'text',
  contentType: 'text',
  bytes: 'bigint',
  createdAt: 'timestamptz',
} as const;
export type DocumentFile = Readonly<RowOf<typeof fileClaim>>;

const fileColumns = `document.id, document.property_id AS "propertyId", file_name AS "fileName", stored_name AS "storedName",
  content_type AS "contentType", bytes, created_at AS "createdAt"`;

const readableDocument = statement(
  { id: 'bigint', hasFile: 'boolean' },
  `SELECT document.id, stored_name IS NOT NULL AS "hasFile" FROM ${readable} AND document.id = $3`,
);

/** Whether the document has its file; undefined when the account may not read it, or there is none. */
export async function findDocument(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  id: number,
): Promise<{ hasFile: boolean } | undefined> {
  const [found] = await tx.query(readableDocument, [accountId, anyFeature, id]);
  return found;
}

const filesById = statement(
  fileClaim,
  `SELECT ${fileColumns} FROM ${readable} AND document.id = ANY ($3) AND stored_name IS NOT NULL
   ORDER BY document.id`,
);

/** Rows are read in one go: of more, others would wait for them. */
const filesAtOnce = 1000;

/** Those of the documents that the account may read, with their files, by id. */
export async function listFilesOf(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  ids: readonly number[],
): Promise<DocumentFile[]> {
  const sorted = ids.toSorted((one, other) => one - other);
  const files: DocumentFile[] = [];
  for (let at = 0; at < sorted.length; at += filesAtOnce) {
    const some = sorted.slice(at, at + filesAtOnce);
    files.push(...(await tx.query(filesById, [accountId, anyFeature, some])));
  }
  return files;
}

const filesLeft = statement(
  { id: 'bigint' },
  `SELECT document.id FROM ${filtered} AND stored_name IS NOT NULL
   ORDER BY created_at, document.id LIMIT $13`,
);

/** Which documents with a file the filter leaves, the oldest first, so many at most. */
export async function listFiltered(
  tx: Transaction,
  scope: Scope,
  filter: Wanted,
  most: number,
): Promise<number[]> {
  const rows = await tx.query(filesLeft, [...filterParameters(scope, filter), most]);
  return rows.map(({ id }) => id);
}

const tenantPage = statement(
  { ...tenantClaim, total: 'bigint' },
  (narrowing) =>
    `SELECT ${tenantColumns}, count(*) OVER () AS total
     FROM tenant JOIN (${visibleProperties('$1', '$2')}) AS visible
       ON visible.property_id = tenant.property_id
     WHERE ($3::bigint[] IS NULL OR tenant.property_id = ANY ($3))
       AND ($4::bigint[] IS NULL OR tenant.id = ANY ($4)) ${narrowing}
     ORDER BY tenant_no, tenant.id LIMIT $5 OFFSET $6`,
);

/** The tenants of the scope's properties, or of some of them. */
export function listVisibleTenants(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  { properties, id, page, size, search }: OperationRequest<'document.tenants'>['query'],
) {
  const parameters: unknown[] = [accountId, anyFeature, orNull(properties), orNull(id)];
  parameters.push(size, page * size);
  return tx.query(tenantPage(matchesTenant({ search }, parameters)), parameters);
}

const visibleTenants = statement(
  { id: 'bigint' },
  `SELECT tenant.id FROM tenant JOIN (${visibleProperties('$1', '$2')}) AS visible
     ON visible.property_id = tenant.property_id WHERE tenant.id = ANY ($3)`,
);

/** The first of the tenants that isn't in a property of the scope. */
export async function findStrangeTenant(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  ids: readonly number[],
): Promise<number | undefined> {
  const rows = await tx.query(visibleTenants, [accountId, anyFeature, ids]);
  const visible = new Set(rows.map(({ id }) => id));
  return ids.find((id) => !visible.has(id));
}

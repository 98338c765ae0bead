import { and, eq } from 'drizzle-orm';
import type {
  OperationRequest,
  OperationResponse,
  SortField,
} from '../../../schemas/api/operations.ts';
import { managedDocumentSchema } from '../../../schemas/entities/managedDocument.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import { document } from '../../database/documentTables.ts';
import { isoInstant } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, statement } from '../../database/statement.ts';
import { property, tenant } from '../../database/tables.ts';
import { containing, orderBy } from '../paging.ts';

/** What support sees of the archive: its own market's, whoever may read it. */

type Listed = OperationResponse<'managedDocument.list'>['content'][number];
type ListedProperty = OperationResponse<'managedDocument.property'>;
type ListedTenant = OperationResponse<'managedDocument.tenants'>['content'][number];

const propertyClaim = {
  worksId: 'bigint',
  worksNo: 'text',
  name: 'text',
  address: 'text',
  city: 'text',
  zipCode: 'text',
  documents: 'bigint',
} as const;
const propertyColumns = `property.id AS "worksId", works_no AS "worksNo", name, address, city,
  zip_code AS "zipCode",
  (SELECT count(*) FROM document WHERE property_id = property.id) AS documents`;

const propertySort = {
  worksNo: 'works_no',
  name: 'name',
  city: 'city',
} as const satisfies Record<SortField<'managedDocument.properties'>, string>;

const propertyPage = statement(
  { ...propertyClaim, total: 'bigint' },
  (order) =>
    `SELECT ${propertyColumns}, count(*) OVER () AS total FROM property
     WHERE country = $1 AND (name ILIKE $2 OR address ILIKE $2 OR city ILIKE $2 OR works_no ILIKE $2)
     ${order} LIMIT $3 OFFSET $4`,
);

export function listMarketProperties(
  tx: Transaction,
  country: Country,
  { search, sort, size, page }: OperationRequest<'managedDocument.properties'>['query'],
): Promise<(ListedProperty & { total: number })[]> {
  const order = orderBy(sort, propertySort, 'name, property.id');
  return tx.query(propertyPage(order), [country, containing(search), size, page * size]);
}

const propertyById = statement(
  propertyClaim,
  `SELECT ${propertyColumns} FROM property WHERE country = $1 AND id = $2`,
);

export async function findMarketProperty(
  tx: Transaction,
  country: Country,
  id: number,
): Promise<ListedProperty | undefined> {
  const [row] = await tx.query(propertyById, [country, id]);
  return row;
}

const tenantPage = statement(
  { id: 'bigint', label: 'text', total: 'bigint' },
  `SELECT id, concat_ws(' · ', tenant_no, nullif(address, '')) AS label, count(*) OVER () AS total
   FROM tenant WHERE property_id = $1 ORDER BY tenant_no, id LIMIT $2 OFFSET $3`,
);

export function listTenantsOf(
  tx: Transaction,
  propertyId: number,
  { page, size }: OperationRequest<'managedDocument.tenants'>['query'],
): Promise<(ListedTenant & { total: number })[]> {
  return tx.query(tenantPage, [propertyId, size, page * size]);
}

/** Whether the tenant is one of the property's. */
export async function hasTenant(tx: Transaction, propertyId: number, id: number): Promise<boolean> {
  return (await tx.$count(tenant, and(eq(tenant.propertyId, propertyId), eq(tenant.id, id)))) > 0;
}

const { documentType, status } = managedDocumentSchema.shape;
const documentSort = {
  creationDate: 'document.created_at',
  documentType: 'document_type',
  periodBegin: 'period_begin',
  ownerName: 'owner_name',
  status: 'status',
  size: 'bytes',
} as const satisfies Record<SortField<'managedDocument.list'>, string>;

const documentPage = statement(
  {
    id: 'bigint',
    creationDate: 'text',
    documentType: narrow('text', documentType),
    billingType: 'text',
    periodBegin: 'date',
    periodEnd: 'date',
    tenantNo: 'text | null',
    ownerName: 'text',
    status: narrow('text', status),
    fileName: 'text | null',
    size: 'bigint | null',
    addedBy: 'text',
    total: 'bigint',
  },
  (order) =>
    `SELECT document.id, ${isoInstant('document.created_at')} AS "creationDate",
       document_type AS "documentType", billing_type AS "billingType",
       period_begin AS "periodBegin", period_end AS "periodEnd", tenant_no AS "tenantNo",
       owner_name AS "ownerName", status, file_name AS "fileName", bytes AS size,
       added_by AS "addedBy", count(*) OVER () AS total
     FROM document LEFT JOIN tenant
       ON tenant.property_id = document.property_id AND tenant.id = tenant_id
     WHERE document.property_id = $1
       AND (file_name ILIKE $2 OR owner_name ILIKE $2 OR tenant_no ILIKE $2)
     ${order} LIMIT $3 OFFSET $4`,
);

export function listDocumentsOf(
  tx: Transaction,
  propertyId: number,
  { search, sort, size, page }: OperationRequest<'managedDocument.list'>['query'],
): Promise<(Listed & { total: number })[]> {
  const order = orderBy(sort ?? '-creationDate', documentSort, 'document.id DESC');
  return tx.query(documentPage(order), [propertyId, containing(search), size, page * size]);
}

export type ManagedDocument = typeof document.$inferSelect;

const documentOf = (tx: Transaction, country: Country, id: number) =>
  tx
    .select({ document })
    .from(document)
    .innerJoin(property, eq(property.id, document.propertyId))
    .where(and(eq(document.id, id), eq(property.country, country)));

export async function findManagedDocument(
  tx: Transaction,
  country: Country,
  id: number,
): Promise<ManagedDocument | undefined> {
  const [row] = await documentOf(tx, country, id);
  return row?.document;
}

/** So that it isn't released and deleted at once. */
export async function lockManagedDocument(
  tx: Transaction,
  country: Country,
  id: number,
): Promise<ManagedDocument | undefined> {
  const [row] = await documentOf(tx, country, id).for('update', { of: document });
  return row?.document;
}

const one = ({ propertyId, id }: ManagedDocument) =>
  and(eq(document.propertyId, propertyId), eq(document.id, id));

export async function releaseDocument(tx: Transaction, found: ManagedDocument): Promise<void> {
  await tx.update(document).set({ status: 'final' }).where(one(found));
}

export async function deleteDocument(tx: Transaction, found: ManagedDocument): Promise<void> {
  await tx.delete(document).where(one(found));
}

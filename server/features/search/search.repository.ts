import type { OperationRequest } from '../../../schemas/api/operations.ts';
import { deviceCategorySchema } from '../../../schemas/entities/device.ts';
import { documentSchema } from '../../../schemas/entities/document.ts';
import { searchKindSchema } from '../../../schemas/entities/search.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, type RowOf, statement } from '../../database/statement.ts';
import type { Scope } from '../../session.ts';
import { isReadable } from '../document/document.repository.ts';
import { containing } from '../paging.ts';
import { visibleProperties } from '../property/visible.repository.ts';

const claim = {
  kind: narrow('text', searchKindSchema),
  id: 'bigint',
  title: 'text',
  worksId: 'bigint',
  worksNo: 'text',
  worksOldNumber: 'text | null',
  propertyName: 'text',
  address: 'text',
  city: 'text',
  tenantId: 'bigint | null',
  tenantNo: 'text | null',
  category: narrow('text', deviceCategorySchema.nullable()),
  documentType: narrow('text', documentSchema.shape.documentType.nullable()),
  billingType: 'text | null',
  periodBegin: 'date | null',
  periodEnd: 'date | null',
  /** How well it fits what was typed, 0 best. */
  likely: 'integer',
} as const;

export type FoundRow = Readonly<RowOf<typeof claim>>;

/**
 * `$1` is the account, `$2` the features of which a package has to have one, `$3` the patterns of the
 * words, `$4` all that was typed, `$5` how many of each kind, `$6` the property whose own come first.
 */
const asked = `asked AS MATERIALIZED (
    SELECT ARRAY(SELECT meterhouse_folded(word) FROM unnest($3::text[]) AS word) AS patterns,
      meterhouse_folded($4) AS typed
  )`;
/**
 * Properties whose number, new or old, is among the words, alone or before the flat's («PL/993/3 5»,
 * «PL/993/3/5»), and the other words.
 */
const named = `named AS MATERIALIZED (
    SELECT id AS property_id, array_remove(
        array_replace(words, word, ltrim(substr(word, length(number) + 1), '/')), '') AS others
    FROM property
      CROSS JOIN (SELECT regexp_split_to_array(trim(typed), '\\s+') AS words FROM asked) AS split
      CROSS JOIN unnest(words) AS word
      CROSS JOIN unnest(ARRAY[lower(works_no), lower(works_old_number)]) AS number
    WHERE (id IN (SELECT property_id FROM visible)) IS TRUE
      AND starts_with(word || '/', number || '/')
  )`;
const fits = (table: string) => `${table}.found_by LIKE ALL ((SELECT patterns FROM asked)::text[])`;

/** 0: begins with it, as its own number does; 1: has it as a word; 2: as the beginning of a word; 3: elsewhere. */
const likeliest = (table: string, alsoBegins = 'false') =>
  `CASE WHEN strpos(${table}.found_by || ' ', (SELECT typed FROM asked) || ' ') = 1 OR ${alsoBegins}
      THEN 0
    WHEN strpos(' ' || ${table}.found_by || ' ', ' ' || (SELECT typed FROM asked) || ' ') > 0 THEN 1
    WHEN strpos(' ' || ${table}.found_by, ' ' || (SELECT typed FROM asked)) > 0 THEN 2 ELSE 3 END`;
const ofAskedFirst = (table: string) => `${table}.property_id IS NOT DISTINCT FROM $6::bigint DESC`;
/** What of `named` is the flat's property, and that the other words are so. */
const isNamed = (others: string) =>
  `EXISTS (SELECT FROM named WHERE named.property_id = tenant.property_id AND ${others})`;
const isOfNamed = `tenant.property_id IN (SELECT property_id FROM named) AND ${isNamed(
  '(SELECT bool_and(strpos(tenant.found_by, other) > 0) FROM unnest(others) AS other)',
)}`;
const isSameNumber = `ltrim(tenant_no, '0') = ltrim($4, '0')
  OR ${isNamed("ltrim(array_to_string(others, ' '), '0') = ltrim(lower(tenant_no), '0')")}`;

const ofProperty = `property.id AS "worksId", works_no AS "worksNo",
  works_old_number AS "worksOldNumber", property.name AS "propertyName"`;
const noDocument = `NULL AS "documentType", NULL AS "billingType", NULL::date AS "periodBegin",
  NULL::date AS "periodEnd"`;
/** In the order in which they were found. */
const placed = (found: string) =>
  `(SELECT *, row_number() OVER () AS place FROM (${found} LIMIT $5) AS sorted) AS found`;

const properties = `SELECT 'PROPERTY' AS kind, property.id, property.name AS title, ${ofProperty},
    property.address, city, NULL::bigint AS "tenantId", NULL AS "tenantNo", NULL AS category,
    ${noDocument}, likely, place
  FROM ${placed(`SELECT id, ${likeliest('property')} AS likely FROM property
    WHERE (id IN (SELECT property_id FROM visible)) IS TRUE AND ${fits('property')}
    ORDER BY likely, name, id`)}
    JOIN property ON property.id = found.id`;

const tenants = `SELECT 'TENANT', tenant.id, tenant_name, ${ofProperty},
    tenant.address, city, tenant.id, tenant_no, NULL, ${noDocument}, likely, place
  FROM ${placed(`SELECT property_id, id, ${likeliest('tenant', isSameNumber)} AS likely FROM tenant
    WHERE (property_id IN (SELECT property_id FROM visible)) IS TRUE AND (${fits('tenant')} OR ${isOfNamed})
    ORDER BY ${ofAskedFirst('tenant')}, likely, tenant_name, id`)}
    JOIN tenant ON tenant.property_id = found.property_id AND tenant.id = found.id
    JOIN property ON property.id = found.property_id`;

const devices = `SELECT 'DEVICE', found.id, serial_number, ${ofProperty},
    coalesce(tenant.address, property.address), city, tenant.id, tenant_no, category,
    ${noDocument}, likely, place
  FROM ${placed(`SELECT property_id, id, tenant_id, serial_number, category,
      ${likeliest('device')} AS likely FROM device
    WHERE (property_id IN (SELECT property_id FROM visible)) IS TRUE AND ${fits('device')}
    ORDER BY ${ofAskedFirst('device')}, likely, serial_number, id`)}
    JOIN property ON property.id = found.property_id
    LEFT JOIN tenant ON tenant.property_id = found.property_id AND tenant.id = tenant_id`;

const metered = statement(
  { ...claim, place: 'bigint' },
  `WITH visible AS MATERIALIZED (${visibleProperties('$1', '$2')}), ${asked}, ${named}
   (${properties}) UNION ALL (${tenants}) UNION ALL (${devices}) ORDER BY kind, place`,
);

const documents = statement(
  { ...claim, place: 'bigint' },
  `WITH visible AS MATERIALIZED (${visibleProperties('$1', '$2')}), ${asked}
   SELECT 'DOCUMENT' AS kind, document.id, coalesce(file_name, owner_name) AS title, ${ofProperty},
     coalesce(tenant.address, property.address) AS address, city, tenant.id AS "tenantId",
     tenant_no AS "tenantNo", NULL AS category, document_type AS "documentType",
     billing_type AS "billingType", period_begin AS "periodBegin", period_end AS "periodEnd", likely, place
   FROM ${placed(`SELECT document.property_id, document.id, ${likeliest('document')} AS likely
     FROM document
     WHERE ${isReadable} AND ${fits('document')}
     ORDER BY ${ofAskedFirst('document')}, likely, created_at DESC, document.id DESC`)}
     JOIN document ON document.property_id = found.property_id AND document.id = found.id
     JOIN property ON property.id = found.property_id
     LEFT JOIN tenant ON tenant.property_id = found.property_id AND tenant.id = tenant_id
   ORDER BY place`,
);

type Asked = OperationRequest<'search.find'>['query'];

const parametersOf = ({ accountId, anyFeature }: Scope, { q, most, property }: Asked) => {
  const words = q.split(/\s+/).map(containing);
  return [accountId, anyFeature, words, q, most, property ?? null];
};

/** Properties, tenants and devices of the scope, at most `most` of each, the likeliest of each first. */
export function findMetered(tx: Transaction, scope: Scope, query: Asked): Promise<FoundRow[]> {
  return tx.query(metered, parametersOf(scope, query));
}

/** Documents of the scope, those that its account may read. */
export function findDocuments(tx: Transaction, scope: Scope, query: Asked): Promise<FoundRow[]> {
  return tx.query(documents, parametersOf(scope, query));
}

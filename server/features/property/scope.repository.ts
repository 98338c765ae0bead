import { and, eq } from 'drizzle-orm';
import type { Feature } from '../../../schemas/entities/access.ts';
import { type Country, countrySchema } from '../../../schemas/entities/market.ts';
import { propertySchema } from '../../../schemas/entities/property.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, statement } from '../../database/statement.ts';
import { tenant } from '../../database/tables.ts';
import { AppError } from '../../errors.ts';
import type { Scope } from '../../session.ts';
import { visibleProperties } from './visible.repository.ts';

/** A property as the account may see it. */
export interface VisibleProperty {
  readonly id: number;
  readonly country: Country;
  readonly timeZone: string;
  readonly features: Feature[];
  /** First local day whose data may be seen. */
  readonly accessSince: string | null;
}

const visibleProperty = statement(
  {
    id: 'bigint',
    country: narrow('text', countrySchema),
    timeZone: 'text',
    features: narrow('text[]', propertySchema.shape.features),
    accessSince: 'date | null',
  },
  `SELECT property.id, country, time_zone AS "timeZone", features, access_since AS "accessSince"
   FROM (${visibleProperties('$1', '$2')}) AS visible JOIN property ON property.id = property_id
   WHERE property_id = $3`,
);

/** Throws PROPERTY_NOT_FOUND, the same for one of somebody else as for none at all. */
export async function getVisibleProperty(
  tx: Transaction,
  scope: Scope,
  id: number,
): Promise<VisibleProperty> {
  const [found] = await tx.query(visibleProperty, [scope.accountId, scope.anyFeature, id]);
  if (!found) {
    throw new AppError('PROPERTY_NOT_FOUND', `There is no property ${id} that you have access to.`);
  }
  return found;
}

const visibleAmong = statement(
  { id: 'bigint' },
  `SELECT property_id AS id FROM (${visibleProperties('$1', '$2')}) AS visible
   WHERE property_id = ANY ($3)`,
);

/** Throws PROPERTY_NOT_FOUND for the first that isn't in the scope. */
export async function needVisible(
  tx: Transaction,
  scope: Scope,
  ids: readonly number[],
): Promise<void> {
  const rows = await tx.query(visibleAmong, [scope.accountId, scope.anyFeature, ids]);
  const visible = new Set(rows.map(({ id }) => id));
  const missing = ids.find((id) => !visible.has(id));
  if (missing === undefined) return;
  throw new AppError(
    'PROPERTY_NOT_FOUND',
    `There is no property ${missing} that you have access to.`,
  );
}

/** Throws TENANT_NOT_FOUND when the property has no such tenant. */
export async function checkTenant(
  tx: Transaction,
  propertyId: number,
  id: number | undefined,
): Promise<void> {
  if (id === undefined) return;
  const found = await tx
    .select({ id: tenant.id })
    .from(tenant)
    .where(and(eq(tenant.propertyId, propertyId), eq(tenant.id, id)));
  if (found.length === 0) {
    throw new AppError('TENANT_NOT_FOUND', `Property ${propertyId} has no tenant ${id}.`);
  }
}

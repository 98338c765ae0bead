import { and, eq } from 'drizzle-orm';
import type { Feature } from '../../../schemas/entities/access.ts';
import { type Country, countrySchema } from '../../../schemas/entities/market.ts';
import { propertySchema } from '../../../schemas/entities/property.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, preparedStatement, statement } from '../../database/statement.ts';
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

const visibleProperty = preparedStatement(
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
export async function requireVisible(
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

/**
 * What may be seen of a property's tenant: nothing from before they moved in, for others lived there.
 * Of no tenant, all that may be seen of the property. Throws TENANT_NOT_FOUND when it has no such one.
 */
export async function narrowToTenant(
  tx: Transaction,
  property: VisibleProperty,
  id: number | undefined,
): Promise<VisibleProperty> {
  if (id === undefined) return property;
  const [found] = await tx
    .select({ movedIn: tenant.movedIn })
    .from(tenant)
    .where(and(eq(tenant.propertyId, property.id), eq(tenant.id, id)));
  if (!found) {
    throw new AppError('TENANT_NOT_FOUND', `Property ${property.id} has no tenant ${id}.`);
  }
  return { ...property, accessSince: laterDay(property.accessSince, found.movedIn) };
}

/** Of two local days, of which either may be none. */
export function laterDay(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

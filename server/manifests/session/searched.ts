import type { AccessSubject } from '../../../schemas/accessRule.ts';
import type { OperationId } from '../../../schemas/api/operations.ts';
import { type SearchKind, searchKinds } from '../../../schemas/entities/search.ts';
import { canEnter, refuseOperation } from './access.ts';
import type { MarketManifests } from './manifestSet.ts';

/** Of each kind the list that shows it, whose rights and licence count, and the page that it opens. */
export const searched = {
  PROPERTY: { call: 'property.list', route: 'consumption-property' },
  TENANT: { call: 'tenant.list', route: 'consumption-tenant' },
  DEVICE: { call: 'resource.list', route: 'consumption-tenant' },
  DOCUMENT: { call: 'document.list', route: 'document-archive-available-documents' },
} as const satisfies Record<SearchKind, { call: OperationId; route: string }>;

/** The kinds that a subject finds by searching, those whose list and page they have, with its address. */
export function listSearchPaths(
  manifests: MarketManifests,
  subject: AccessSubject,
): Partial<Record<SearchKind, string>> {
  const found = searchKinds.flatMap((kind) => {
    const { call, route } = searched[kind];
    const path = manifests.routes.get(route)?.route.path;
    const isOpen =
      !refuseOperation(manifests, call, subject) && canEnter(manifests, route, subject);
    return isOpen && path !== undefined ? [[kind, path]] : [];
  });
  return Object.fromEntries(found);
}

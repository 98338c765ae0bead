import { type SearchKind, searchKinds } from '../../../schemas/entities/search.ts';
import type { Database, Transaction } from '../../database/open.ts';
import type { Handlers } from '../../http/handler.ts';
import type { ManifestService } from '../../manifests/serve/service.ts';
import { searched } from '../../manifests/session/searched.ts';
import type { Scope } from '../../session.ts';
import { type FoundRow, findDocuments, findMetered } from './search.repository.ts';

/** What is found together is asked for with the rights and the licence of one list. */
const searches = [
  { kinds: ['PROPERTY', 'TENANT', 'DEVICE'], find: findMetered },
  { kinds: ['DOCUMENT'], find: findDocuments },
] as const;

export function createSearchHandlers({
  database,
  manifests,
}: {
  readonly database: Database;
  readonly manifests: Pick<ManifestService, 'searchPaths' | 'licensingFeatures'>;
}): Handlers<'search.find'> {
  return {
    async 'search.find'({ query }, { session, scope: { accountId } }) {
      const paths = manifests.searchPaths(session.subject);
      const found: FoundRow[] = [];
      for (const { kinds, find } of searches) {
        if (!kinds.some((kind) => paths[kind])) continue;
        const anyFeature = manifests.licensingFeatures(searched[kinds[0]].call);
        const scope: Scope = { accountId, anyFeature };
        // One more says that there are more.
        const asked = { ...query, most: query.most + 1 };
        found.push(
          ...(await database.asAccount(scope, (tx: Transaction) => find(tx, scope, asked))),
        );
      }
      const groups = searchKinds.flatMap((kind) => {
        const rows = found.filter((row) => row.kind === kind);
        const hits = rows.slice(0, query.most).flatMap((row) => toHit(row, paths) ?? []);
        const [first] = rows;
        if (!first || hits.length === 0) return [];
        // A flat's number means more than a street's, and most where the flat's property is shown.
        const isHere = kind !== 'PROPERTY' && first.worksId === query.property;
        const rank = 2 * first.likely - Number(isHere);
        return [{ rank, group: { kind, hits, hasMore: rows.length > query.most } }];
      });
      const byRank = groups.toSorted((one, other) => one.rank - other.rank);
      return { groups: byRank.map(({ group }) => group) };
    },
  };
}

type Paths = Readonly<Partial<Record<SearchKind, string>>>;

/** Undefined when it has no page that the account may enter. */
function toHit({ tenantId, billingType, ...row }: FoundRow, paths: Paths) {
  const { id, kind, title, worksId, worksNo, worksOldNumber, propertyName, address, city } = row;
  const { tenantNo, category, documentType, periodBegin, periodEnd } = row;
  // A device of the building itself stands on the building's page.
  const shownAs = kind === 'DEVICE' && tenantId === null ? 'PROPERTY' : kind;
  const page = paths[kind] && paths[shownAs];
  if (page === undefined) return undefined;
  const { route } = searched[shownAs];
  const path = page.replaceAll('{property}', `${worksId}`).replaceAll('{tenant}', `${tenantId}`);
  const query: Readonly<Partial<Record<SearchKind, Readonly<Record<string, string | null>>>>> = {
    DEVICE: { 'devices.filter.serialNumber': title },
    DOCUMENT: {
      properties: `${worksId}`,
      billingType,
      documentType,
      periodBegin,
      periodEnd,
      search: title,
    },
  };
  const given = Object.entries(query[kind] ?? {}).flatMap(([name, value]) =>
    value === null ? [] : [[name, value]],
  );
  const narrowing = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
  return {
    id,
    route,
    path: `${path}${narrowing}`,
    title,
    worksId,
    worksNo,
    worksOldNumber,
    propertyName,
    address,
    city,
    tenantNo,
    category,
    documentType,
    periodBegin,
    periodEnd,
  };
}

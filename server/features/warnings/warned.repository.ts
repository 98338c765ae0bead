import type { OperationRequest, SortField } from '../../../schemas/api/operations.ts';
import { warnedPropertyFilters } from '../../../schemas/api/warnings.ts';
import { urgencySchema } from '../../../schemas/entities/warning.ts';
import { isoInstant } from '../../database/epoch.ts';
import { expectThousands } from '../../database/expectThousands.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, statement } from '../../database/statement.ts';
import type { Scope } from '../../session.ts';
import { isCounted } from '../../warnings/snoozed.ts';
import { pagedList } from '../pagedList.ts';
import { visibleProperties } from '../property/visible.repository.ts';
import { known, seen } from './known.repository.ts';

const warnedFilterColumns = {
  name: 'name',
  city: 'city',
  urgency: 'urgency',
} as const satisfies Record<keyof typeof warnedPropertyFilters, string>;

const warnedSortColumns = {
  name: 'name',
  city: 'city',
  worksNo: 'works_no',
  urgency: 'urgency',
  active: 'active',
  lastOccurrence: 'newest',
} as const satisfies Record<SortField<'warning.properties'>, string>;

const warnedPage = statement(
  {
    property: 'bigint',
    worksNo: 'text',
    name: 'text',
    address: 'text',
    city: 'text',
    urgency: narrow('smallint', urgencySchema.nullable()),
    active: 'bigint',
    recent: 'bigint',
    lastOccurrence: 'text | null',
    timeZone: 'text',
    total: 'bigint',
  },
  (narrowing, order) =>
    `${known()}, open AS (
       SELECT property_id, max(urgency) FILTER (WHERE ${isCounted('$3')}) AS urgency,
         count(*) FILTER (WHERE ${isCounted('$3')}) AS active,
         count(*) FILTER (WHERE state = 'RECENT') AS recent, max(last_occurrence) AS newest
       FROM ${seen()} AND state <> 'RESOLVED' GROUP BY property_id
     ), warned AS (
       SELECT own.id, works_no, name, address, city, time_zone, urgency, coalesce(active, 0) AS active,
         coalesce(recent, 0) AS recent, newest
       FROM (${visibleProperties('$1', '$2')}) AS mine JOIN property own ON own.id = mine.property_id
         LEFT JOIN open ON open.property_id = own.id
     ) SELECT id AS property, works_no AS "worksNo", name, address, city, urgency, active, recent,
       ${isoInstant('newest')} AS "lastOccurrence", time_zone AS "timeZone", count(*) OVER () AS total
     FROM warned WHERE true ${narrowing} ${order}`,
);

const list = pagedList(
  warnedPage,
  {
    kinds: warnedPropertyFilters,
    columns: warnedFilterColumns,
    searched: ['name', 'address', 'works_no'],
  },
  {
    columns: warnedSortColumns,
    otherwise: 'urgency DESC NULLS LAST, active DESC, name, id',
  },
);

export async function listWarned(
  tx: Transaction,
  { accountId, anyFeature }: Scope,
  now: Date,
  query: OperationRequest<'warning.properties'>['query'],
) {
  // Else all warnings are grouped once more for each property.
  await expectThousands(tx);
  return list(tx, [accountId, anyFeature, now], query);
}

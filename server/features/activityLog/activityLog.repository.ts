import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { maxListedEntries } from '../../../schemas/api/activityLog.ts';
import type {
  OperationRequest,
  OperationResponse,
  SortField,
} from '../../../schemas/api/operations.ts';
import {
  actionsByKind,
  activityEntrySchema,
  kindOfActivity,
} from '../../../schemas/entities/activity.ts';
import type { Country } from '../../../schemas/entities/market.ts';
import { isoInstant } from '../../database/epoch.ts';
import type { Transaction } from '../../database/open.ts';
import { narrow, type RowOf, statement } from '../../database/statement.ts';
import { account } from '../../database/tables.ts';
import { containing, orderBy } from '../paging.ts';
import { describeDetail } from './describeDetail.ts';

/** What support sees of the activity log: its own market's entries. */

type Entry = OperationResponse<'activityLog.list'>['content'][number];

/** Which entries: of a market, of some accounts, of a kind, of some of the market's days. */
export interface EntryFilter
  extends Pick<
    OperationRequest<'activityLog.file'>['query'],
    'actionType' | 'periodBegin' | 'periodEnd'
  > {
  readonly country: Country;
  readonly timeZone: string;
  /** Only what these accounts did, or what was done to them; undefined: all. */
  readonly accountIds?: readonly number[] | undefined;
}

const shown = {
  id: 'bigint',
  actionDate: 'text',
  actionName: narrow('text', activityEntrySchema.shape.actionName),
  affectedUser: 'text',
  actor: 'text',
  detail: narrow('jsonb', z.record(z.string(), z.unknown())),
} as const;
type Row = Readonly<RowOf<typeof shown>>;
const columns = `id, ${isoInstant('at')} AS "actionDate", type AS "actionName",
  affected AS "affectedUser", actor, detail`;

/** `$1` is the country; the rest of the conditions is what a filter asks for. */
function conditionsOf(filter: EntryFilter, parameters: unknown[]): string {
  const bind = (value: unknown) => `$${parameters.push(value)}`;
  const { accountIds, actionType, periodBegin, periodEnd, timeZone } = filter;
  const conditions: string[] = [];
  // Bare columns, so that each of these finds its index.
  if (accountIds) {
    const ids = bind(accountIds);
    conditions.push(`(affected_id = ANY (${ids}::bigint[]) OR actor_id = ANY (${ids}::bigint[]))`);
  }
  if (actionType) conditions.push(`type = ANY (${bind(actionsByKind[actionType])}::text[])`);
  const midnight = (day: string, more = '') =>
    `((${bind(day)}::date${more})::timestamp AT TIME ZONE ${bind(timeZone)})`;
  if (periodBegin) conditions.push(`at >= ${midnight(periodBegin)}`);
  if (periodEnd) conditions.push(`at < ${midnight(periodEnd, ' + 1')}`);
  return conditions.map((condition) => `AND ${condition}`).join(' ');
}

const sortColumns = {
  actionDate: 'at',
} as const satisfies Record<SortField<'activityLog.list'>, string>;

const entryPage = statement(
  shown,
  (conditions, order) =>
    `SELECT ${columns} FROM activity_log WHERE country = $1 ${conditions} ${order} LIMIT $2 OFFSET $3`,
);

const entryCount = statement(
  { total: 'bigint' },
  (conditions) =>
    `SELECT count(*) AS total FROM (
       SELECT FROM activity_log WHERE country = $1 ${conditions}
       -- In an index's order: a young market's entries all lie at the table's end.
       ORDER BY at DESC, id DESC LIMIT $2
     ) AS counted`,
);

/** A page of entries with how many there are, as far as lists go. */
export async function pageOfEntries(
  tx: Transaction,
  filter: EntryFilter,
  { page, size, sort = '-actionDate' }: OperationRequest<'activityLog.ofUser'>['query'],
) {
  const most = Math.min(size, maxListedEntries - page * size);
  const [counted] = await tx.query(...counting(filter));
  const total = counted?.total ?? 0;
  return { content: most > 0 ? await readPage() : [], page, size, total };

  async function readPage(): Promise<Entry[]> {
    const parameters: unknown[] = [filter.country, most, page * size];
    const conditions = conditionsOf(filter, parameters);
    const byId = sort.startsWith('-') ? 'id DESC' : 'id';
    const order = orderBy(sort, sortColumns, byId).replace('NULLS LAST', '');
    const rows = await tx.query(entryPage(conditions, order), parameters);
    return rows.map(toEntry);
  }
}

function counting(filter: EntryFilter) {
  const parameters: unknown[] = [filter.country, maxListedEntries];
  const conditions = conditionsOf(filter, parameters);
  return [entryCount(conditions), parameters] as const;
}

function toEntry({ detail, ...row }: Row): Entry {
  return {
    ...row,
    details: describeDetail(detail),
    actionType: kindOfActivity(row.actionName),
    username: row.affectedUser || row.actor || null,
  };
}

/** Of an export, read so many at a time. */
const sliceSize = 2000;

const entrySlice = statement(
  { ...shown, localTime: 'text', instant: 'text' },
  (conditions) =>
    `SELECT ${columns}, to_char(at AT TIME ZONE $2, 'YYYY-MM-DD HH24:MI:SS') AS "localTime",
       to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS instant
     FROM activity_log WHERE country = $1 AND (at, id) < ($3::timestamptz, $4) ${conditions}
     ORDER BY at DESC, id DESC LIMIT ${sliceSize}`,
);

/** Where an entry stands in the log. */
export interface Place {
  /** To the microsecond, as the log has it. */
  readonly instant: string;
  readonly id: number;
}
export const newest: Place = { instant: 'infinity', id: 0 };

/** The next entries before a place, the newest first; each with its time by the market's clock. */
export async function listEntriesBefore(
  tx: Transaction,
  filter: EntryFilter,
  { instant, id }: Place,
) {
  const parameters: unknown[] = [filter.country, filter.timeZone, instant, id];
  const conditions = conditionsOf(filter, parameters);
  const rows = await tx.query(entrySlice(conditions), parameters);
  return rows.map(({ detail, ...row }) => ({ ...row, details: describeDetail(detail) }));
}

const namedAccounts = statement({ id: 'bigint' }, 'SELECT id FROM account WHERE username ILIKE $1');

/** Accounts by a part of their user names, of any market: whoever did something here may be of another. */
export async function findAccountIds(tx: Transaction, search: string): Promise<number[]> {
  const rows = await tx.query(namedAccounts, [containing(search)]);
  return rows.map(({ id }) => id);
}

/** Undefined, too, for another market's. */
export async function findMarketAccount(tx: Transaction, country: Country, username: string) {
  const { id, username: known, name } = account;
  const [row] = await tx
    .select({ id, username: known, name })
    .from(account)
    .where(and(eq(account.country, country), sql`lower(${known}) = lower(${username})`));
  return row;
}

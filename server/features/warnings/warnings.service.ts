import { Temporal } from 'temporal-polyfill';
import type { OperationRequest, OperationResponse } from '../../../schemas/api/operations.ts';
import { maxWarningDays } from '../../../schemas/api/warnings.ts';
import type { Average, Graph } from '../../../schemas/entities/consumption.ts';
import type { Warning, WarningEventKind } from '../../../schemas/entities/warning.ts';
import { warningKinds } from '../../../schemas/kinds/warnings.ts';
import type { Database, Transaction } from '../../database/open.ts';
import { AppError, refuseValue } from '../../errors.ts';
import { localDayOf } from '../../metering/buckets.ts';
import { said } from '../../said.ts';
import type { Scope, Session } from '../../session.ts';
import { insertEvents, writeSeverities } from '../../warnings/store/warnings.repository.ts';
import { toPage } from '../paging.ts';
import { acknowledgeWarnings, resolveWarnings, snoozeWarnings } from './changes.repository.ts';
import { listWarningDays } from './days.repository.ts';
import { listSilent } from './silent.repository.ts';
import { listWarned } from './warned.repository.ts';
import { limitLine, readWarningGraph } from './warningGraph.ts';
import {
  countActive,
  countStatuses,
  countWarnings,
  findVisible,
  findWarning,
  listHistory,
  listWarnings,
  type WarningRow,
} from './warnings.repository.ts';

interface Key {
  readonly id: number;
  readonly propertyId: number;
}

function toWarning({ firstDay, lastDay, visibleSince: _, ...row }: WarningRow): Warning {
  const { alert, figure, limit } = row;
  const isCold = alert === 'TEMPERATURE' && figure !== null && limit !== null && figure < limit;
  return {
    ...row,
    unit: warningKinds[alert].unit,
    minTemperature: isCold ? figure : null,
    occurrenceDay: firstDay === lastDay ? lastDay : null,
  };
}

/** Warnings as accounts see them, and what people do with them. */
export function createWarningService({ database, now }: { database: Database; now: () => Date }) {
  async function need(tx: Transaction, scope: Scope, id: number): Promise<WarningRow> {
    const found = await findWarning(tx, scope, now(), id);
    if (found) return found;
    throw new AppError('NOT_FOUND', `There is no warning ${id} that you may see.`);
  }

  /**
   * Changes warnings, all or nothing: one that the account may not see refuses the others, too. Those
   * that are changed get the event in their history.
   */
  async function change(
    { user }: Session,
    scope: Scope,
    ids: readonly number[],
    given: {
      readonly work: (tx: Transaction, warnings: readonly Key[]) => Promise<Key[]>;
      readonly event: WarningEventKind;
      readonly detail: string;
    },
  ): Promise<{ changed: number }> {
    const wanted = [...new Set(ids)];
    const visible = await database.asAccount(scope, (tx) => findVisible(tx, scope, wanted));
    const known = new Set(visible.map(({ id }) => id));
    const missing = wanted.find((id) => !known.has(id));
    if (missing !== undefined) {
      throw new AppError('NOT_FOUND', `There is no warning ${missing} that you may see.`);
    }
    return database.transaction(async (tx) => {
      const changed = await given.work(tx, visible);
      const { event, detail } = given;
      const events = changed.map(({ propertyId, id }) => ({
        propertyId,
        warningId: id,
        event,
        detail,
        by: user.username,
      }));
      await insertEvents(tx, events, now());
      await writeSeverities(tx, [...new Set(changed.map(({ propertyId }) => propertyId))]);
      return { changed: changed.length };
    });
  }

  return {
    list: (scope: Scope, query: OperationRequest<'warning.list'>['query']) =>
      database.asAccount(scope, async (tx) => {
        const rows = await listWarnings(tx, scope, now(), query);
        const page = await toPage(rows, query, () => countWarnings(tx, scope, now(), query));
        return { ...page, content: page.content.map(toWarning) };
      }),
    statuses: (scope: Scope, query: OperationRequest<'warning.statuses'>['query']) =>
      database.asAccount(scope, async (tx) => ({
        content: await countStatuses(tx, scope, now(), query),
      })),
    count: (scope: Scope) => database.asAccount(scope, (tx) => countActive(tx, scope, now())),
    async days(
      scope: Scope,
      query: OperationRequest<'warning.days'>['query'],
      timeZone: string,
    ): Promise<OperationResponse<'warning.days'>> {
      const days = readDays(query, localDayOf(timeZone, now().getTime()));
      const { property } = query;
      return {
        content: await database.asAccount(scope, (tx) =>
          listWarningDays(tx, scope, { property, ...days }),
        ),
      };
    },
    silent: (scope: Scope, query: OperationRequest<'warning.silent'>['query']) =>
      database.asAccount(scope, async (tx) => {
        const list = (page: typeof query) => listSilent(tx, scope, now(), page);
        const count = async () => (await list({ ...query, page: 0, size: 1 }))[0]?.total ?? 0;
        return toPage(await list(query), query, count);
      }),
    properties: (scope: Scope, query: OperationRequest<'warning.properties'>['query']) =>
      database.asAccount(scope, (tx) => listWarned(tx, scope, now(), query)),
    get: (scope: Scope, id: number): Promise<Warning> =>
      database.asAccount(scope, async (tx) => toWarning(await need(tx, scope, id))),
    graph: (scope: Scope, id: number): Promise<Graph> =>
      database.asAccount(scope, async (tx) =>
        readWarningGraph(tx, await need(tx, scope, id), now()),
      ),
    limit: (scope: Scope, id: number): Promise<Average> =>
      database.asAccount(scope, async (tx) => limitLine(await need(tx, scope, id), now())),
    history: (
      scope: Scope,
      id: number,
      query: OperationRequest<'warning.history'>['query'],
    ): Promise<OperationResponse<'warning.history'>> =>
      database.asAccount(scope, async (tx) => {
        const warning = await need(tx, scope, id);
        const list = (page: typeof query) => listHistory(tx, warning, page);
        const count = async () => (await list({ page: 0, size: 1 }))[0]?.total ?? 0;
        return toPage(await list(query), query, count);
      }),
    acknowledge: (session: Session, scope: Scope, { warnings, note = '' }: Noted) =>
      change(session, scope, warnings, {
        work: (tx, own) =>
          acknowledgeWarnings(tx, own, { by: session.user.username, at: now(), note }),
        event: 'ACKNOWLEDGED',
        detail: note,
      }),
    resolve: (session: Session, scope: Scope, { warnings, note = '' }: Noted) =>
      change(session, scope, warnings, {
        work: (tx, own) => resolveWarnings(tx, own, { by: session.user.username, at: now(), note }),
        event: 'RESOLVED',
        detail: note,
      }),
    snooze(
      session: Session,
      scope: Scope,
      { warnings, until }: OperationRequest<'warning.snooze'>['body'],
      timeZone: string,
    ) {
      const today = localDayOf(timeZone, now().getTime());
      if (until < today) {
        throw refuseValue('body.until', said('field.dayFrom', { first: today, found: until }));
      }
      return change(session, scope, warnings, {
        work: (tx, own) => snoozeWarnings(tx, own, until),
        event: 'SNOOZED',
        detail: until,
      });
    },
  };
}

/** The asked days, else those of a month. Throws VALIDATION_FAILED for more than a calendar asks for. */
function readDays(
  { periodBegin, periodEnd }: OperationRequest<'warning.days'>['query'],
  today: string,
): { begin: string; end: string } {
  const begin = Temporal.PlainDate.from(periodBegin ?? periodEnd ?? today);
  const first = periodBegin === undefined ? begin.with({ day: 1 }) : begin;
  const end = periodEnd ?? first.with({ day: first.daysInMonth }).toString();
  const days = first.until(end).days + 1;
  if (days >= 1 && days <= maxWarningDays) return { begin: first.toString(), end };
  throw refuseValue(
    'query.periodEnd',
    said('field.daysFrom', { first: first.toString(), most: maxWarningDays, found: end }),
  );
}

interface Noted {
  readonly warnings: readonly number[];
  readonly note?: string | undefined;
}

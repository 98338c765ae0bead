import { z } from 'zod';
import { urgencies, type Warning } from '../../schemas/entities/warning.ts';
import { dayMs } from '../../schemas/time.ts';
import type { Database } from '../database/open.ts';
import { createWarningService } from '../features/warnings/warnings.service.ts';
import { localDayOf } from '../metering/buckets.ts';
import type { DefaultsOf } from '../warnings/defaults.ts';
import { evaluateDue } from '../warnings/evaluate.ts';
import { findDemoSession } from './accounts.ts';
import type { DemoMarket } from './demoMarkets.ts';

/** What the demo's administrators have done about their warnings by the time somebody looks. */

type HandledWarning = Pick<
  Warning,
  'id' | 'device' | 'alert' | 'urgency' | 'state' | 'snoozedUntil' | 'acknowledgedBy'
>;

const notesSchema = z.object({ acknowledged: z.string(), resolved: z.string() });
/** Of `locales/*\/demo.json`. */
export type HandlingNotes = z.infer<typeof notesSchema>;

/** What is written about warnings in a language. */
export function readNotes(words: Readonly<Record<string, unknown>>): HandlingNotes {
  return z.object({ notes: notesSchema }).parse(words['demo']).notes;
}

interface Handling {
  readonly snoozed: readonly number[];
  readonly acknowledged: readonly number[];
  readonly resolved: readonly number[];
}

/**
 * Of each type, critical or not: one of those that are over is resolved, of those that go on one is
 * snoozed and a third is acknowledged. Some always stay as the detector has left them.
 */
export function planHandling(warnings: readonly HandledWarning[]): Handling {
  const kinds = Map.groupBy(
    warnings,
    ({ alert, urgency }) => `${alert} ${urgency === urgencies.CRITICAL}`,
  );
  const planned = [...kinds.values()].map((list): Handling => {
    const active = list.filter(({ state }) => state === 'ACTIVE');
    const recent = list.filter(({ state }) => state === 'RECENT');
    // Readings from before a resolution raise nothing: what goes on at the device would be gone.
    const isQuiet = ({ alert, device }: HandledWarning) =>
      !warnings.some(
        (one) => one.state === 'ACTIVE' && one.alert === alert && one.device === device,
      );
    const isAny = (is: (one: HandledWarning) => boolean) => list.some(is);
    const first = (wanted: readonly HandledWarning[]) => wanted.slice(0, 1).map(({ id }) => id);
    return {
      snoozed: isAny(({ snoozedUntil }) => snoozedUntil !== null) ? [] : first(active.slice(1)),
      acknowledged: isAny(({ acknowledgedBy }) => acknowledgedBy !== null)
        ? []
        : first(active.slice(2)),
      resolved:
        recent.length < 2 || isAny(({ state }) => state === 'RESOLVED')
          ? []
          : first(recent.filter(isQuiet)),
    };
  });
  return {
    snoozed: planned.flatMap(({ snoozed }) => snoozed),
    acknowledged: planned.flatMap(({ acknowledged }) => acknowledged),
    resolved: planned.flatMap(({ resolved }) => resolved),
  };
}

/** A demo has about a hundred when it is looked at; whoever has more doesn't look at all. */
const maxLooked = 500;
const oldestFirst = { sort: 'firstOccurrence' } as const;
const snoozedMilliseconds = 10 * dayMs;

/** Has the readings that are there looked at, and the markets' administrators do something about it. */
export async function handleWarnings(
  database: Database,
  {
    markets,
    now,
    notesOf,
    defaultsOf,
  }: {
    readonly markets: readonly DemoMarket[];
    readonly now: () => Date;
    readonly notesOf?: ((market: DemoMarket) => HandlingNotes) | undefined;
    readonly defaultsOf?: DefaultsOf | undefined;
  },
): Promise<void> {
  await evaluateDue(database, now, { ...(defaultsOf && { defaultsOf }) });
  const service = createWarningService({ database, now });
  for (const market of markets) {
    const session = await findDemoSession(database, market, 'admin');
    if (!session) continue;
    const scope = { accountId: session.accountId, anyFeature: [] };
    const { content } = await service.list(scope, { ...oldestFirst, page: 0, size: maxLooked });
    const { snoozed, acknowledged, resolved } = planHandling(content);
    const notes = notesOf?.(market);
    const until = localDayOf(market.timeZone, now().getTime() + snoozedMilliseconds);
    const given = (ids: readonly number[], note = '') => ({ warnings: [...ids], note });
    if (snoozed.length > 0) {
      await service.snooze(session, scope, { warnings: [...snoozed], until }, market.timeZone);
    }
    if (acknowledged.length > 0) {
      await service.acknowledge(session, scope, given(acknowledged, notes?.acknowledged));
    }
    if (resolved.length > 0) {
      await service.resolve(session, scope, given(resolved, notes?.resolved));
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { MarketFile } from '../../schemas/manifest/files.ts';
import { compact } from '../database/maintenance.ts';
import type { Database, Transaction } from '../database/open.ts';
import { importDaiad } from '../imports/daiad.ts';
import type { DefaultsOf } from '../warnings/defaults.ts';
import { usernameIn } from './accounts.ts';
import { type ActivityDeps, doActivity, planActivity } from './activity.ts';
import { type DemoState, grantRealData, writeDemoState } from './demo.repository.ts';
import { createDemoDocuments, type DocumentOptions } from './documents/demoDocuments.ts';
import { putUpStaticFiles } from './documents/staticFiles.ts';
import { handleWarnings, readNotes } from './handling.ts';
import { carryOnProperty, loadProperty } from './loadReadings.ts';
import type { DemoSize, PlannedProperty } from './plan.ts';
import { listInLoadingOrder, planDemo } from './planDemo.ts';

export interface DemoOptions {
  /** What it is made up from, the default market first. */
  readonly markets: readonly MarketFile[];
  readonly log: (line: string) => void;
  readonly now: () => Date;
  /** Of all demo accounts; without it they wait for an external identity provider. */
  readonly password?: string;
  /** The zip of the real data set, loaded last; without it the demo is only made up. */
  readonly realData?: string;
  /** Readings in a transaction at least, while the portal is used. */
  readonly yieldingBatch?: number;
  /** The archive's; without it the demo has no documents. */
  readonly documents?: DocumentOptions;
  /** What counts for warnings of which nobody has set anything; left out: what the portal has. */
  readonly defaultsOf?: DefaultsOf;
  readonly size?: Partial<
    Pick<
      DemoSize,
      'properties' | 'months' | 'monthsBefore' | 'seed' | 'buildings' | 'balanced' | 'faults'
    >
  >;
}

export type FoundDemo = DemoState & { readonly markets: NonNullable<DemoState['markets']> };

/** Between two properties the people who already use the portal come first. */
const pauseMilliseconds = 20;

/** In the embedded database everybody waits for the batch in hand, so it takes well under a second. */
const realBatchSize = 10_000;
const usualYieldingBatch = 5_000;

/** The steps by which a demo is loaded, each done once whatever start does it. */
export function createLoader(
  database: Database,
  found: FoundDemo,
  { log, now, realData, documents: documentOptions, defaultsOf, ...options }: DemoOptions,
  isStopped: () => boolean,
) {
  const { markets, size } = found;
  const { plan, opening, looked: fullCount } = listInLoadingOrder(size, markets);
  const documents =
    documentOptions && createDemoDocuments({ ...documentOptions, database, plan, fullCount, size });
  const { yieldingBatch = usualYieldingBatch } = options;
  const sizeAt = (index: number): DemoSize => ({
    ...size,
    monthsBefore: index < fullCount ? size.monthsBefore : undefined,
  });
  let state = found;
  /** Does a part and writes down that it is done, both or neither. */
  async function save<Result>(
    change: Partial<FoundDemo>,
    work: (tx: Transaction) => Promise<Result>,
  ): Promise<Result> {
    const next = { ...state, ...change };
    const result = await database.transaction(async (tx) => {
      await writeDemoState(tx, next);
      return work(tx);
    });
    state = next;
    return result;
  }
  /** A transaction of its own, behind whatever waits for the database. */
  async function inTurns<Result>(step: (tx: Transaction) => Promise<Result>): Promise<Result> {
    const result = await database.transaction(step);
    await sleep(pauseMilliseconds);
    return result;
  }
  /** The files of documents of properties that have their readings. */
  async function fillDocuments(): Promise<void> {
    const { until, filled } = state.documents ?? { until: '', filled: plan.length };
    for (let index = filled; documents && index < state.loaded; index++) {
      await documents.fill(plan[index] as PlannedProperty, until, isStopped);
      if (isStopped()) return;
      await save({ documents: { until, filled: index + 1 } }, async () => undefined);
    }
  }
  async function putUpFiles(): Promise<void> {
    if (!size.faults || !documentOptions) return;
    for (const market of markets.slice(state.staticFiles ?? 0)) {
      await putUpStaticFiles(database, market, { ...documentOptions, now });
      await save({ staticFiles: markets.indexOf(market) + 1 }, async () => undefined);
    }
  }
  return {
    /** The rows of all documents, and the files of those whose readings are loaded. */
    async addDocuments(): Promise<void> {
      if (!documents || isStopped()) return;
      if (!state.documents) {
        const until = dayOf(now());
        const count = await documents.announce(until);
        await save({ documents: { until, filled: 0 } }, async () => undefined);
        log(`Demo: ${count} documents`);
      }
      await putUpFiles();
      await fillDocuments();
    },

    /** The first properties of every market. */
    loadOpening(): Promise<void> {
      return this.loadUpTo(opening);
    },

    /** Those that are looked at first. */
    loadLooked(): Promise<void> {
      return this.loadUpTo(fullCount, { yielding: true });
    },

    /** What has become of their warnings. */
    async handleWarnings(): Promise<void> {
      if (!size.faults || state.areWarningsHandled || isStopped()) return;
      const words = documentOptions?.words;
      await handleWarnings(database, {
        markets,
        now,
        defaultsOf,
        ...(words && { notesOf: ({ language }) => readNotes(words(language)) }),
      });
      await save({ areWarningsHandled: true }, async () => undefined);
    },

    /** Reports and packages of the months before the first load. */
    async doActivity(parts: ActivityDeps | undefined): Promise<void> {
      if (!size.faults || !documentOptions || !parts) return;
      const { until } = size;
      const { own } = planDemo(size, markets).buildings;
      const planned = planActivity({ markets, own, until, documents: documentOptions });
      await doActivity(database, parts, {
        planned,
        until,
        isStopped,
        from: state.activity ?? 0,
        done: (activity) => save({ activity }, async () => undefined),
      });
    },

    /**
     * Readings of the properties up to a position. `yielding` is for when the portal is used: a
     * property is many transactions then, and begun anew after a start that was interrupted.
     */
    async loadUpTo(position: number, { yielding = false } = {}): Promise<void> {
      const end = Math.min(position, plan.length);
      const started = performance.now();
      let count = 0;
      for (let index = state.loaded; index < end && !isStopped(); index++) {
        const loaded = index + 1;
        const property = plan[index] as PlannedProperty;
        const given = { size: sizeAt(index), now: now().getTime(), part: 'SINCE' } as const;
        if (yielding) {
          count += await loadProperty(inTurns, property, { ...given, batchSize: yieldingBatch });
          await save({ loaded }, async () => undefined);
        } else {
          count += await save({ loaded }, (tx) =>
            loadProperty((step) => step(tx), property, given),
          );
        }
        await fillDocuments();
        await sleep(pauseMilliseconds);
        if (loaded % 20 !== 0 && loaded !== end) continue;
        const rate = Math.round(count / ((performance.now() - started) / 1000));
        log(`Demo: readings of ${loaded} of ${plan.length} properties (${rate} readings/s)`);
      }
    },

    /** The months before, of what people look at first: they come last, for nobody waits for them. */
    async loadEarlier(): Promise<void> {
      if (!size.monthsBefore) return;
      let count = 0;
      for (let index = state.earlier ?? 0; index < fullCount; index++) {
        if (isStopped()) return;
        const given = { size: sizeAt(index), now: now().getTime(), batchSize: yieldingBatch };
        const property = plan[index] as PlannedProperty;
        count += await loadProperty(inTurns, property, { ...given, part: 'BEFORE' });
        await save({ earlier: index + 1 }, async () => undefined);
      }
      if (count > 0)
        log(`Demo: ${count} readings of the months before, of ${fullCount} properties`);
    },

    /** Last of all, so that the demo takes no more of the disk than it has to. */
    async compact(): Promise<void> {
      if (state.isCompact || isStopped()) return;
      for (const table of ['rollup', 'reading_pack']) await compact(database, table, isStopped);
      if (isStopped()) return;
      await save({ isCompact: true }, async () => undefined);
      log('Demo: loaded');
    },

    /** What was read since an earlier day's load; done again it finds all there. */
    async carryOn(): Promise<void> {
      const today = dayOf(now());
      const since = state.carriedTo ?? state.size.until;
      if (isStopped() || since >= today) return;
      let count = 0;
      for (const [index, property] of plan.entries()) {
        if (isStopped()) return;
        count += await database.transaction((tx) =>
          carryOnProperty(tx, property, sizeAt(index), since, now().getTime()),
        );
        await sleep(pauseMilliseconds);
      }
      await save({ carriedTo: today }, async () => undefined);
      log(`Demo: ${count} readings since ${since} added`);
    },

    /** Real readings beside the invented ones, seen by their owner once they are whole. */
    async addRealData(): Promise<void> {
      const [market] = markets;
      if (!realData || !market || state.hasRealData || isStopped()) return;
      const { country } = market;
      const username = usernameIn(market, 'daiad');
      const result = await importDaiad(database, {
        file: realData,
        country,
        batchSize: realBatchSize,
        isStopped,
      });
      if (isStopped()) return;
      await save({ hasRealData: true }, (tx) =>
        grantRealData(tx, { country, username }, result.propertyId),
      );
      log(`Demo: ${result.lines} real readings of the DAIAD trial, for ${username}`);
    },
  };
}

/** In UTC, YYYY-MM-DD. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

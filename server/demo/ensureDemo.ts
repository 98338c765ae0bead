import { setTimeout as sleep } from 'node:timers/promises';
import { urgencies } from '../../schemas/entities/warning.ts';
import type { MarketFile } from '../../schemas/manifest/files.ts';
import type { Database, Transaction } from '../database/open.ts';
import { importDaiad } from '../imports/daiad.ts';
import { writeLimits } from '../warnings/store/limits.repository.ts';
import { usernameIn, writeDemoAccounts } from './accounts.ts';
import {
  type DemoState,
  findDemoState,
  grantRealData,
  isEmpty,
  writeDemoState,
  writeProperties,
  writeTemperatures,
} from './demo.repository.ts';
import { listDemoMarkets } from './demoMarkets.ts';
import { createDemoDocuments, type DocumentOptions } from './documents/demoDocuments.ts';
import { writeFacts } from './facts.ts';
import { carryOnProperty, loadProperty } from './loadReadings.ts';
import type { DemoSize, PlannedProperty } from './plan.ts';
import { listInLoadingOrder, planDemo } from './planDemo.ts';
import { planTemperatures } from './temperatures.ts';

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
  readonly size?: Partial<
    Pick<DemoSize, 'properties' | 'months' | 'monthsBefore' | 'seed' | 'buildings' | 'balanced'>
  >;
}

type FoundDemo = DemoState & { readonly markets: NonNullable<DemoState['markets']> };

/** What goes on after the portal listens. */
export interface RunningDemo {
  continueInBackground(): void;
  /** Ends after the property in hand; a later start goes on from there. */
  stop(): Promise<void>;
  /** Resolves when all is loaded or `stop` was called. */
  readonly done: Promise<void>;
}

/** Between two properties the people who already use the portal come first. */
const pauseMilliseconds = 20;

/** In the embedded database everybody waits for the batch in hand, so it takes well under a second. */
const realBatchSize = 10_000;
const usualYieldingBatch = 5_000;

/**
 * Loads the demo into an empty database: master data, accounts and the first properties at once, in
 * the background the others, then the real data set and the months before of what people look at
 * first. What a killed start has left undone, half a property too, the next start does. A later day's
 * start adds the readings since. A database with data of its own is left alone.
 */
export async function ensureDemo(database: Database, options: DemoOptions): Promise<RunningDemo> {
  const found = await database.transaction(async (tx): Promise<FoundDemo | undefined> => {
    const known = await findDemoState(tx);
    const markets = listDemoMarkets(options.markets);
    if (known) return { ...known, markets: known.markets ?? markets };
    if (!(await isEmpty(tx))) return undefined;
    const until = dayOf(options.now());
    const usual = {
      ...{ properties: 120, months: 14, seed: 7 },
      ...{ buildings: true, balanced: true, opensQuickly: true },
    };
    // Who asks for so many months means them.
    const monthsBefore = options.size?.months === undefined ? 12 : 0;
    const size = { ...usual, monthsBefore, ...options.size, until };
    const { plan, buildings } = planDemo(size, markets);
    const beside = [...buildings.own, ...buildings.others];
    options.log(`Demo: ${plan.length + beside.length} properties and their administrators`);
    await writeProperties(tx, [...plan, ...beside]);
    await writeFacts(tx, plan, size);
    await writeFacts(tx, beside, size);
    const ids = [...plan, ...beside].map(({ id }) => id);
    await writeLimits(tx, ids, { ...highConsumption, changedAt: options.now() });
    await writeDemoAccounts(tx, { markets, plan, buildings, password: options.password });
    const fresh = { size, markets, loaded: 0 };
    await writeDemoState(tx, fresh);
    return fresh;
  });
  if (found) await writeWeather(database, found, options);
  let isStopped = false;
  let finish: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const loader = found && createLoader(database, found, options, () => isStopped);
  // Before the portal listens, so that every market has something to show.
  await loader?.loadOpening();

  let running: Promise<void> = Promise.resolve();
  return {
    done,
    continueInBackground() {
      const work = async () => {
        await loader?.addDocuments();
        await loader?.loadUpTo(Number.POSITIVE_INFINITY, { yielding: true });
        await loader?.carryOn();
        await loader?.addRealData();
        await loader?.loadEarlier();
      };
      running = work()
        .catch((error: unknown) => {
          options.log(`Demo: loading stopped, the next start goes on. ${(error as Error).message}`);
        })
        .finally(finish);
    },
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

/** Most meters of the demo are read by the day, which tells of much consumption alone. */
const highConsumption = {
  alert: 'HIGH_WATER_CONSUMPTION',
  isOn: true,
  urgency: urgencies.WARNING,
  changedBy: 'demo',
  limits: { litresPerDay: 300, timesUsual: 2, days: 1 },
} as const;

/** The weather of the demo's cities up to today, for degree days. */
async function writeWeather(
  database: Database,
  { size, markets }: FoundDemo,
  { now }: DemoOptions,
) {
  const first = new Date(`${size.until}T00:00:00Z`);
  // A year more, for comparisons.
  first.setUTCMonth(first.getUTCMonth() - size.months - (size.monthsBefore ?? 0) - 12);
  const from = first.toISOString().slice(0, 10);
  const temperatures = planTemperatures(listInLoadingOrder(size, markets).plan, from, dayOf(now()));
  await database.transaction((tx) => writeTemperatures(tx, temperatures));
}

function createLoader(
  database: Database,
  found: FoundDemo,
  { log, now, realData, documents: documentOptions, ...options }: DemoOptions,
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
      await fillDocuments();
    },

    /** The first properties of every market. */
    loadOpening(): Promise<void> {
      return this.loadUpTo(opening);
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
        ...{ file: realData, country },
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

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

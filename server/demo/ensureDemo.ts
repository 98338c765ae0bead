import type { Database } from '../database/open.ts';
import { writeDemoAccounts } from './accounts.ts';
import type { ActivityDeps } from './activity.ts';
import {
  findDemoState,
  isEmpty,
  writeDemoState,
  writeProperties,
  writeTemperatures,
} from './demo.repository.ts';
import { listDemoMarkets } from './demoMarkets.ts';
import { writeFacts } from './facts.ts';
import { createLoader, type DemoOptions, dayOf, type FoundDemo } from './loader.ts';
import { listInLoadingOrder, planDemo } from './planDemo.ts';
import { writeSupply } from './supply.ts';
import { planTemperatures } from './temperatures.ts';
import { writeWarningSettings } from './warningSettings.ts';

/** What goes on after the portal listens. */
export interface RunningDemo {
  /** `activity` is what reports and packages are asked for with; without it there are none. */
  continueInBackground(activity?: ActivityDeps): void;
  /** Ends after the property in hand; a later start goes on from there. */
  stop(): Promise<void>;
  /** Resolves when all is loaded or `stop` was called. */
  readonly done: Promise<void>;
}

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
      properties: 120,
      months: 14,
      seed: 7,
      buildings: true,
      balanced: true,
      opensQuickly: true,
      faults: true,
    };
    // Who asks for so many months means them.
    const monthsBefore = options.size?.months === undefined ? 12 : 0;
    const size = { ...usual, monthsBefore, ...options.size, until };
    const planned = planDemo(size, markets);
    const { plan, buildings } = planned;
    const beside = [...buildings.own, ...buildings.others];
    options.log(`Demo: ${plan.length + beside.length} properties and their administrators`);
    await writeProperties(tx, [...plan, ...beside]);
    await writeFacts(tx, plan, size);
    await writeFacts(tx, beside, size);
    await writeSupply(tx, [...plan, ...beside], size);
    await writeWarningSettings(tx, planned, {
      hasFaults: size.faults === true,
      now: options.now(),
    });
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
    continueInBackground(activity) {
      const work = async () => {
        await loader?.addDocuments();
        await loader?.loadLooked();
        await loader?.handleWarnings();
        await loader?.loadUpTo(Number.POSITIVE_INFINITY, { yielding: true });
        await loader?.carryOn();
        await loader?.doActivity(activity);
        await loader?.addRealData();
        await loader?.loadEarlier();
        await loader?.compact();
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

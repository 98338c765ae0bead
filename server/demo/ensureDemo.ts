import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Transaction } from '../database/open.ts';
import { importDaiad } from '../imports/daiad.ts';
import { type IncomingReading, ingestReadings } from '../metering/store/ingest.ts';
import { writeDemoAccounts } from './accounts.ts';
import {
  type DemoState,
  findDemoState,
  findDeviceIds,
  grantRealData,
  isEmpty,
  type NewInstallation,
  writeDemoState,
  writeInstallations,
  writeProperties,
} from './demo.repository.ts';
import { type DemoSize, type PlannedProperty, planProperties } from './plan.ts';
import { createHistory } from './readings.ts';

interface DemoOptions {
  readonly log: (line: string) => void;
  readonly now: () => Date;
  /** Of all demo accounts; without it they wait for an external identity provider. */
  readonly password?: string;
  /** The zip of the real data set, loaded last; without it the demo is only made up. */
  readonly realData?: string;
  readonly size?: Partial<Pick<DemoSize, 'properties' | 'months' | 'seed'>>;
}

/** What goes on after the portal listens. */
export interface RunningDemo {
  continueInBackground(): void;
  /** Ends after the property in hand; a later start goes on from there. */
  stop(): Promise<void>;
  /** Resolves when all is loaded or `stop` was called. */
  readonly done: Promise<void>;
}

/** So many properties have their readings before the portal listens; the first five show all markets. */
const loadedFirst = 5;

/** Readings handed to one ingest, at least: whole devices, so that none is computed twice. */
const batchSize = 25_000;

/** Between two properties the people who already use the portal come first. */
const pauseMilliseconds = 20;

/**
 * Loads the demo into an empty database: master data, accounts and the first properties at once, the
 * others in the background. Each property is one transaction, so a killed start leaves no half of
 * one, and the next start goes on. A database with data of its own is left alone.
 */
export async function ensureDemo(
  database: Database,
  { log, now, password, realData, size = {} }: DemoOptions,
): Promise<RunningDemo> {
  const state = await database.transaction(async (tx): Promise<DemoState | undefined> => {
    const found = await findDemoState(tx);
    if (found || !(await isEmpty(tx))) return found;
    const until = now().toISOString().slice(0, 10);
    const chosen = { properties: 120, months: 14, seed: 7, ...size, until };
    const plan = planProperties(chosen);
    log(`Demo: ${plan.length} properties and their administrators`);
    await writeProperties(tx, plan);
    await writeDemoAccounts(tx, plan, password);
    const fresh = { size: chosen, loaded: 0 };
    await writeDemoState(tx, fresh);
    return fresh;
  });
  const total = state?.size.properties ?? 0;
  const loaded = state?.loaded ?? 0;
  const plan = state && loaded < total ? planProperties(state.size) : [];
  const loadUpTo = (end: number, from: number, isStopped: () => boolean) =>
    loadReadings(database, { state: state as DemoState, plan, from, end, now, log, isStopped });

  const first = Math.min(loadedFirst, total);
  if (loaded < first) await loadUpTo(first, loaded, () => false);
  let isStopped = false;
  let finish: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let running: Promise<void> = Promise.resolve();
  return {
    done,
    continueInBackground() {
      if (!state || (plan.length === 0 && (state.hasRealData || !realData))) return finish();
      running = loadUpTo(total, Math.max(loaded, first), () => isStopped)
        .then(async () => {
          const isOver = () => isStopped;
          if (realData)
            await loadRealData(database, { state, file: realData, log, isStopped: isOver });
        })
        .catch((error: unknown) => log(`Demo: loading stopped. ${(error as Error).message}`))
        .finally(finish);
    },
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

/** Real readings beside the invented ones: an owner and a property of their own. */
async function loadRealData(
  database: Database,
  parts: { state: DemoState; file: string; log: (line: string) => void; isStopped: () => boolean },
): Promise<void> {
  if (parts.state.hasRealData || parts.isStopped()) return;
  const { file, isStopped } = parts;
  const result = await importDaiad(database, { file, isStopped });
  if (isStopped()) return;
  await database.transaction(async (tx) => {
    await grantRealData(tx, result.propertyId);
    const { size } = parts.state;
    await writeDemoState(tx, { size, loaded: size.properties, hasRealData: true });
  });
  parts.log(`Demo: ${result.lines} real readings of the DAIAD trial, for daiad.pl`);
}

async function loadReadings(
  database: Database,
  parts: {
    state: DemoState;
    plan: readonly PlannedProperty[];
    from: number;
    end: number;
    now: () => Date;
    log: (line: string) => void;
    isStopped: () => boolean;
  },
): Promise<void> {
  const { state, plan, from, end, now, log } = parts;
  const started = performance.now();
  let count = 0;
  for (let index = from; index < end && !parts.isStopped(); index++) {
    const property = plan[index] as PlannedProperty;
    count += await database.transaction(async (tx) => {
      const stored = await loadProperty(tx, property, state.size, now().getTime());
      await writeDemoState(tx, { ...state, loaded: index + 1 });
      return stored;
    });
    await sleep(pauseMilliseconds);
    const isStep = (index + 1) % 20 === 0 || index + 1 === end;
    if (!isStep) continue;
    const rate = Math.round(count / ((performance.now() - started) / 1000));
    log(`Demo: readings of ${index + 1} of ${plan.length} properties (${rate} readings/s)`);
  }
}

/** One property's readings and registers; returns how many readings were stored. */
export async function loadProperty(
  tx: Transaction,
  property: PlannedProperty,
  size: DemoSize,
  now: number,
): Promise<number> {
  const ids = await findDeviceIds(tx, property.id);
  const batches: IncomingReading[][] = [[]];
  const installations: NewInstallation[] = [];
  for (const device of [
    ...property.mainMeters,
    ...property.tenants.flatMap(({ devices }) => devices),
  ]) {
    const deviceId = ids.get(device.serialNumber);
    if (deviceId === undefined) continue;
    const history = createHistory(device, property.market.timeZone, size, now);
    if ((batches.at(-1) as IncomingReading[]).length > batchSize) batches.push([]);
    const batch = batches.at(-1) as IncomingReading[];
    for (const reading of history.readings) {
      batch.push({ propertyId: property.id, deviceId, ...reading });
    }
    for (const one of history.installations) installations.push({ deviceId, ...one });
  }
  await writeInstallations(tx, property.id, installations);
  let stored = 0;
  for (const batch of batches) stored += (await ingestReadings(tx, batch)).stored;
  return stored;
}

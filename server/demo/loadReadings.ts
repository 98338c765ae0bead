import { setImmediate as breathe } from 'node:timers/promises';
import type { Transaction } from '../database/open.ts';
import { startOfLocalDay } from '../metering/buckets.ts';
import { type IncomingReading, ingestReadings } from '../metering/store/ingest.ts';
import { findDeviceIds, type NewInstallation, writeInstallations } from './demo.repository.ts';
import type { DemoSize, PlannedProperty } from './plan.ts';
import { createHistory, type DeviceHistory, firstDayOf } from './readings.ts';

/** Readings handed to one ingest, at least: whole devices, so that none is computed twice. */
const usualBatch = 25_000;

interface Serialised {
  readonly serialNumber: string;
  readonly history: DeviceHistory;
}

interface Load {
  readonly size: DemoSize;
  readonly now: number;
  readonly batchSize?: number;
  /** Only what was read before the months that every property has, or only since. */
  readonly part: 'BEFORE' | 'SINCE';
}

/**
 * One property's registers up to `now`, and a part of their readings, each step and `batchSize` of
 * readings by a call of `run`; answers how many readings were stored. Done again it finds all there.
 */
export async function loadProperty(
  run: <Result>(step: (tx: Transaction) => Promise<Result>) => Promise<Result>,
  property: PlannedProperty,
  { size, now, batchSize = usualBatch, part }: Load,
): Promise<number> {
  const begin = startOfLocalDay(property.market.timeZone, firstDayOf(size));
  const ids = await run((tx) => findDeviceIds(tx, [property.id]));
  const histories: Serialised[] = [];
  const installations: NewInstallation[] = [];
  for await (const one of historiesOf(property, size, now)) {
    histories.push(only(one, ({ at }) => at >= begin === (part === 'SINCE')));
    const deviceId = ids.get(one.serialNumber);
    if (deviceId === undefined) continue;
    for (const installed of one.history.installations) {
      installations.push({ deviceId, ...installed });
    }
  }
  await run((tx) => writeInstallations(tx, property.id, installations));
  let stored = 0;
  for (const batch of batchesOf(property.id, ids, histories, batchSize)) {
    stored += (await run((tx) => ingestReadings(tx, batch))).stored;
  }
  return stored;
}

/** Readings since the begin of a day, which may be there already; answers how many were new. */
export async function carryOnProperty(
  tx: Transaction,
  property: PlannedProperty,
  size: DemoSize,
  since: string,
  now: number,
): Promise<number> {
  const ids = await findDeviceIds(tx, [property.id]);
  const begin = startOfLocalDay(property.market.timeZone, since);
  const histories: Serialised[] = [];
  for await (const one of historiesOf(property, size, now)) {
    histories.push(only(one, ({ at }) => at >= begin));
  }
  let stored = 0;
  for (const batch of batchesOf(property.id, ids, histories, usualBatch)) {
    stored += (await ingestReadings(tx, batch)).stored;
  }
  return stored;
}

function only(
  { serialNumber, history }: Serialised,
  isMeant: (reading: DeviceHistory['readings'][number]) => boolean,
): Serialised {
  return { serialNumber, history: { ...history, readings: history.readings.filter(isMeant) } };
}

/** Lets requests in between two devices: a year of hours takes a while to think up. */
async function* historiesOf(
  { mainMeters, tenants, market }: PlannedProperty,
  size: DemoSize,
  now: number,
): AsyncGenerator<Serialised> {
  for (const device of [...mainMeters, ...tenants.flatMap(({ devices }) => devices)]) {
    yield {
      serialNumber: device.serialNumber,
      history: createHistory(device, market.timeZone, size, now),
    };
    await breathe();
  }
}

function* batchesOf(
  propertyId: number,
  ids: ReadonlyMap<string, number>,
  histories: readonly Serialised[],
  batchSize: number,
): Generator<IncomingReading[]> {
  let batch: IncomingReading[] = [];
  for (const { serialNumber, history } of histories) {
    const deviceId = ids.get(serialNumber);
    if (deviceId === undefined) continue;
    for (const reading of history.readings) batch.push({ propertyId, deviceId, ...reading });
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

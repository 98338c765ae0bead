import { type IncomingReading, ingestReadings } from '../server/metering/store/ingest.ts';
import { keptCost, measureCost, measureFile } from './ingestFile.ts';
import type { Options } from './options.ts';
import { createRawTable, insertRaw } from './rawReadings.ts';
import {
  createDevices,
  daysOfReadings,
  print,
  readingsOf,
  round,
  summarize,
  time,
  withStore,
} from './store.ts';

/**
 * Readings stored with all rollups, against the same rows inserted raw into a table of the same
 * shape (key and monthly partitions) in the same engine: a whole file of hours, then days batch by
 * batch in turn.
 */
export async function run({ size }: Options): Promise<void> {
  await measureFile(size);
  if (size === 'full')
    print({ benchmark: 'ingest-cost', cost: await measureCost(), kept: keptCost });
  const devices = { full: 1000, small: 200, tiny: 60 }[size];
  await withStore(async (database) => {
    await createDevices(database, devices);
    await createRawTable(database);
    const raw: number[] = [];
    const ingest: number[] = [];
    let rows = 0;
    const devicesInBatch = 60;
    for (let first = 1; first <= devices; first += devicesInBatch) {
      const batch: IncomingReading[] = [];
      for (let id = first; id < Math.min(first + devicesInBatch, devices + 1); id++) {
        batch.push(...readingsOf(id, daysOfReadings));
      }
      const each = 1000 / batch.length;
      raw.push(each * (await time(() => insertRaw(database, batch))));
      ingest.push(
        each * (await time(() => database.transaction((tx) => ingestReadings(tx, batch)))),
      );
      rows += batch.length;
    }
    // Of a thousand rows, in the median batch: others use the machine too.
    const [rawMs, ingestMs] = [summarize(raw).median, summarize(ingest).median];
    print({
      benchmark: 'ingest',
      engine: database.engine,
      rows,
      rawRowsPerSecond: Math.round(1e6 / rawMs),
      ingestRowsPerSecond: Math.round(1e6 / ingestMs),
      ratio: round(rawMs / ingestMs, 3),
      required: 0.5,
    });
  });
}

import { runArrival } from './arrival.ts';
import { run as runIngest } from './ingest.ts';
import { runLate } from './late.ts';
import { runMap } from './map.ts';
import type { Options } from './options.ts';
import { runProperties } from './properties.ts';
import { runYears } from './years.ts';

/**
 * What docs/scale.md counts on: storing with rollups, a year by month at two sizes of store, readings
 * as they arrive from day to day, one late reading, and the index of a large account, which is looked
 * at in a browser, too. Raw SQL on the same store is the yardstick.
 */
export async function run(options: Options): Promise<void> {
  await runIngest(options);
  await runYears(options);
  await runArrival(options);
  await runLate(options);
  await runProperties(options);
  await runMap(options);
}

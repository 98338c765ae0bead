import { parseArgs } from 'node:util';
import type { Database } from '../database/open.ts';
import { recomputeOutdated } from '../metering/store/outdated.ts';
import { countOutdated, markOutdated } from '../metering/store/states.repository.ts';

const usage = 'Use: readings recompute [--property ID]';
/** Between two lines of progress. */
const devicesPerLine = 100;

/**
 * `portal readings recompute`: computes all figures anew from the readings. Ended before, it goes on
 * where it was. 0: done, 1: some failed, 2: a bad call.
 */
export async function runReadings(
  args: string[],
  { database, print }: { database: Database; print: (line: string) => void },
): Promise<number> {
  let given: string | undefined;
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { property: { type: 'string' } },
    });
    if (positionals.join() !== 'recompute')
      throw new Error(`«${positionals.join(' ')}» is no command.`);
    given = values.property;
    if (given !== undefined && !/^[1-9]\d{0,14}$/.test(given)) {
      throw new Error(`--property takes the id of a property, not «${given}».`);
    }
  } catch (error) {
    print(`${(error as Error).message}\n${usage}`);
    return 2;
  }
  const propertyId = given === undefined ? undefined : Number(given);
  const left = await database.read((tx) => countOutdated(tx, propertyId));
  if (left > 0) print(`${left} devices are left from before: going on with them.`);
  else await database.transaction((tx) => markOutdated(tx, propertyId));
  let faults = 0;
  const done = await recomputeOutdated(database, {
    propertyId,
    onProgress(progress) {
      if (progress.done % devicesPerLine < 2) {
        print(`${progress.done} devices computed anew, ${progress.left} left`);
      }
    },
    onFault(error, devices) {
      faults += devices.length;
      const ids = devices.map(({ deviceId }) => deviceId).join(', ');
      print(`Not computed: devices ${ids}. ${(error as Error).message}`);
    },
  });
  print(`${done} devices computed anew${faults > 0 ? `, ${faults} not` : ''}.`);
  return faults > 0 ? 1 : 0;
}

import type { Logger } from 'pino';
import { minuteMs } from '../schemas/time.ts';
import type { Database } from './database/open.ts';
import { recomputeOutdated } from './metering/store/outdated.ts';

/** Brings figures up to date in the background that an earlier version of the portal computed. */
export interface Recomputation {
  /** How many devices are still to be computed. */
  outdated(): number;
  /** Resolves when all are, or behind the devices in hand after `stopping`. */
  run(stopping: AbortSignal): Promise<void>;
}

const noteMilliseconds = minuteMs;

export function createRecomputation(
  database: Database,
  logger: Pick<Logger, 'info' | 'error'>,
): Recomputation {
  let outdated = 0;
  return {
    outdated: () => outdated,
    async run(stopping) {
      let noted = Number.NEGATIVE_INFINITY;
      let faults = 0;
      const done = await recomputeOutdated(database, {
        stopping,
        rests: true,
        onProgress({ done, left }) {
          outdated = left;
          if (performance.now() - noted < noteMilliseconds) return;
          noted = performance.now();
          logger.info({ done, left }, 'Figures of an earlier version are being computed anew');
        },
        onFault(error, devices) {
          faults += devices.length;
          logger.error({ err: error, devices }, 'Figures could not be computed anew');
        },
      });
      if (stopping.aborted) return;
      outdated = faults;
      if (done + faults > 0) logger.info({ done, faults }, 'Figures have been computed anew');
    },
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/open.ts';
import { lockProperties } from './readings.repository.ts';
import { recomputeDevices } from './recompute.ts';
import { countOutdated, type DeviceKey, listOutdated, markUpToDate } from './states.repository.ts';

interface RecomputationOptions {
  /** Only this one's devices. */
  readonly propertyId?: number | undefined;
  readonly onProgress?: (progress: { done: number; left: number }) => void;
  /** Devices that could not be computed stay as they were; the next run tries them again. */
  readonly onFault: (error: unknown, devices: readonly DeviceKey[]) => void;
  /** Aborted, it ends behind the devices in hand. */
  readonly stopping?: AbortSignal;
  /** Rests after each step for as long as it took, so that others have the database half the time. */
  readonly rests?: boolean;
}

/** Histories in one transaction, which holds up whoever writes to their property. */
const devicesAtOnce = 2;

/**
 * Computes the rollups anew that were computed by earlier rules, in small transactions. What is done
 * is marked in them, so that it goes on where it was ended, also beside others that do the same.
 * Returns how many devices were computed.
 */
export async function recomputeOutdated(
  database: Database,
  { propertyId, onProgress, onFault, stopping, rests = false }: RecomputationOptions,
): Promise<number> {
  let left = await database.read((tx) => countOutdated(tx, propertyId));
  let after: DeviceKey = { propertyId: 0, deviceId: 0 };
  let done = 0;
  while (!stopping?.aborted) {
    const place = after;
    const devices = await database.read((tx) =>
      listOutdated(tx, place, { propertyId, most: devicesAtOnce }),
    );
    const last = devices.at(-1);
    if (!last) break;
    after = last;
    const started = performance.now();
    try {
      done += await database.transaction(async (tx) => {
        await lockProperties(tx, [...new Set(devices.map((device) => device.propertyId))]);
        const own = await markUpToDate(tx, devices);
        await recomputeDevices(tx, own);
        return own.length;
      });
    } catch (error) {
      onFault(error, devices);
    }
    left = Math.max(0, left - devices.length);
    onProgress?.({ done, left });
    if (rests)
      await sleep(performance.now() - started, undefined, { signal: stopping }).catch(
        () => undefined,
      );
  }
  return done;
}

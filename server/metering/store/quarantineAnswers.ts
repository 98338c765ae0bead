import type { Transaction } from '../../database/open.ts';
import { insertCorrections } from './corrections.repository.ts';
import { ingestReadings } from './ingest.ts';
import { type DeviceKey, listQuarantine, replaceQuarantine } from './quarantine.repository.ts';
import { lockProperties } from './readings.repository.ts';

/** Stores what was kept aside of a device after all, once its dates are known to be trusted. */
export async function takeBack(tx: Transaction, key: DeviceKey): Promise<void> {
  await lockProperties(tx, [key.propertyId]);
  const kept = await listQuarantine(tx, [key]);
  await replaceQuarantine(tx, key, []);
  await ingestReadings(
    tx,
    kept.map((reading) => ({ ...reading, quality: reading.quality as 0 | 1 | 2 })),
  );
}

/** Strikes out what was kept aside of a device, as a correction by who decided it. */
export async function discardAside(tx: Transaction, key: DeviceKey, by: string): Promise<void> {
  await lockProperties(tx, [key.propertyId]);
  const kept = await listQuarantine(tx, [key]);
  const reason = 'Wrong date: years before all other readings of the device';
  const corrections = kept.map(({ at }) => ({
    ...key,
    at,
    value: null,
    quality: 0 as const,
    reason,
  }));
  await insertCorrections(tx, corrections, by);
  await replaceQuarantine(tx, key, []);
}

import type { Transaction } from '../../database/open.ts';
import { insertCorrections, type NewCorrection } from './corrections.repository.ts';
import { overwriteReadings } from './ingest.ts';
import { lockProperties } from './readings.repository.ts';

/**
 * Corrects readings, or strikes them out, with who did it and why; what had been read is kept. Only
 * the buckets that they touch are computed anew. Of several for one instant the last one counts.
 */
export async function correctReadings(
  tx: Transaction,
  corrections: readonly NewCorrection[],
  by: string,
): Promise<void> {
  if (corrections.length === 0) return;
  await lockProperties(tx, [...new Set(corrections.map(({ propertyId }) => propertyId))]);
  const last = new Map(corrections.map((one) => [`${one.deviceId}/${one.at}`, one]));
  const inForce = [...last.values()];
  await insertCorrections(tx, inForce, by);
  await overwriteReadings(tx, inForce);
}

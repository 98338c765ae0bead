import type { Transaction } from '../../database/open.ts';
import { mergeVolumes } from '../volumes.ts';
import { findCorrections, insertCorrections } from './corrections.repository.ts';
import { findDevices } from './devices.repository.ts';
import type { IncomingReading } from './ingest.ts';
import { lockProperties } from './readings.repository.ts';
import { spanOf, storeChanges } from './storeChanges.ts';

export interface IncomingVolume extends IncomingReading {
  /** UTC ms; whole seconds before `at`. */
  readonly begin: number;
}

export interface VolumesResult {
  /** Those that replaced others among them. */
  readonly stored: number;
  readonly corrected: number;
  /** Already stored with the same value. */
  readonly duplicates: number;
  /** They overlap another interval, or a person has said otherwise; what is stored stays. */
  readonly conflicts: readonly IncomingVolume[];
}

/**
 * Stores what devices used in intervals, and brings every rollup that they touch up to date, in the
 * caller's transaction. They may come in any order; the same interval again replaces what was stored,
 * which is kept among the corrections with `by`, who sent it. A device that has a register takes none.
 */
export async function ingestVolumes(
  tx: Transaction,
  volumes: readonly IncomingVolume[],
  by: string,
): Promise<VolumesResult> {
  if (volumes.length === 0) return { stored: 0, corrected: 0, duplicates: 0, conflicts: [] };
  await lockProperties(tx, [...new Set(volumes.map(({ propertyId }) => propertyId))]);
  const incoming = Map.groupBy(volumes, ({ deviceId }) => deviceId);
  const keys = [...incoming.values()].map(([one]) => one as IncomingVolume);
  const found = await findDevices(tx, keys);
  // Imports refuse registers in words; this is for what was read in between.
  const devices = found
    .filter(({ isVolumes, firstAt }) => isVolumes || firstAt === null)
    .map((device) => ({ ...device, isVolumes: true }));
  const taken = new Set(devices.map(({ deviceId }) => deviceId));
  const of = (deviceId: number) => incoming.get(deviceId) ?? [];
  const spans = devices
    .filter(({ has }) => has.corrections)
    .map((device) => spanOf(device, of(device.deviceId)));
  const inForce = await findCorrections(tx, spans);
  const judge = ({ deviceId, at, value }: IncomingVolume) => {
    const correction = inForce.get(`${deviceId}/${at}`);
    if (!correction || correction.isDelivery) return undefined;
    const { originalValue } = correction;
    return originalValue === null || originalValue === value ? 'duplicate' : 'conflict';
  };
  const result = await storeChanges(
    tx,
    volumes.filter(({ deviceId }) => taken.has(deviceId)),
    {
      devices,
      merge: (stored, delivered) => mergeVolumes(stored, delivered, judge),
      replacing: (corrected) =>
        insertCorrections(
          tx,
          corrected.map((one) => ({ ...one, quality: 0, reason: 'Delivered again' })),
          by,
          true,
        ),
    },
  );
  const refused = volumes.filter(({ deviceId }) => !taken.has(deviceId));
  return { ...result, conflicts: [...result.conflicts, ...refused] };
}

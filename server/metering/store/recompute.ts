import { deviceTraits } from '../../../schemas/entities/device.ts';
import type { Transaction } from '../../database/open.ts';
import { emptyBucket } from '../consumption.ts';
import { gapDefaults } from '../curve.ts';
import { countFlows } from '../plausibility.ts';
import type { Reading } from '../registers.ts';
import { keyText } from './chunks.ts';
import { findDevices, type MeteredDevice } from './devices.repository.ts';
import type { DueDevice } from './due.repository.ts';
import { lockProperties, readSpans } from './readings.repository.ts';
import { type Buckets, recomputeBuckets, type Touched } from './recomputeBuckets.ts';
import { readDeviceChunks } from './rollups.repository.ts';
import { writeFlows } from './states.repository.ts';
import { applyBuckets, updateRollups } from './updateRollups.ts';
import { computeVirtual, findVirtualMeters } from './virtualMeters.ts';

/** Whole histories that are in memory at once. */
const devicesInGroup = 50;

/** Recomputes everything of some devices, after installations were entered or changed. */
export async function recomputeDevices(
  tx: Transaction,
  keys: readonly { propertyId: number; deviceId: number }[],
  dueLater?: DueDevice[],
): Promise<void> {
  if (keys.length === 0) return;
  await lockProperties(tx, [...new Set(keys.map(({ propertyId }) => propertyId))]);
  for (let from = 0; from < keys.length; from += devicesInGroup) {
    const devices = await findDevices(tx, keys.slice(from, from + devicesInGroup));
    const wholes = devices.map(({ propertyId, deviceId }) => ({
      propertyId,
      deviceId,
      first: 0,
      last: 8_640_000_000_000,
    }));
    const stored = await readSpans(tx, devices, wholes);
    const touched = devices.flatMap((device): Touched[] => {
      const readings = stored.get(device.deviceId) ?? [];
      const [first, last] = [readings[0]?.begin ?? readings[0]?.at, readings.at(-1)?.at];
      if (first === undefined || last === undefined) return [];
      const flows = device.flows ?? flowsOf(device, readings);
      return [
        { device: { ...device, flows }, from: first, until: last, readings, knownUntil: last },
      ];
    });
    const counted = new Set(devices.filter(({ flows }) => flows).map(({ deviceId }) => deviceId));
    const uncounted = touched.filter(({ device }) => !counted.has(device.deviceId));
    await writeFlows(
      tx,
      uncounted.map(({ device: { propertyId, deviceId, flows } }) => ({
        propertyId,
        deviceId,
        flows: flows ?? [],
      })),
    );
    await updateRollups(tx, touched, await recomputeBuckets(touched), dueLater);
  }
}

function flowsOf(
  { category, interval, isVolumes }: MeteredDevice,
  readings: readonly Reading[],
): number[] {
  const flows: number[] = [];
  if (!isVolumes && deviceTraits[category].kind === 'register') {
    countFlows(flows, readings, gapDefaults[interval].usual, 1);
  }
  return flows;
}

/** Recomputes everything of a virtual meter, after what it is made of has changed. */
export async function recomputeVirtual(
  tx: Transaction,
  propertyId: number,
  deviceId: number,
): Promise<void> {
  await lockProperties(tx, [propertyId]);
  const [device] = await findDevices(tx, [{ propertyId, deviceId }]);
  if (!device) return;
  const found = await findVirtualMeters(tx, [{ propertyId, deviceId }]);
  const meter = found.find((one) => one.deviceId === deviceId);
  const sources = meter?.parts.map(({ sourceId }) => sourceId) ?? [];
  const chunks = await readDeviceChunks(tx, propertyId, [deviceId, ...sources]);
  const rows = new Map(chunks.map((row) => [keyText(row), row]));
  const all = chunks.map(
    (row): Buckets => ({
      key: row,
      length: row.volumes.length,
      begin: 0,
      values: row.volumes.map(() => emptyBucket),
    }),
  );
  const computed = new Map(
    all.filter(({ key }) => key.subjectId === deviceId).map((one) => [keyText(one.key), one]),
  );
  for (const one of meter ? computeVirtual(meter, all, (key) => rows.get(keyText(key))) : []) {
    computed.set(keyText(one.key), one);
  }
  const owned = [...computed.values()].map((one) => ({
    ...one,
    counted: device,
    tail: undefined,
    row: undefined,
  }));
  await applyBuckets(tx, owned, []);
}

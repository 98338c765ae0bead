import type { Transaction } from '../../database/open.ts';
import { emptyBucket } from '../consumption.ts';
import { keyText } from './chunks.ts';
import { findDevices, lockProperties, readSpans } from './readings.repository.ts';
import { type Buckets, recomputeBuckets } from './recomputeBuckets.ts';
import { readDeviceChunks } from './rollups.repository.ts';
import { applyBuckets, updateRollups } from './updateRollups.ts';
import { computeVirtual, findVirtualMeters } from './virtualMeters.ts';

/** Recomputes everything of a device, after an installation was entered or changed. */
export async function recomputeDevice(
  tx: Transaction,
  propertyId: number,
  deviceId: number,
): Promise<void> {
  await lockProperties(tx, [propertyId]);
  const [device] = await findDevices(tx, [{ propertyId, deviceId }]);
  if (!device) return;
  const whole = { propertyId, deviceId, first: 0, last: 8_640_000_000_000 };
  const readings = [...((await readSpans(tx, [whole])).get(deviceId) ?? [])].sort(
    (a, b) => a.at - b.at,
  );
  const first = readings[0]?.at;
  const last = readings.at(-1)?.at;
  if (first === undefined || last === undefined) return;
  const touched = [{ device, from: first, until: last, readings, isKnown: true }];
  await updateRollups(tx, touched, await recomputeBuckets(touched));
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
      ...{ key: row, length: row.volumes.length, begin: 0 },
      values: row.volumes.map(() => emptyBucket),
    }),
  );
  const computed = new Map(
    all.filter(({ key }) => key.subjectId === deviceId).map((one) => [keyText(one.key), one]),
  );
  for (const one of meter ? computeVirtual(meter, all, (key) => rows.get(keyText(key))) : []) {
    computed.set(keyText(one.key), one);
  }
  const owned = [...computed.values()].map((one) => ({ ...one, counted: device, row: undefined }));
  await applyBuckets(tx, owned, []);
}

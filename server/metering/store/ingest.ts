import type { Transaction } from '../../database/open.ts';
import type { Reading } from '../registers.ts';
import { findCorrections, type ReadingCorrection } from './corrections.repository.ts';
import { findDevices } from './devices.repository.ts';
import { type DueDevice, markDue } from './due.repository.ts';
import type { StoredReading } from './packs.repository.ts';
import { sortOutFar } from './quarantine.ts';
import { lockProperties } from './readings.repository.ts';
import { type Merged, type ReadingChange, spanOf, storeChanges } from './storeChanges.ts';

export interface IncomingReading {
  readonly propertyId: number;
  readonly deviceId: number;
  /** UTC ms. */
  readonly at: number;
  /** Micro-units. */
  readonly value: number;
  /** 0 measured, 1 interpolated by the source, 2 estimated by it. */
  readonly quality: 0 | 1 | 2;
}

export interface IngestResult {
  readonly stored: number;
  /** Already stored with the same value. */
  readonly duplicates: number;
  /** Another value is stored for that instant, and stays. */
  readonly conflicts: IncomingReading[];
}

/** Readings, each of which may touch a dozen rollups: so many rows are few. */
const few = 20;

/**
 * Stores readings and brings every rollup that they touch up to date, in the caller's transaction.
 * They may come in any order and from any number of properties; the result never depends on it.
 * A handful of statements, however many readings and devices.
 */
export async function ingestReadings(
  tx: Transaction,
  readings: readonly IncomingReading[],
): Promise<IngestResult> {
  if (readings.length === 0) return { stored: 0, duplicates: 0, conflicts: [] };
  if (readings.length <= few) tx.keepPlansOfFew();
  await lockProperties(tx, [...new Set(readings.map(({ propertyId }) => propertyId))]);
  const due: DueDevice[] = [];
  const results = await overlap(partsOf(readings), (part) => ingestPart(tx, part, due));
  // At once and in order, so that who takes them can't wait for this transaction, and it for them.
  await markDue(tx, due);
  return {
    stored: results.reduce((sum, { stored }) => sum + stored, 0),
    duplicates: results.reduce((sum, { duplicates }) => sum + duplicates, 0),
    conflicts: results.flatMap(({ conflicts }) => conflicts),
  };
}

/** So many devices, of whole properties, are stored in one go. */
const devicesInPart = 1000;

function partsOf(readings: readonly IncomingReading[]): (readonly IncomingReading[])[] {
  if (readings.length < 2 * devicesInPart) return [readings];
  const parts: IncomingReading[][] = [];
  let devices = new Set<number>();
  for (const [, own] of Map.groupBy(readings, ({ propertyId }) => propertyId)) {
    if (parts.length === 0 || devices.size >= devicesInPart) {
      parts.push([]);
      devices = new Set();
    }
    const part = parts.at(-1) as IncomingReading[];
    for (const reading of own) {
      part.push(reading);
      devices.add(reading.deviceId);
    }
  }
  return parts;
}

/**
 * Does work for each, two at a time: while the database does what one has asked for, the other is
 * computed. Once one has failed no other is begun, and nothing is asked any more when it throws.
 */
async function overlap<Part, Result>(
  parts: readonly Part[],
  work: (part: Part) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  // The first one says why; what is asked behind it fails because of it.
  const errors: unknown[] = [];
  const run = async () => {
    while (next < parts.length && errors.length === 0) {
      const place = next++;
      try {
        results[place] = await work(parts[place] as Part);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all([run(), run()]);
  if (errors.length > 0) throw errors[0];
  return results;
}

/** Stores the readings of some properties, which are held; devices to be looked at go into `due`. */
async function ingestPart(
  tx: Transaction,
  readings: readonly IncomingReading[],
  due: DueDevice[],
): Promise<IngestResult> {
  const incoming = Map.groupBy(readings, ({ deviceId }) => deviceId);
  const keys = [...incoming.values()].map(([one]) => one as IncomingReading);
  const devices = await findDevices(tx, keys);
  // Imports refuse them in words; this is for what was delivered in between.
  const read = devices.filter(({ isVolumes }) => !isVolumes);
  const refused = devices.filter(({ isVolumes }) => isVolumes);
  const spans = devices
    .filter(({ has }) => has.corrections)
    .map((device) => spanOf(device, incoming.get(device.deviceId) ?? []));
  const corrections = await findCorrections(tx, spans);
  const isCorrected = ({ deviceId, at }: IncomingReading) => corrections.has(`${deviceId}/${at}`);
  const sorted = await sortOutFar(
    tx,
    read,
    incoming,
    corrections.size > 0 ? isCorrected : undefined,
  );
  const quarantined = sorted.quarantined.map((one) => ({
    ...one,
    value: null,
    quality: 0 as const,
  }));
  await storeChanges(tx, quarantined, { merge: overwrite, dueLater: due });
  const known = quarantined.length > 0 ? undefined : devices;
  const accepted = sorted.accepted as readonly IncomingReading[];
  const result = await storeChanges(tx, accepted, {
    devices: known,
    dueLater: due,
    merge: (stored, changes) => merge(stored, changes, corrections),
  });
  return {
    stored: result.stored + sorted.aside,
    duplicates: result.duplicates + sorted.duplicates,
    conflicts: [
      ...result.conflicts,
      ...sorted.conflicts,
      ...refused.flatMap(({ deviceId }) => incoming.get(deviceId) ?? []),
    ],
  };
}

/** Writes over readings, or strikes them out. The caller records why (corrections.ts). */
export async function overwriteReadings(
  tx: Transaction,
  changes: readonly ReadingChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await lockProperties(tx, [...new Set(changes.map(({ propertyId }) => propertyId))]);
  await storeChanges(tx, changes, { merge: overwrite });
}

const overwrite = <Change extends ReadingChange>(
  stored: readonly Reading[],
  changes: readonly Change[],
) => merge(stored, changes, undefined);

function byTime(a: { at: number }, b: { at: number }): number {
  return a.at - b.at;
}

/** Values in order of time, none twice: what files nearly always hold. */
function isFresh<Change extends ReadingChange>(
  changes: readonly Change[],
): changes is readonly (Change & StoredReading)[] {
  return changes.every(
    ({ at, value }, index) =>
      value !== null && (index === 0 || at > (changes[index - 1] as Change).at),
  );
}

/**
 * Stored readings with the changes among them. A stored value stays, unless nothing is `fixed`,
 * which is how corrections come; an instant that is corrected takes no reading any more.
 */
function merge<Change extends ReadingChange>(
  stored: readonly Reading[],
  changes: readonly Change[],
  corrections: ReadonlyMap<string, ReadingCorrection> | undefined,
): Merged<Change> {
  const isPlain = !corrections?.size && isFresh(changes);
  const readings = isPlain ? mergeApart(stored, changes) : undefined;
  if (!isPlain || !readings) return mergeByInstant(stored, changes, corrections);
  return { readings, fresh: changes, corrected: [], deleted: [], duplicates: 0, conflicts: [] };
}

/** Two lists in order of time as one; undefined when an instant is in both. */
function mergeApart(
  stored: readonly Reading[],
  changes: readonly Reading[],
): readonly Reading[] | undefined {
  if (stored.length === 0) return changes;
  const merged: Reading[] = [];
  let next = 0;
  for (const change of changes) {
    while ((stored[next]?.at ?? Infinity) < change.at) merged.push(stored[next++] as Reading);
    if (stored[next]?.at === change.at) return undefined;
    merged.push(change);
  }
  return [...merged, ...stored.slice(next)];
}

function mergeByInstant<Change extends ReadingChange>(
  stored: readonly Reading[],
  changes: readonly Change[],
  corrections: ReadonlyMap<string, ReadingCorrection> | undefined,
): Merged<Change> {
  const byInstant = new Map<number, Reading>(stored.map((reading) => [reading.at, reading]));
  const fresh = new Map<number, StoredReading>();
  const corrected = new Map<number, StoredReading>();
  const instants = new Set(byInstant.keys());
  const deleted = new Map<number, Change>();
  const conflicts: Change[] = [];
  let duplicates = 0;
  for (const change of changes) {
    const { propertyId, deviceId, at, value, quality } = change;
    const known = byInstant.get(at);
    const correction = corrections?.get(`${deviceId}/${at}`);
    if (correction) {
      const { originalValue } = correction;
      if (originalValue === null || originalValue === value) duplicates++;
      else conflicts.push(change);
    } else if (known?.value === value && known.quality === quality) duplicates++;
    else if (known && corrections) conflicts.push(change);
    else if (value === null) {
      if (byInstant.delete(at)) deleted.set(at, change);
    } else {
      const reading = { propertyId, deviceId, at, value, quality };
      byInstant.set(at, reading);
      (instants.has(at) ? corrected : fresh).set(at, reading);
    }
  }
  const readings = [...byInstant.values()].sort(byTime);
  const lists = { fresh: [...fresh.values()], corrected: [...corrected.values()] };
  return { readings, duplicates, conflicts, ...lists, deleted: [...deleted.values()] };
}

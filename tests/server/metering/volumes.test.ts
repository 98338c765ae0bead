import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { chunksBetween, startOfLocalDay } from '../../../server/metering/buckets.ts';
import { type BucketValue, registerBuckets } from '../../../server/metering/consumption.ts';
import { correctReadings } from '../../../server/metering/store/corrections.ts';
import { ingestReadings } from '../../../server/metering/store/ingest.ts';
import {
  type IncomingVolume,
  ingestVolumes,
} from '../../../server/metering/store/ingestVolumes.ts';
import { recomputeDevices } from '../../../server/metering/store/recompute.ts';
import { mergeVolumes, type Volume, volumeSteps } from '../../../server/metering/volumes.ts';
import { addDevice, addProperty, addTenant } from '../../support/builders.ts';
import { createTestDatabase } from '../../support/database.ts';

/** Volumes in are consumption out, whatever the order in which they come (docs/metering.md). */

const quarter = 900_000;
const hour = 3_600_000;
const zone = 'Europe/Warsaw';
const timeframes = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY'] as const;

/** Intervals of one to eight quarters of an hour, with gaps, over a change of the clock or a month's end. */
const delivered = fc
  .record({
    day: fc.constantFrom('2026-03-28', '2026-10-24', '2026-01-30', '2025-12-30'),
    parts: fc.array(
      fc.record({
        gap: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 90 })),
        length: fc.constantFrom(1, 1, 4, 4, 8),
        value: fc.integer({ min: 0, max: 3_000_000 }),
      }),
      { minLength: 1, maxLength: 60 },
    ),
  })
  .map(({ day, parts }): Volume[] => {
    let at = startOfLocalDay(zone, day);
    return parts.map(({ gap, length, value }) => {
      const begin = at + gap * quarter;
      at = begin + length * quarter;
      return { begin, at, value, quality: 0 };
    });
  });

const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0);

/** Of each bucket what was used in it, where intervals lie whole in buckets, and how much is known. */
function expectedOf(volumes: readonly Volume[], [start, end]: readonly [number, number]) {
  const inside = volumes.filter(({ begin, at }) => begin < end && at > start);
  return {
    isWhole: inside.every(({ begin, at }) => begin >= start && at <= end),
    volume: sum(inside.map(({ value }) => value)),
    known: sum(inside.map(({ begin, at }) => Math.min(at, end) - Math.max(begin, start))),
  };
}

function expectBucket(
  { volume, bridged, measured, unknownTime }: BucketValue,
  expected: ReturnType<typeof expectedOf> & { lived: number },
) {
  const { isWhole, known, lived } = expected;
  if (isWhole) expect((volume ?? 0) + bridged).toBe(expected.volume);
  if (known === 0) expect(volume).toBeNull();
  if (lived === 0) return;
  expect(unknownTime).toBe(lived - known);
  if (isWhole && known === lived) expect(measured).toBe(1);
}

describe('the curve of volumes', () => {
  it('holds in each bucket what its intervals hold, and nothing in what lies between', () => {
    fc.assert(
      fc.property(delivered, (volumes) => {
        const steps = volumeSteps(volumes);
        const [first, last] = [volumes[0]?.begin ?? 0, volumes.at(-1)?.at ?? 0];
        for (const timeframe of timeframes) {
          const moved = chunksBetween(zone, timeframe, first, last).flatMap(({ edges }) =>
            registerBuckets(steps, edges, 'HOURLY', timeframe).map((bucket, index) => {
              const span = [edges[index] as number, edges[index + 1] as number] as const;
              const lived = Math.max(0, Math.min(span[1], last) - Math.max(span[0], first));
              expectBucket(bucket, { ...expectedOf(volumes, span), lived });
              return (bucket.volume ?? 0) + bucket.bridged;
            }),
          );
          expect(sum(moved)).toBe(sum(volumes.map(({ value }) => value)));
        }
      }),
      { numRuns: 150 },
    );
  });

  it('takes nothing twice: what overlaps an interval in part is a conflict', () => {
    const stored: Volume[] = [{ begin: 0, at: hour, value: 5, quality: 0 }];
    const one = (begin: number, at: number, value = 1): Volume => ({
      begin,
      at,
      value,
      quality: 0,
    });
    const merged = mergeVolumes(
      stored,
      [
        ...[
          one(0, hour, 5),
          one(0, quarter),
          one(quarter, hour),
          one(-hour, hour),
          one(0, 2 * hour),
        ],
        ...[one(hour, 2 * hour), one(-hour, 0), one(hour, hour + quarter), one(0, hour, 7)],
      ],
      () => undefined,
    );
    expect(merged.readings.map(({ at, value }) => [at / hour, value])).toEqual([
      [0, 1],
      [1, 7],
      [2, 1],
    ]);
    expect(merged).toMatchObject({ duplicates: 1, conflicts: { length: 5 } });
    expect([merged.fresh.length, merged.corrected.length]).toEqual([2, 1]);
  });
});

describe('deliveries', () => {
  let database: Database;
  let propertyId = 0;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());

  async function add() {
    propertyId += 1;
    await addProperty(database, { id: propertyId, timeZone: zone });
    const tenantId = await addTenant(database, propertyId, { tenantNo: '1' });
    const category = 'ELECTRICITY';
    const deviceId = await addDevice(database, {
      propertyId,
      tenantId,
      category,
      interval: 'HOURLY',
    });
    return { propertyId, deviceId };
  }
  type Device = Awaited<ReturnType<typeof add>>;
  const deliver = (device: Device, volumes: readonly Volume[]) =>
    database.transaction((tx) =>
      ingestVolumes(
        tx,
        volumes.map((one): IncomingVolume => ({ ...device, ...one, quality: 0 })),
        'grid',
      ),
    );
  const rowsOf = async (table: string, order: string, { propertyId: id }: Device) => {
    const { rows } = await database.pool.query(
      `SELECT * FROM ${table} WHERE property_id = $1 ORDER BY ${order}`,
      [id],
    );
    return rows.map(({ property_id, device_id, subject_id, ...row }) => row);
  };
  const figuresOf = async (device: Device) => ({
    rollups: await rowsOf('rollup', 'subject_kind, timeframe, chunk', device),
    questions: await rowsOf('reading_question', 'at, question', device),
    states: await rowsOf('device_state', 'device_id', device),
    readings: await rowsOf('stored_reading', 'at', device),
  });

  it('leave the same in any order, sent twice, and after each interval was sent anew', async () => {
    await fc.assert(
      fc.asyncProperty(
        delivered,
        fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        async (volumes, keys, batch) => {
          const plain = await add();
          await deliver(plain, volumes);
          const expected = await figuresOf(plain);
          const device = await add();
          const order = volumes
            .map((one, index) => ({ one, key: keys[index] as number }))
            .sort((a, b) => a.key - b.key)
            .map(({ one }) => one);
          const first = order.map((one) =>
            one.at % 7 < 3 ? { ...one, value: one.value + 1 } : one,
          );
          for (const list of [first, order, order]) {
            for (let at = 0; at < list.length; at += batch) {
              await deliver(device, list.slice(at, at + batch));
            }
          }
          expect(await figuresOf(device)).toEqual(expected);
          await database.transaction((tx) => recomputeDevices(tx, [device]));
          expect(await figuresOf(device)).toEqual(expected);
        },
      ),
      { numRuns: Number(process.env.FUZZ_VOLUMES ?? 12) },
    );
  }, 240_000);

  const day = startOfLocalDay(zone, '2026-05-04');
  const hours = (count: number, value = 1_000_000): Volume[] =>
    Array.from({ length: count }, (_, index) => ({
      begin: day + index * hour,
      at: day + (index + 1) * hour,
      value,
      quality: 0,
    }));

  it('that come again with another value replace it, with what was said before', async () => {
    const device = await add();
    await deliver(device, hours(24));
    const [third] = hours(3).slice(2) as [Volume];
    expect(await deliver(device, [{ ...third, value: 4_000_000 }])).toMatchObject({
      stored: 1,
      corrected: 1,
      duplicates: 0,
    });
    expect(await deliver(device, [{ ...third, value: 5_000_000 }])).toMatchObject({ corrected: 1 });
    expect(await deliver(device, [{ ...third, value: 5_000_000 }])).toMatchObject({ stored: 0 });
    const days = (await rowsOf('rollup', 'chunk', device)).filter(
      (row) => row.timeframe === 1 && row.subject_kind === 0,
    );
    expect(days[0]?.volumes[3]).toBe(28_000_000);
    expect(await rowsOf('reading_correction', 'id', device)).toMatchObject([
      { value: 4_000_000, original_value: 1_000_000, corrected_by: 'grid', is_delivery: true },
      { value: 5_000_000, original_value: 1_000_000, corrected_by: 'grid', is_delivery: true },
    ]);
    // What support strikes out stays struck out.
    const struck = { ...device, at: third.at, value: null, quality: 0 as const, reason: 'wrong' };
    await database.transaction((tx) => correctReadings(tx, [struck], 'support'));
    expect(await deliver(device, [{ ...third, value: 5_000_000 }])).toMatchObject({
      stored: 0,
      duplicates: 1,
    });
    expect((await deliver(device, [{ ...third, value: 6_000_000 }])).conflicts).toHaveLength(1);
    expect(await rowsOf('stored_reading', 'at', device)).toHaveLength(23);
  });

  it('leave what wasn’t delivered missing, and ask about it once it is long', async () => {
    const device = await add();
    const later = hours(3).map((one) => ({
      ...one,
      begin: one.begin + 72 * hour,
      at: one.at + 72 * hour,
    }));
    await deliver(device, [...hours(20), ...later]);
    const rollups = (await rowsOf('rollup', 'chunk', device)).filter(
      ({ subject_kind: kind }) => kind === 0,
    );
    const days = rollups.find(({ timeframe }) => timeframe === 1);
    expect(days?.volumes.slice(3, 8)).toEqual([20_000_000, null, null, 3_000_000, null]);
    expect([days?.estimated[3], days?.measured[6]]).toEqual([1, 1]);
    expect(await rowsOf('reading_question', 'at', device)).toMatchObject([
      { question: 'GAP', moved: 0, previous_at: new Date(day + 20 * hour) },
    ]);
    const between = Array.from({ length: 52 }, (_, index) => ({
      begin: day + (20 + index) * hour,
      at: day + (21 + index) * hour,
      value: 0,
      quality: 0,
    }));
    await deliver(device, between);
    expect(await rowsOf('reading_question', 'at', device)).toEqual([]);
  });

  it('and a register don’t mix in one device', async () => {
    const [ofVolumes, ofRegister] = [await add(), await add()];
    await deliver(ofVolumes, hours(2));
    const reading = { at: day + 9 * hour, value: 1, quality: 0 as const };
    const read = (device: Device) =>
      database.transaction((tx) => ingestReadings(tx, [{ ...device, ...reading }]));
    expect(await read(ofRegister)).toMatchObject({ stored: 1 });
    expect((await read(ofVolumes)).conflicts).toHaveLength(1);
    expect((await deliver(ofRegister, hours(2))).conflicts).toHaveLength(2);
  });
});

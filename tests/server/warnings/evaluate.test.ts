import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../server/database/open.ts';
import { correctReadings } from '../../../server/metering/store/corrections.ts';
import { markDue } from '../../../server/metering/store/due.repository.ts';
import { evaluateDue } from '../../../server/warnings/evaluate.ts';
import { writeLimits } from '../../../server/warnings/store/limits.repository.ts';
import { markQuietDue } from '../../../server/warnings/store/smoke.repository.ts';
import { addDevice, addProperty, addReadings } from '../../support/builders.ts';
import { createTestDatabase } from '../../support/database.ts';

/** From readings to stored warnings, by the way that imports take. */

const hour = 3_600_000;
const begin = Date.parse('2026-10-01T00:00:00Z');
const now = () => new Date('2026-10-20T00:00:00Z');
let database: Database;
let properties = 0;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

interface Meter {
  readonly propertyId: number;
  readonly deviceId: number;
}

async function addMeter(): Promise<Meter> {
  properties += 1;
  const propertyId = await addProperty(database, { id: properties });
  const deviceId = await addDevice(database, { propertyId, interval: 'HOURLY' });
  return { propertyId, deviceId };
}

/** Hourly readings of a register: so many litres flow in each hour. */
function register(hours: number, litresIn: (hour: number) => number) {
  let value = 100;
  return Array.from({ length: hours + 1 }, (_, index) => {
    if (index > 0) value += litresIn(index - 1) / 1000;
    return { at: begin + index * hour, value: Math.round(value * 1e6) / 1e6 };
  });
}

/** A flat at night without use, by day with some; a leak of 6 l/h from the hour 30 to 90. */
const usual = (at: number) => (at % 24 < 6 ? 0 : 12);
const leaking = (at: number) => usual(at) + (at >= 30 && at < 90 ? 6 : 0);

async function warningsOf({ propertyId, deviceId }: Meter) {
  const { rows } = await database.pool.query(
    `SELECT alert, state, urgency, figure, limit_value AS limit,
       round(extract(epoch FROM first_occurrence - $3::timestamptz) / 3600)::int AS first,
       round(extract(epoch FROM last_occurrence - $3::timestamptz) / 3600)::int AS last,
       withdrawn_at IS NOT NULL AS "isWithdrawn"
     FROM warning WHERE property_id = $1 AND device_id = $2 ORDER BY first_occurrence, id`,
    [propertyId, deviceId, new Date(begin)],
  );
  return rows;
}

async function historyOf({ propertyId }: Meter): Promise<string[]> {
  const { rows } = await database.pool.query(
    'SELECT event FROM warning_event WHERE property_id = $1 ORDER BY id',
    [propertyId],
  );
  return rows.map(({ event }) => event);
}

async function severityOf({ propertyId }: Meter): Promise<number | null> {
  const { rows } = await database.pool.query(
    'SELECT warning_severity AS severity FROM property WHERE id = $1',
    [propertyId],
  );
  return rows[0].severity;
}

const leak = { alert: 'LEAKAGE', urgency: 0, limit: 4, isWithdrawn: false };

describe('a leak', () => {
  it('is raised a day after it began, goes on, and is over two hours after it ended', async () => {
    const meter = await addMeter();
    const readings = register(120, leaking);
    await addReadings(database, meter, readings.slice(0, 53));
    await evaluateDue(database, now);
    expect(await warningsOf(meter)).toEqual([]);
    await addReadings(database, meter, readings.slice(53, 60));
    await evaluateDue(database, now);
    expect(await warningsOf(meter)).toMatchObject([{ ...leak, state: 'ACTIVE', first: 30 }]);
    expect(await severityOf(meter)).toBe(0);
    await addReadings(database, meter, readings.slice(60));
    await evaluateDue(database, now);
    expect(await warningsOf(meter)).toMatchObject([
      { ...leak, state: 'RECENT', figure: 6, first: 30, last: 96 },
    ]);
    expect(await severityOf(meter)).toBeNull();
    expect(await historyOf(meter)).toEqual(['RAISED', 'CLEARED']);
  });

  it('is the same whatever the order in which readings come', async () => {
    const readings = register(300, (at) =>
      at >= 200 ? usual(at) + (at < 260 ? 25 : 0) : leaking(at),
    );
    const parts = [
      readings.slice(0, 70),
      readings.slice(70, 85),
      readings.slice(85, 140),
      readings.slice(140, 230),
      readings.slice(230),
    ];
    const told: unknown[] = [];
    for (const order of [
      [0, 1, 2, 3, 4],
      [4, 3, 2, 1, 0],
      [2, 0, 4, 1, 3],
    ]) {
      const meter = await addMeter();
      for (const at of order) {
        await addReadings(database, meter, parts[at] as (typeof parts)[0]);
        await evaluateDue(database, now);
      }
      told.push((await warningsOf(meter)).filter(({ isWithdrawn }) => !isWithdrawn));
    }
    expect(told[0]).toMatchObject([
      { ...leak, first: 30 },
      { ...leak, first: 198, urgency: 10, figure: 25, limit: 20 },
    ]);
    expect(told[1]).toEqual(told[0]);
    expect(told[2]).toEqual(told[0]);
  });

  it('is withdrawn when a correction says that the water stood still', async () => {
    const meter = await addMeter();
    const readings = register(60, leaking);
    await addReadings(database, meter, readings);
    await evaluateDue(database, now);
    expect(await warningsOf(meter)).toMatchObject([{ state: 'ACTIVE' }]);
    const still = readings[44] as (typeof readings)[0];
    await database.transaction((tx) =>
      correctReadings(
        tx,
        [
          {
            ...meter,
            at: still.at + hour,
            value: still.value * 1e6,
            quality: 0,
            reason: 'misread',
          },
        ],
        'support',
      ),
    );
    await evaluateDue(database, now);
    expect(await warningsOf(meter)).toMatchObject([{ state: 'RECENT', isWithdrawn: true }]);
    expect(await historyOf(meter)).toEqual(['RAISED', 'WITHDRAWN']);
    expect(await severityOf(meter)).toBeNull();
  });

  it('that goes on after somebody has resolved it is another one, a day later', async () => {
    const meter = await addMeter();
    const readings = register(150, (at) => usual(at) + (at >= 30 ? 6 : 0));
    await addReadings(database, meter, readings.slice(0, 80));
    await evaluateDue(database, now);
    await database.pool.query(
      `UPDATE warning SET state = 'RESOLVED', resolved_at = $2, resolved_by = 'anna' WHERE property_id = $1`,
      [meter.propertyId, new Date(begin + 79 * hour)],
    );
    await addReadings(database, meter, readings.slice(80, 103));
    await evaluateDue(database, now);
    expect(await warningsOf(meter)).toMatchObject([{ state: 'RESOLVED', first: 30 }]);
    await addReadings(database, meter, readings.slice(103));
    await evaluateDue(database, now);
    expect(await warningsOf(meter)).toMatchObject([
      { state: 'RESOLVED', first: 30 },
      { state: 'ACTIVE', first: 79 },
    ]);
  });

  it('that has lasted for over three months goes on as the one it is', async () => {
    const meter = await addMeter();
    const readings = register(100 * 24, (at) => usual(at) + (at >= 30 ? 6 : 0));
    const at = (days: number) => () => new Date(begin + days * 24 * hour);
    await addReadings(database, meter, readings.slice(0, 80));
    await evaluateDue(database, at(4));
    await addReadings(database, meter, readings.slice(80, 99 * 24));
    await evaluateDue(database, at(50));
    await addReadings(database, meter, readings.slice(99 * 24));
    await evaluateDue(database, at(130));
    expect(await warningsOf(meter)).toMatchObject([
      { ...leak, state: 'ACTIVE', first: 30, last: 2400 },
    ]);
  });
});

describe('a leak of over three months', () => {
  it('that late readings take apart is the last part, and what was over long ago raises nothing', async () => {
    const meter = await addMeter();
    const later = () => new Date(begin + 150 * 24 * hour);
    // The water stands still for two days, twice, which only late readings tell.
    const isStill = (at: number) => [10, 20].includes(Math.floor(at / 48) * 2);
    const whole = register(150 * 24, (at) => (isStill(at) ? 0 : 6));
    const isLate = ({ at }: { at: number }) => isStill((at - begin) / hour - 1);
    await addReadings(
      database,
      meter,
      whole.filter((reading) => !isLate(reading)),
    );
    await evaluateDue(database, later);
    const first = { alert: 'LEAKAGE', state: 'ACTIVE', figure: 6 };
    expect(await warningsOf(meter)).toMatchObject([first]);
    await database.pool.query(`UPDATE warning SET first_occurrence = $2 WHERE property_id = $1`, [
      meter.propertyId,
      new Date(begin),
    ]);
    await addReadings(database, meter, whole.filter(isLate));
    await evaluateDue(database, later);
    expect(await warningsOf(meter)).toMatchObject([
      { state: 'RECENT', first: 0, last: 240 },
      { state: 'ACTIVE', first: 22 * 24, last: 150 * 24 },
    ]);
  });
});

describe('a first import of half a year', () => {
  const days = 180;
  const edge = (days - 92) * 24;
  const later = () => new Date(begin + days * 24 * hour);
  /** Of a home where nobody is, and each hour has so much of a leak. */
  async function told(leakOf: (hour: number) => number, without = (_: number) => false) {
    const meter = await addMeter();
    const whole = register(days * 24, leakOf);
    const readings = whole.filter((_, at) => !without(at));
    await addReadings(database, meter, readings);
    await evaluateDue(database, later);
    const once = await warningsOf(meter);
    // Sent again, all of it is looked at once more, beside what is stored.
    await database.transaction((tx) => markDue(tx, [{ ...meter, since: begin }]));
    await evaluateDue(database, later);
    expect(await warningsOf(meter)).toEqual(once);
    return once;
  }

  it('has a leak that began long before readings count with its begin and its worst', async () => {
    const isFrom = (first: number, until: number) => (at: number) => at >= first && at < until;
    const [worst, all] = [isFrom(edge - 1200, edge - 200), isFrom(edge - 1200, edge + 300)];
    const [first] = await told((at) => (all(at) ? 5 : 0) + (worst(at) ? 20 : 0));
    expect(first).toMatchObject({ urgency: 10, figure: 25, limit: 20, first: edge - 1200 });
    const always = await told(() => 6);
    expect(always).toMatchObject([{ ...leak, state: 'ACTIVE', figure: 6, first: 0 }]);
  });

  it('has one that was open in a silence over the edge, which one hour prolongs', async () => {
    const silent = (at: number) => at > edge - 100 && at < edge + 60;
    const found = await told((at) => (at >= edge - 300 && at < edge + 80 ? 9 : 0), silent);
    expect(found).toMatchObject([{ ...leak, figure: 9, first: edge - 300 }]);
  });

  it('has none that was over before', async () => {
    expect(await told((at) => (at >= edge - 60 && at < edge - 5 ? 9 : 0))).toEqual([]);
  });
});

describe('settings', () => {
  it('count instead of the defaults, and turned off nothing is raised', async () => {
    const [tight, off] = [await addMeter(), await addMeter()];
    const given = { alert: 'LEAKAGE', urgency: null, changedBy: 'anna', changedAt: now() } as const;
    const limits = { litresPerHour: 2, criticalLitresPerHour: 5, hours: 6 };
    await database.transaction(async (tx) => {
      await writeLimits(tx, [tight.propertyId], { ...given, isOn: true, limits });
      await writeLimits(tx, [off.propertyId], { ...given, isOn: false, limits });
    });
    for (const meter of [tight, off]) {
      await addReadings(
        database,
        meter,
        register(60, (at) => (at >= 30 ? 6 : 0)),
      );
    }
    await evaluateDue(database, now);
    expect(await warningsOf(tight)).toMatchObject([
      { alert: 'LEAKAGE', urgency: 10, limit: 5, first: 30 },
    ]);
    expect(await warningsOf(off)).toEqual([]);
  });
});

describe('smoke', () => {
  it('is what a detector counts or tells, and over a day after the last time', async () => {
    properties += 1;
    const propertyId = await addProperty(database, { id: properties });
    const deviceId = await addDevice(database, { propertyId, category: 'SMOKE_DETECTOR' });
    const meter = { propertyId, deviceId };
    const day = 24 * hour;
    const counted = [0, 0, 0, 1, 1, 1].map((value, index) => ({ at: begin + index * day, value }));
    await addReadings(database, meter, counted);
    await evaluateDue(database, () => new Date(begin + 3 * day + hour));
    expect(await warningsOf(meter)).toMatchObject([
      { alert: 'SMOKE', state: 'ACTIVE', urgency: 10 },
    ]);
    expect(await severityOf(meter)).toBe(10);
    const later = new Date(begin + 7 * day);
    await database.transaction((tx) => markQuietDue(tx, later));
    await evaluateDue(database, () => later);
    expect(await warningsOf(meter)).toMatchObject([{ alert: 'SMOKE', state: 'RECENT' }]);
    const told = new Date(begin + 8 * day);
    await database.pool.query(`INSERT INTO device_error VALUES ($1, $2, $3, 'SMOKE ALARM')`, [
      ...[propertyId, deviceId, told],
    ]);
    const due = [{ ...meter, since: told.getTime() }];
    await database.transaction((tx) => markDue(tx, due));
    await evaluateDue(database, () => new Date(told.getTime() + hour));
    expect(await warningsOf(meter)).toMatchObject([{ state: 'RECENT' }, { state: 'ACTIVE' }]);
  });
});

it('looks at nothing twice', async () => {
  const meter = await addMeter();
  await addReadings(database, meter, register(10, usual));
  expect(await evaluateDue(database, now)).toBe(1);
  expect(await evaluateDue(database, now)).toBe(0);
});

it('is in no other’s way with a device that can’t be looked at, which stays due', async () => {
  const [broken, sound] = [await addMeter(), await addMeter()];
  for (const meter of [broken, sound]) {
    await addReadings(
      database,
      meter,
      register(60, () => 6),
    );
  }
  const moveTo = (zone: string) =>
    database.pool.query('UPDATE property SET time_zone = $2 WHERE id = $1', [
      ...[broken.propertyId, zone],
    ]);
  await moveTo('Nowhere/At_all');
  const faults: unknown[] = [];
  const onFault = (_: unknown, devices: readonly unknown[]) => faults.push(...devices);
  expect(await evaluateDue(database, now, { onFault })).toBe(1);
  expect(faults).toEqual([broken]);
  expect(await warningsOf(sound)).toMatchObject([{ alert: 'LEAKAGE' }]);
  await moveTo('Europe/Warsaw');
  expect(await evaluateDue(database, now)).toBe(1);
  expect(await warningsOf(broken)).toMatchObject([{ alert: 'LEAKAGE' }]);
});

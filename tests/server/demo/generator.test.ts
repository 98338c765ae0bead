import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { drawBySeed, isLongRun } from '../../../scripts/testing/seed.mjs';
import {
  type DemoSize,
  type PlannedDevice,
  type PlannedProperty,
  planProperties,
} from '../../../server/demo/plan.ts';
import { createHistory, type DeviceHistory } from '../../../server/demo/readings.ts';
import { demoMarkets } from '../../support/markets.ts';

const now = Date.parse('2026-11-20T23:59:00Z');
const small: DemoSize = { properties: 12, months: 3, seed: 7, until: '2026-11-20' };
const whole: DemoSize = { ...small, properties: 120, months: 14 };

function devicesOf({ mainMeters, tenants }: PlannedProperty) {
  return [...mainMeters, ...tenants.flatMap(({ devices }) => devices)];
}

function checksum(size: DemoSize): string {
  const hash = createHash('sha256');
  for (const property of planProperties(size, demoMarkets)) {
    hash.update(JSON.stringify(property));
    for (const device of devicesOf(property)) {
      hash.update(JSON.stringify(createHistory(device, property.market.timeZone, size, now)));
    }
  }
  return hash.digest('hex');
}

function count(
  device: PlannedDevice,
  history: DeviceHistory,
  seen: Record<'exchanges' | 'rollOvers' | 'gaps' | 'leaks' | 'estimated' | 'interpolated', number>,
): void {
  const pairs = history.readings.slice(1).map((next, index) => ({
    next,
    before: history.readings[index] as (typeof history.readings)[number],
  }));
  const isWater = device.category.endsWith('WATER_METER');
  const isExchanged = history.installations.length > 1;
  if (isExchanged) seen.exchanges++;
  else if (isWater && pairs.some(({ before, next }) => next.value < before.value)) {
    expect(history.installations[0]?.modulus).toBeGreaterThan(0);
    seen.rollOvers++;
  }
  if (pairs.some(({ before, next }) => next.at - before.at > 26 * 3_600_000)) seen.gaps++;
  if (device.events.hasLeak) seen.leaks++;
  seen.interpolated += history.readings.filter(({ quality }) => quality === 1).length;
  seen.estimated += history.readings.filter(({ quality }) => quality === 2).length;
}

describe('the demo', () => {
  test('is the same for the same seed, and another for another', () => {
    expect(checksum(small)).toBe(checksum(small));
    expect(checksum({ ...small, seed: 8 })).not.toBe(checksum(small));
  });

  test('has more years for what is looked at first, which change nothing of the later ones', () => {
    for (const property of planProperties(small, demoMarkets)) {
      for (const device of devicesOf(property)) {
        const { timeZone } = property.market;
        const usual = createHistory(device, timeZone, small, now).readings;
        const longer = createHistory(
          device,
          timeZone,
          { ...small, monthsBefore: 12 },
          now,
        ).readings;
        const later = longer.slice(-usual.length);
        const before = longer.length - later.length;
        expect(before).toBe(device.interval === 'HOURLY' ? 365 * 24 : 365);
        const at = (list: typeof usual) => list.map((one) => [one.at, one.quality]);
        expect(at(later)).toEqual(at(usual));
        // Registers begin higher, and may roll over at another time.
        if (device.events.rollsOver) continue;
        const steps = (list: typeof usual) =>
          list.slice(1).map(({ value }, index) => value - (list[index]?.value ?? 0));
        const same = steps(later).filter((step, index) => step === steps(usual)[index]).length;
        expect(usual.length - 1 - same).toBeLessThanOrEqual(1);
      }
    }
  });

  test('has a million readings with all that happens to meters', { timeout: 120_000 }, () => {
    const plan = planProperties(whole, demoMarkets);
    // A plain run counts those of every third property.
    const part = isLongRun() ? 1 : 1 / 3;
    const counted = drawBySeed(plan, Math.ceil(plan.length * part), 'readings');
    let readings = 0;
    const seen = { exchanges: 0, rollOvers: 0, gaps: 0, leaks: 0, estimated: 0, interpolated: 0 };
    for (const property of counted) {
      for (const device of devicesOf(property)) {
        const history = createHistory(device, property.market.timeZone, whole, now);
        readings += history.readings.length;
        count(device, history, seen);
      }
    }
    expect(readings).toBeLessThan(1_150_000);
    if (isLongRun()) {
      expect(readings).toBeGreaterThan(900_000);
      for (const [name, times] of Object.entries(seen)) expect(times, name).toBeGreaterThan(3);
    } else {
      expect(readings).toBeGreaterThan(50_000);
      expect(Object.values(seen).filter((times) => times > 0).length).toBeGreaterThan(3);
    }
    const hourly = plan.filter((one) =>
      devicesOf(one).some(({ interval }) => interval === 'HOURLY'),
    );
    expect(hourly).toHaveLength(2);
    expect(plan.every(({ mainMeters }) => mainMeters.some(({ isMain }) => isMain))).toBe(true);
  });
});

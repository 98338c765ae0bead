import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { type DemoSize, type PlannedDevice, planProperties } from '../../../server/demo/plan.ts';
import { createHistory } from '../../../server/demo/readings.ts';
import { planSupply } from '../../../server/demo/supply.ts';
import { findSupplyFault } from '../../../server/imports/supplyFactRules.ts';
import { demoMarkets } from '../../support/markets.ts';

/** What the demo must show of real life, told from its readings alone. */

const size: DemoSize = { properties: 12, months: 14, seed: 7, until: '2026-11-20' };
const now = Date.parse('2026-11-20T20:00:00Z');
const hour = 3_600_000;
const day = 24 * hour;
const devices = planProperties(size, demoMarkets).flatMap(({ mainMeters, tenants, market }) =>
  [...mainMeters, ...tenants.flatMap((tenant) => tenant.devices)].map((device) => ({
    device,
    timeZone: market.timeZone,
  })),
);
const hourlyWater = devices.filter(
  ({ device }) => device.interval === 'HOURLY' && device.category === 'COLD_WATER_METER',
);

function readingsOf(
  { device, timeZone }: { device: PlannedDevice; timeZone: string },
  until = now,
) {
  return createHistory(device, timeZone, size, until).readings;
}

/** The longest run of consecutive hours in each of which water flowed. */
function longestFlow(readings: ReturnType<typeof readingsOf>): number {
  let longest = 0;
  let run = 0;
  readings.slice(1).forEach(({ at, value }, index) => {
    const before = readings[index] as (typeof readings)[number];
    run = at - before.at === hour && value > before.value ? run + 1 : 0;
    longest = Math.max(longest, run);
  });
  return longest;
}

describe('the demo', () => {
  test('has what an operator could publish for the tenants of each market', () => {
    const of = new Map(
      planProperties(size, demoMarkets).map((one) => [one.market.country, planSupply(one, size)]),
    );
    expect([...of.keys()].toSorted()).toEqual(['CZ', 'DK', 'PL']);
    for (const facts of of.values()) {
      const faults = facts.map((one) => findSupplyFault(one, 2026)).filter(Boolean);
      expect(faults).toEqual([]);
      const latest = facts.filter(({ year }) => year === 2026);
      const itemsOf = (kind: string) =>
        latest.filter(({ fact }) => fact === kind).map(({ item }) => item);
      expect(itemsOf('EMISSIONS')).toEqual(['', 'HOT_WATER_METER', 'HCA']);
      expect(itemsOf('PRICE')).toEqual(
        expect.arrayContaining(['COLD_WATER_METER', 'HOT_WATER_METER', 'HCA', 'ENERGY']),
      );
      expect([itemsOf('ENERGY_MIX'), itemsOf('TAX')]).toEqual([[''], [expect.any(String)]]);
    }
  });

  test('has a leak that never stops for days, where others rest every night', () => {
    const leaking = hourlyWater.filter(({ device }) => device.events.hasLeak);
    const tight = hourlyWater.filter(({ device }) => !device.events.hasLeak && !device.isMain);
    expect(leaking.length).toBeGreaterThanOrEqual(2);
    expect(tight.length).toBeGreaterThan(0);
    expect(Math.max(...leaking.map((one) => longestFlow(readingsOf(one))))).toBeGreaterThan(100);
    expect(Math.max(...tight.map((one) => longestFlow(readingsOf(one))))).toBeLessThan(24);
  });

  test('is read each hour of days with 23 and 25 hours, never twice at an instant', () => {
    const whole = hourlyWater.filter(({ device }) => !device.events.hasGap);
    expect(whole.length).toBeGreaterThan(0);
    for (const one of whole) {
      const readings = readingsOf(one);
      const gaps = new Set(
        readings.slice(1).map(({ at }, index) => at - (readings[index]?.at ?? 0)),
      );
      expect([...gaps]).toEqual([hour]);
    }
  });

  test('is read once a local day elsewhere, up to this one', () => {
    for (const one of devices.filter(({ device }) => device.interval === 'DAILY')) {
      const days = readingsOf(one).map(({ at }) =>
        Temporal.Instant.fromEpochMilliseconds(at)
          .toZonedDateTimeISO(one.timeZone)
          .toPlainDate()
          .toString(),
      );
      expect(new Set(days).size).toBe(days.length);
      if (!one.device.events.hasGap) expect(days.at(-1)).toBe('2026-11-20');
    }
  });

  test('goes on a later day where it ended, changing nothing of before', () => {
    for (const one of devices.slice(0, 30)) {
      const before = readingsOf(one);
      const after = readingsOf(one, now + 40 * day);
      expect(after.slice(0, before.length)).toEqual(before);
      expect(after.length).toBeGreaterThanOrEqual(before.length + 39);
    }
  });

  test('heats in winter and not in summer', () => {
    for (const one of devices.filter(({ device }) => device.category === 'ENERGY')) {
      const readings = readingsOf(one);
      const use = (from: string, until: string) => {
        const inside = readings.filter(
          ({ at }) => at >= Date.parse(from) && at < Date.parse(until),
        );
        return (inside.at(-1)?.value ?? 0) - (inside[0]?.value ?? 0);
      };
      expect(use('2026-01-01', '2026-02-01')).toBeGreaterThan(3 * use('2026-07-01', '2026-08-01'));
    }
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countFlows,
  isJudgedAnew,
  maxFlow,
  plausibilityDefaults,
} from '../../../server/metering/plausibility.ts';
import { type Reading, unwrap } from '../../../server/metering/registers.ts';

const hour = 3_600_000;
const flat = { category: 'COLD_WATER_METER', tenantId: 1, isMain: false } as const;

/** An hourly register in m³ from hourly uses. */
function read(uses: readonly number[]): Reading[] {
  let value = 100e6;
  return uses.map((use, index) => {
    value += Math.round(use * 1e6);
    return { at: index * hour, value, quality: 0 };
  });
}

function flowsOf(readings: readonly Reading[]) {
  const flows: number[] = [];
  countFlows(flows, readings, hour, 1);
  return flows;
}

function judge(readings: readonly Reading[], trustedAt: readonly number[] = []) {
  return unwrap(readings, [], {
    resetsYearly: false,
    timeZone: 'UTC',
    usual: hour,
    trustedAt: new Set(trustedAt),
    maxFlow: maxFlow(flat, flowsOf(readings)),
  });
}

const usual = Array.from({ length: 200 }, (_, index) =>
  index % 3 === 0 ? 0 : 0.01 * (1 + (index % 7)),
);
const total = (steps: readonly { increment: number | null }[]) =>
  steps.reduce((sum, { increment }) => sum + (increment ?? 0), 0) / 1e6;

describe('rises', () => {
  it('are taken as they are when they are usual', () => {
    const { steps, rises } = judge(read(usual));
    expect(rises).toEqual([]);
    expect(steps.every(({ increment }) => increment !== null)).toBe(true);
  });

  it('that no flat can use are in doubt and count nothing until they are confirmed', () => {
    const readings = read([...usual, 100, 0.01, 0.01]);
    const { steps, rises } = judge(readings);
    expect(rises).toEqual([
      expect.objectContaining({ at: 200 * hour, value: (readings[200] as Reading).value }),
    ]);
    expect(steps[200]?.increment).toBeNull();
    expect(total(steps)).toBeCloseTo(total(judge(read([...usual, 0, 0.01, 0.01])).steps), 6);
    expect(judge(readings, [200 * hour]).rises).toEqual([]);
  });

  it('of a reading that the register passes by leave that reading out, and nothing else', () => {
    const readings = read([...usual, 0.01, 0.02]);
    const whole = total(judge(readings).steps);
    const odd = readings.map((one, index) =>
      index === 120 ? { ...one, value: one.value + 60e6 } : one,
    );
    const { steps, rises, drops } = judge(odd);
    expect(total(steps)).toBeCloseTo(whole, 6);
    expect([rises.length, drops.length, steps.length]).toEqual([1, 0, readings.length - 1]);
  });

  it('behind a single low reading are no use of water', () => {
    const readings = read([...usual, 0.01, 0.02]);
    const whole = total(judge(readings).steps);
    const odd = readings.map((one, index) => (index === 120 ? { ...one, value: 0 } : one));
    const { steps, rises, drops } = judge(odd);
    expect(total(steps)).toBeCloseTo(whole, 6);
    expect([rises.length, drops.length]).toEqual([0, 1]);
  });

  it('are judged by the nominal flow while little is known of the device', () => {
    expect(maxFlow(flat, [])).toBe(5e6);
    expect(maxFlow({ ...flat, tenantId: null }, [])).toBe(125e6);
    expect(maxFlow({ ...flat, category: 'HUMIDITY' }, [])).toBe(Infinity);
    const { rises } = judge(read([0.01, 0.02, 6, 0.01]));
    expect(rises).toHaveLength(1);
  });
});

describe('flows', () => {
  const use = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 2_000_000 }));

  it('are the same whatever the order in which readings came', () => {
    fc.assert(
      fc.property(fc.array(use, { minLength: 3, maxLength: 60 }), fc.nat(58), (uses, seed) => {
        const readings = read(uses.map((one) => one / 1e6));
        const late = 1 + (seed % (uses.length - 2));
        const without = readings.filter((_, index) => index !== late);
        const flows = flowsOf(without);
        countFlows(flows, without, hour, -1);
        countFlows(flows, readings, hour, 1);
        const expected = flowsOf(readings);
        while (expected.length < flows.length) expected.push(0);
        expect(flows).toEqual(expected);
      }),
    );
  });

  it('doubt what is so many times the usual top, a bin’s width less at most', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 40, maxLength: 400 }),
        (uses) => {
          const readings = read(uses.map((one) => one / 1000));
          const sorted = uses.slice(1).sort((a, b) => a - b);
          const place = Math.ceil(plausibilityDefaults.usualShare * (sorted.length - 1)) - 1;
          const top = (sorted[place] as number) * 1000;
          const times = plausibilityDefaults.timesUsual;
          const most = maxFlow(flat, flowsOf(readings));
          expect(most).toBeLessThanOrEqual(times * top * 1.000001);
          expect(most).toBeGreaterThan((times / 2 ** 0.25) * top * 0.999999);
        },
      ),
    );
  });

  it('are judged anew only where a changed limit lies on another side of one', () => {
    const flows = flowsOf(read([0, 0.01, 3]));
    expect(isJudgedAnew(flows, 1e6, 5e6)).toBe(true);
    expect(isJudgedAnew(flows, 5e6, 9e6)).toBe(false);
    expect(isJudgedAnew(flows, 5e6, 5e6)).toBe(false);
  });
});

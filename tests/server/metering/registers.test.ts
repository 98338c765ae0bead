import { describe, expect, it } from 'vitest';
import { type Installation, type Reading, unwrap } from '../../../server/metering/registers.ts';

const m3 = 1_000_000;
const day = 86_400_000;
const june = Date.UTC(2026, 5, 1);
const traits = { resetsYearly: false, timeZone: 'Europe/Warsaw' };

function daily(values: readonly number[], from = june): Reading[] {
  return values.map((value, index) => ({ at: from + index * day, value: value * m3, quality: 0 }));
}

function mounted(part: Partial<Installation> = {}): Installation {
  return {
    from: 0,
    until: null,
    startIndex: null,
    endIndex: null,
    factor: 1,
    modulus: null,
    ...part,
  };
}

function increments(readings: readonly Reading[], installations: Installation[], options = traits) {
  return unwrap(readings, installations, options)
    .steps.slice(1)
    .map(({ increment }) => increment);
}

describe('a register', () => {
  it('gives differences', () => {
    expect(increments(daily([10, 12, 12, 15]), [mounted()])).toEqual([2 * m3, 0, 3 * m3]);
  });

  it('rolls over at its modulus when it was nearly there and the use is plausible', () => {
    const installation = mounted({ modulus: 1000 * m3 });
    expect(increments(daily([998, 3]), [installation])).toEqual([5 * m3]);
    expect(increments(daily([850, 3]), [installation])).toEqual([null]);
    expect(increments(daily([950, 800]), [installation])).toEqual([null]);
  });

  it('keeps a small fall as reverse volume, with its sign', () => {
    expect(increments(daily([100, 99.97, 101]), [mounted()])).toEqual([-30_000, 1_030_000]);
  });

  it('asks about a fall that nothing explains, and goes on from there', () => {
    const { steps, drops } = unwrap(daily([456, 208, 209]), [mounted()], traits);
    expect(steps.map(({ increment }) => increment)).toEqual([0, null, m3]);
    expect(drops).toEqual([
      { at: june + day, previousAt: june, previousValue: 456 * m3, value: 208 * m3 },
    ]);
  });

  it('counts an exchange by the old one’s final and the new one’s first index', () => {
    const exchange = june + day + day / 2;
    const old = mounted({ until: exchange, endIndex: 503 * m3 });
    const fresh = mounted({ from: exchange, startIndex: 2 * m3 });
    expect(increments(daily([500, 502, 6, 7]), [fresh, old])).toEqual([2 * m3, 5 * m3, m3]);
  });

  it('does not count a used replacement’s whole index, nor guess where none was recorded', () => {
    const exchange = june + day / 2;
    const [used, unrecorded] = [350 * m3, null].map((startIndex) => [
      mounted({ until: exchange, endIndex: 101 * m3 }),
      mounted({ from: exchange, startIndex }),
    ]) as [Installation[], Installation[]];
    expect(increments(daily([100, 351]), used)).toEqual([2 * m3]);
    expect(increments(daily([100, 351]), unrecorded)).toEqual([null]);
  });

  it('starts a heat cost allocator from zero at the turn of the year only', () => {
    const hca = { ...traits, resetsYearly: true };
    const newYear = Date.UTC(2025, 11, 31, 12);
    expect(increments(daily([900, 4], newYear), [mounted()], hca)).toEqual([4 * m3]);
    expect(increments(daily([900, 4]), [mounted()], hca)).toEqual([null]);
  });

  it('multiplies by the factor so that parts still add up to the whole', () => {
    const readings = daily([0, 0.000001, 0.000002, 0.000003]);
    const parts = increments(readings, [mounted({ factor: 0.37 })]) as number[];
    expect(parts.reduce((a, b) => a + b)).toBe(Math.round(3 * 0.37));
  });
});

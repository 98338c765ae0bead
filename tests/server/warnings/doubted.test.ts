import { describe, expect, it } from 'vitest';
import { asSeenFor, withDoubted } from '../../../server/warnings/doubted.ts';
import { at, hour, hoursOf } from './support.ts';

/** Litres from one hour to another; both may lie within one. */
const rise = (from: number, until: number, litres: number) => {
  return { previousAt: at(from), at: at(until), moved: litres * 1000 };
};
/** 5 m³/h. */
const most = 5_000_000;
const unknown = hoursOf([10, null, null, null, 10]);

/** Hours with their litres, those that nobody knows as null. */
const litresOf = (buckets: ReturnType<typeof withDoubted>) =>
  buckets.map(({ volume, isKnown }) => (isKnown ? (volume ?? 0) / 1000 : null));

describe('a rise in doubt', () => {
  it('makes the hours known that it covers, at its flow', () => {
    const seen = withDoubted(unknown, [rise(1, 3, 4000)], most);
    expect(litresOf(seen)).toEqual([10, 2000, 2000, null, 10]);
  });

  it.each([
    [5000, 5000],
    [5000.001, null],
  ])('of %d l in an hour is believed up to the overload flow', (litres, seen) => {
    expect(litresOf(withDoubted(unknown, [rise(1, 2, litres)], most))[1]).toBe(seen);
    expect(litresOf(withDoubted(unknown, [rise(1, 3, 2 * litres)], most))[2]).toBe(seen);
  });

  it('counts in an hour of which it covers a half, not in one of which it covers less', () => {
    const half = withDoubted(unknown, [rise(1.5, 2.5, 2000)], most);
    expect(litresOf(half)).toEqual([10, 2000, 2000, null, 10]);
    const less = withDoubted(unknown, [rise(1.6, 2.6, 2000)], most);
    expect(litresOf(less)).toEqual([10, null, 2000, null, 10]);
  });

  it('shares an hour with the next one by the time of each', () => {
    const two = [rise(1.25, 2.25, 1000), rise(2.25, 3.25, 3000)];
    expect(litresOf(withDoubted(unknown, two, most))).toEqual([10, 1000, 2500, null, 10]);
  });

  it('leaves the hours alone that it only touches', () => {
    expect(withDoubted(unknown, [rise(0, 1, 1000)], most).slice(1)).toEqual(unknown.slice(1));
    expect(withDoubted(unknown, [], most)).toBe(unknown);
  });

  it('is a flow: half an hour, where the clock jumps by as much, has half of it', () => {
    const [first] = hoursOf([null]);
    const bucket = { ...(first as NonNullable<typeof first>), end: at(0) + hour / 2 };
    expect(litresOf(withDoubted([bucket], [rise(0, 1, 2000)], most))).toEqual([1000]);
  });

  it('is believed of spills alone, and of the building’s meter up to a larger flow', () => {
    const flat = { category: 'COLD_WATER_METER', tenantId: 1, isMain: false } as const;
    const large = [rise(1, 2, 30_000)];
    expect(litresOf(asSeenFor('WATER_SPILL', flat, unknown, large))[1]).toBeNull();
    const building = { ...flat, tenantId: null };
    expect(litresOf(asSeenFor('WATER_SPILL', building, unknown, large))[1]).toBe(30_000);
    expect(asSeenFor('LEAKAGE', building, unknown, large)).toBe(unknown);
  });
});

import { describe, expect, it } from 'vitest';
import { gaugeBuckets, registerBuckets } from '../../../server/metering/consumption.ts';
import { type Installation, type Reading, unwrap } from '../../../server/metering/registers.ts';
import { toWatched } from '../../../server/warnings/watch.ts';
import { begin, hour } from './support.ts';

/** What metering makes of readings, as detection sees it. */

const edges = Array.from({ length: 13 }, (_, index) => begin + index * hour);
const traits = { resetsYearly: false, timeZone: 'UTC', usual: hour, maxFlow: 5_000_000 };

/** Hours with their litres, those that nobody knows in brackets. */
function watch(readings: readonly Reading[], installations: readonly Installation[] = []) {
  const { steps } = unwrap(readings, installations, traits);
  return registerBuckets(steps, edges, 'HOURLY').map((value, index) => {
    const start = edges[index] as number;
    const { volume, isKnown } = toWatched({ ...value, start }, start + hour);
    const litres = volume === null ? '-' : `${volume / 1000}`;
    return isKnown ? litres : `(${litres})`;
  });
}

/** A leakage of 6 l/h, read so many minutes past each hour. */
function readings(minutes: number): Reading[] {
  return edges.slice(0, 12).map((edge, index) => {
    return { at: edge + minutes * 60_000, value: 100_000 + index * 6000, quality: 0 };
  });
}

const known = (count: number) => new Array<string>(count).fill('6');

describe('a watched hour', () => {
  it('is known when it was measured from edge to edge, not while it has begun', () => {
    expect(watch(readings(0))).toEqual([...known(11), '(-)']);
    expect(watch(readings(15))).toEqual(['(4.5)', ...known(10), '(1.5)']);
  });

  it('is a guess where a reading is missing, and nothing where many are', () => {
    const all = readings(0);
    expect(watch(all.toSpliced(5, 1))).toEqual([...known(4), '(6)', '(6)', ...known(5), '(-)']);
    const gap = new Array<string>(7).fill('(-)');
    expect(watch(all.toSpliced(3, 6))).toEqual([...known(2), ...gap, '6', '6', '(-)']);
  });

  it('isn’t known when a reading was estimated', () => {
    const all = readings(0);
    const estimated = all.with(4, { ...(all[4] as Reading), quality: 2 });
    expect(watch(estimated).slice(2, 6)).toEqual(['6', '(6)', '6', '6']);
  });

  it('goes on over an exchange that is on record, and isn’t known over one that isn’t', () => {
    const exchangedAt = begin + 5.5 * hour;
    const exchanged = readings(0).map((one, index) =>
      index > 5 ? { ...one, value: (index - 5.5) * 6000 } : one,
    );
    const mounted = { factor: 1, modulus: null, startIndex: 0, endIndex: null, until: null };
    const record: Installation[] = [
      { ...mounted, from: 0, until: exchangedAt, endIndex: 133_000 },
      { ...mounted, from: exchangedAt },
    ];
    expect(watch(exchanged, record)).toEqual([...known(11), '(-)']);
    expect(watch(exchanged)).toEqual([...known(5), '(-)', ...known(5), '(-)']);
  });

  it('isn’t known where the rise is in doubt', () => {
    const jumped = readings(0).map((one, index) =>
      index > 5 ? { ...one, value: one.value + 90_000_000 } : one,
    );
    expect(watch(jumped)).toEqual([...known(5), '(-)', ...known(5), '(-)']);
  });

  it('of a gauge is known once it is over', () => {
    const all = [0, 1, 2].map((index) => {
      return { at: begin + index * hour + 60_000, value: 20_000_000, quality: 0 };
    });
    const hours = gaugeBuckets(all, edges.slice(0, 5), 'HOURLY').map((value) => {
      return toWatched({ ...value, start: begin }, begin + hour);
    });
    expect(hours.map(({ isKnown, received }) => [isKnown, received])).toEqual([
      [false, 1],
      [true, 1],
      [false, 1],
      [false, 0],
    ]);
  });
});

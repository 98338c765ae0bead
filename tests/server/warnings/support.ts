import type { WatchedBucket } from '../../../server/warnings/detect.ts';

export const hour = 3_600_000;
export const day = 24 * hour;
export const begin = Date.UTC(2026, 0, 5);
/** Nothing is known from before. */
export const fresh = { active: null, notBefore: null };

const micro = 1_000_000;

function bucket(index: number, length: number, known: Partial<WatchedBucket> | null) {
  const start = begin + index * length;
  const empty = { volume: null, received: 0, minimum: null, maximum: null };
  return { start, end: start + length, ...empty, isKnown: known !== null, ...known };
}

/** Hours of a water meter by their litres; null: nobody knows. */
export function hoursOf(litres: readonly (number | null)[]): WatchedBucket[] {
  return litres.map((one, index) =>
    bucket(index, hour, one === null ? null : { volume: Math.round(one * 1000), received: 1 }),
  );
}

/** Days of a water meter by their litres. */
export function daysOf(litres: readonly (number | null)[]): WatchedBucket[] {
  return litres.map((one, index) =>
    bucket(index, day, one === null ? null : { volume: Math.round(one * 1000), received: 24 }),
  );
}

/** Hours of a gauge by their readings. */
export function gaugeOf(hours: readonly (readonly number[] | null)[]): WatchedBucket[] {
  return hours.map((readings, index) => {
    if (readings === null) return bucket(index, hour, null);
    const values = readings.map((one) => Math.round(one * micro));
    const volume = values.reduce((sum, one) => sum + one, 0);
    const range = { minimum: Math.min(...values), maximum: Math.max(...values) };
    return bucket(index, hour, { volume, received: values.length, ...range });
  });
}

export function times<Value>(count: number, value: Value): Value[] {
  return new Array<Value>(count).fill(value);
}

/** Begin of the hour with this number. */
export function at(index: number): number {
  return begin + index * hour;
}

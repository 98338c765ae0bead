import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { minuteMs } from '../../schemas/time.ts';
import { startGivingBack } from '../../server/giveBackMemory.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A portal that works so many milliseconds in each minute; answers after which minutes it gave back. */
function watch(minutes: readonly number[]) {
  let work = 20_000;
  const given: number[] = [];
  let minute = 0;
  const { stop } = startGivingBack({ readWork: () => work, collect: () => given.push(minute) });
  for (const worked of minutes) {
    minute += 1;
    work += worked;
    vi.advanceTimersByTime(minuteMs);
  }
  stop();
  vi.advanceTimersByTime(10 * minuteMs);
  return given;
}

it('gives back what the start left, once the portal rests', () => {
  expect(watch([9000, 9000, 100, 100, 100])).toEqual([3]);
});

it('gives nothing back while the portal works', () => {
  expect(watch([9000, 4000, 3001, 9000])).toEqual([]);
});

it('gives back again after work, and not for the little that an idle portal does', () => {
  expect(watch([100, 30_000, 100, ...Array.from({ length: 49 }, () => 100)])).toEqual([1, 3]);
});

it('collects for real', () => {
  const before = process.memoryUsage().heapUsed;
  const text = 'x'.repeat(1000);
  let garbage: string[] | undefined = Array.from({ length: 200_000 }, (_, at) => `${text}${at}`);
  const full = garbage.map((one) => one.slice(1) + one).length;
  garbage = undefined;
  let work = 0;
  const { stop } = startGivingBack({ readWork: () => work });
  work = 1;
  vi.advanceTimersByTime(minuteMs);
  stop();
  expect(full).toBe(200_000);
  expect(process.memoryUsage().heapUsed).toBeLessThan(before + 60e6);
});

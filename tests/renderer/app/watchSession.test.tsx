import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchSession } from '../../../renderer/app/session/watchSession.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watch({ isWatchedByProvider = false } = {}) {
  let finish: () => void = () => undefined;
  const check = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  const stop = watchSession({ check, isWatchedByProvider: async () => isWatchedByProvider });
  return { check, stop, finish: () => finish() };
}

it('looks every five seconds, and waits for an answer before the next look', async () => {
  const { check, stop, finish } = watch();
  await vi.advanceTimersByTimeAsync(4999);
  expect(check).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(check).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(check).toHaveBeenCalledTimes(1);
  finish();
  await vi.advanceTimersByTimeAsync(5000);
  expect(check).toHaveBeenCalledTimes(2);
  stop();
  finish();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(check).toHaveBeenCalledTimes(2);
  expect(vi.getTimerCount()).toBe(0);
});

it('looks at once when the page is looked at again, yet never twice at a time', async () => {
  const { check, stop } = watch();
  document.dispatchEvent(new Event('visibilitychange'));
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(check).toHaveBeenCalledTimes(1);
  stop();
});

it('looks once a minute only while the provider’s own frame watches', async () => {
  const { check, stop } = watch({ isWatchedByProvider: true });
  await vi.advanceTimersByTimeAsync(59_000);
  expect(check).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  expect(check).toHaveBeenCalledTimes(1);
  stop();
});

import { afterEach, expect, it, vi } from 'vitest';
import { createWorkPool } from '../../server/workPool.ts';

/** Work that ends when it is told to, and notes when it began. */
function createWork(began: string[]) {
  const ends = new Map<string, () => void>();
  return {
    of: (name: string) => () => {
      began.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    },
    async end(name: string) {
      ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

afterEach(() => {
  vi.useRealTimers();
});

it('serves owners in turn, whatever one of them has waiting', async () => {
  const began: string[] = [];
  const pool = createWorkPool({ slots: 2, perOwner: 1, maxWaiting: 10 });
  const work = createWork(began);
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) =>
    pool.run(name.slice(0, 1), work.of(name)),
  );
  await work.end('');
  expect(began).toEqual(['a1', 'b1']);
  for (const name of ['a1', 'b1', 'a2', 'b2']) await work.end(name);
  // Each has had its second turn when c, who came last, has its first; a's third comes after.
  expect(began).toEqual(['a1', 'b1', 'a2', 'b2', 'c1', 'a3']);
  expect(pool.isWanted('a')).toBe(true);
  await work.end('c1');
  expect(pool.isWanted('a')).toBe(true);
  await work.end('a3');
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c1']);
});

it('knows whether others came a moment ago', async () => {
  vi.useFakeTimers();
  const pool = createWorkPool({ slots: 2, perOwner: 1, maxWaiting: 10 });
  const call = (name: string) => pool.run(name, async () => undefined);
  await call('a');
  await call('a');
  expect(pool.isWanted('a')).toBe(false);
  expect(pool.isWanted('b')).toBe(true);
  await call('b');
  vi.advanceTimersByTime(1500);
  await call('a');
  expect(pool.isWanted('a')).toBe(true);
  vi.advanceTimersByTime(1000);
  await call('a');
  expect(pool.isWanted('a')).toBe(false);
});

it('refuses an owner with too much waiting, and frees the place of what fails', async () => {
  const pool = createWorkPool({ slots: 1, perOwner: 1, maxWaiting: 1 });
  const work = createWork([]);
  const first = pool.run('a', work.of('1'));
  const second = pool.run('a', () => Promise.reject(new Error('failed')));
  const failing = expect(second).rejects.toThrow('failed');
  await expect(pool.run('a', work.of('3'))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  const other = pool.run('b', work.of('4'));
  await work.end('1');
  await failing;
  await work.end('4');
  expect([await first, await other]).toEqual(['1', '4']);
});

it('keeps slots for owners of whom nothing is under way', async () => {
  const began: string[] = [];
  const pool = createWorkPool({ slots: 4, perOwner: 2, keptFree: 2, maxWaiting: 10 });
  const work = createWork(began);
  const all = ['a1', 'a2', 'b1', 'b2', 'c1', 'd1'].map((name) =>
    pool.run(name.slice(0, 1), work.of(name)),
  );
  await work.end('');
  expect(began).toEqual(['a1', 'a2', 'b1', 'c1']);
  await work.end('a1');
  expect(began.at(-1)).toBe('d1');
  for (const name of ['a2', 'b1', 'b2', 'c1', 'd1']) await work.end(name);
  expect(await Promise.all(all)).toHaveLength(6);
});

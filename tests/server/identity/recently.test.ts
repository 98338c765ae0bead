import { describe, expect, it, vi } from 'vitest';
import { createRecently } from '../../../server/identity/recently.ts';

function setUp(isKept = true) {
  const clock = { now: 0, writes: 0 };
  const lookUp = vi.fn(async (key: string) => ({ key, call: lookUp.mock.calls.length }));
  const find = createRecently({
    lookUp,
    isKept: () => isKept,
    maxAgeMs: 1000,
    countWrites: () => clock.writes,
    now: () => clock.now,
  });
  return { clock, lookUp, find };
}

describe('what was looked up recently', () => {
  it('is asked once by calls that come together, and by those shortly after', async () => {
    const { clock, lookUp, find } = setUp();
    const [one, other] = await Promise.all([find('a'), find('a')]);
    clock.now = 999;
    expect(await find('a')).toBe(one);
    expect(other).toBe(one);
    expect(await find('b')).toEqual({ key: 'b', call: 2 });
    expect(lookUp).toHaveBeenCalledTimes(2);
  });

  it('is asked again after a second, and after this process has written', async () => {
    const { clock, find } = setUp();
    await find('a');
    clock.now = 1000;
    expect(await find('a')).toMatchObject({ call: 2 });
    clock.writes = 1;
    expect(await find('a')).toMatchObject({ call: 3 });
    expect(await find('a')).toMatchObject({ call: 3 });
  });

  it('doesn’t hold when something was written while it was asked', async () => {
    const { clock, lookUp, find } = setUp();
    let answer: () => void = () => undefined;
    lookUp.mockImplementationOnce(async (key) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return { key, call: 0 };
    });
    const early = find('a');
    clock.writes = 1;
    expect(await find('a')).toMatchObject({ call: 2 });
    answer();
    expect(await early).toMatchObject({ call: 0 });
    expect(await find('a')).toMatchObject({ call: 2 });
  });

  it('is never a failure, nor what may not be kept', async () => {
    const { lookUp, find } = setUp();
    lookUp.mockRejectedValueOnce(new Error('away'));
    await expect(find('a')).rejects.toThrow('away');
    expect(await find('a')).toMatchObject({ call: 2 });
    const open = setUp(false);
    await open.find('a');
    expect(await open.find('a')).toMatchObject({ call: 2 });
  });

  it('takes no more memory however many ask', async () => {
    const { find } = setUp();
    const first = await find('a');
    for (let at = 0; at < 5000; at++) await find(`other ${at}`);
    expect(await find('a')).not.toBe(first);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLimits, type LimitName } from '../../../server/identity/limits.ts';

const tooMany = expect.objectContaining({ code: 'TOO_MANY_REQUESTS' });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function countTries(limits: ReturnType<typeof createLimits>, name: LimitName, key: string) {
  for (let tries = 0; ; tries += 1) {
    try {
      await limits.spend(name, key);
    } catch (error) {
      expect(error).toEqual(tooMany);
      return tries;
    }
  }
}

describe('a limit', () => {
  it.each<[LimitName, number, number]>([
    ['signIn', 60, 5],
    ['interaction', 300, 5],
    ['forgot', 5, 60],
    ['link', 60, 10],
    ['totp', 10, 15],
    ['password', 10, 15],
    ['unlock', 3, 1440],
    ['subAdministrator', 100, 60],
    ['webhook', 10, 10],
  ])('for %s lets exactly %i tries pass in %i minutes', async (name, tries, minutes) => {
    const limits = createLimits();
    expect(await countTries(limits, name, 'a')).toBe(tries);
    vi.advanceTimersByTime(minutes * 60_000 - 1000);
    await expect(limits.spend(name, 'a')).rejects.toEqual(tooMany);
    vi.advanceTimersByTime(1001);
    expect(await countTries(limits, name, 'a')).toBe(tries);
  });

  it('counts each key, and each limit, apart; a network of IPv6 is one', async () => {
    const limits = createLimits({ totp: { points: 1, seconds: 60 } });
    await limits.spend('totp', 'a');
    await limits.spend('totp', 'b');
    await limits.spend('link', 'a');
    await limits.spend('totp', '2001:db8::1');
    await expect(limits.spend('totp', '2001:db8::2')).rejects.toEqual(tooMany);
    await limits.spend('totp', '2001:db8:0:1::2');
    await expect(limits.spend('totp', 'a')).rejects.toEqual(tooMany);
  });

  it('is given back by what succeeded, once', async () => {
    const limits = createLimits({ totp: { points: 2, seconds: 60 } });
    await limits.spend('totp', 'a');
    await limits.spend('totp', 'a');
    await limits.refund('totp', 'a');
    await limits.spend('totp', 'a');
    await expect(limits.spend('totp', 'a')).rejects.toEqual(tooMany);
  });

  it('says how long to wait, in whole minutes', async () => {
    const limits = createLimits({ totp: { points: 1, seconds: 61 } });
    await limits.spend('totp', 'a');
    await expect(limits.spend('totp', 'a')).rejects.toThrow('Wait 2 minutes, then');
    vi.advanceTimersByTime(2000);
    await expect(limits.spend('totp', 'a')).rejects.toThrow('Wait 1 minute, then');
  });
});

import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useIdleSignOut } from '../../../renderer/app/session/useIdleSignOut.ts';

const minute = 60_000;

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function start(isSignedIn = true) {
  const signOut = vi.fn();
  renderHook(() => useIdleSignOut(isSignedIn, signOut));
  return signOut;
}

describe('idle sessions', () => {
  it('end after 15 minutes, once', () => {
    const signOut = start();
    vi.advanceTimersByTime(14 * minute);
    expect(signOut).not.toHaveBeenCalled();
    vi.advanceTimersByTime(30 * minute);
    expect(signOut).toHaveBeenCalledTimes(1);
  });

  it('go on with each sign of life, also in another tab', () => {
    const signOut = start();
    vi.advanceTimersByTime(14 * minute);
    window.dispatchEvent(new Event('keydown'));
    vi.advanceTimersByTime(14 * minute);
    localStorage.setItem('meterhouse.lastActivity', String(Date.now()));
    vi.advanceTimersByTime(14 * minute);
    expect(signOut).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2 * minute);
    expect(signOut).toHaveBeenCalledTimes(1);
  });

  it('are none while nobody is signed in', () => {
    const signOut = start(false);
    vi.advanceTimersByTime(60 * minute);
    expect(signOut).not.toHaveBeenCalled();
  });
});

import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useIdleSignOut } from '../../../renderer/app/session/useIdleSignOut.ts';
import { watchSession } from '../../../renderer/app/session/watchSession.ts';
import { useIsDark } from '../../../renderer/app/theme.ts';
import { type Actions, ActionsProvider } from '../../../renderer/core/actions.ts';
import { useIsNarrow } from '../../../renderer/core/mediaQuery.ts';
import {
  createNavigationGuard,
  NavigationGuardProvider,
} from '../../../renderer/core/navigationGuard.ts';
import { TranslationProvider } from '../../../renderer/core/translation.ts';
import { useFullscreen } from '../../../renderer/core/useFullscreen.ts';
import { useIsPrinting } from '../../../renderer/core/useIsPrinting.ts';
import { useLeaveGuard } from '../../../renderer/nodes/form/useLeaveGuard.ts';
import { createTexts } from '../support/texts.ts';

let device: EventTarget;
const { matchMedia } = window;

beforeEach(() => {
  vi.useFakeTimers();
  device = Object.assign(new EventTarget(), { matches: false });
  window.matchMedia = () => device as MediaQueryList;
  for (const target of [window, document, device]) {
    vi.spyOn(target, 'addEventListener');
    vi.spyOn(target, 'removeEventListener');
  }
});
afterEach(() => {
  cleanup();
  window.matchMedia = matchMedia;
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** What is listened for at the window, the page and the device. */
function listening(): string[] {
  return [window, document, device].flatMap((target) => {
    const removed = vi.mocked(target.removeEventListener).mock.calls;
    const isRemoved = (type: string, listener: unknown) =>
      removed.some((one) => one[0] === type && one[1] === listener);
    return vi
      .mocked(target.addEventListener)
      .mock.calls.filter(([type, listener]) => !isRemoved(type, listener))
      .map(([type]) => type);
  });
}

const i18n = await createTexts();
const actions = { confirm: async () => true } as unknown as Actions;
function wrapper({ children }: { children: ReactNode }) {
  return (
    <TranslationProvider i18n={i18n}>
      <ActionsProvider value={actions}>
        <NavigationGuardProvider value={createNavigationGuard()}>
          {children}
        </NavigationGuardProvider>
      </ActionsProvider>
    </TranslationProvider>
  );
}

it.each<[string, () => unknown, string[]]>([
  ['what is printed', useIsPrinting, ['afterprint', 'beforeprint', 'change']],
  ['the window’s width', useIsNarrow, ['afterprint', 'beforeprint', 'change']],
  ['dark mode', useIsDark, ['change']],
  ['what would be lost', () => useLeaveGuard(true), ['beforeunload']],
  [
    'signs of life',
    () => useIdleSignOut(true, () => undefined),
    [
      ...['focus', 'keydown', 'pageshow', 'pointerdown', 'scroll', 'touchstart'],
      ...['visibilitychange', 'wheel'],
    ],
  ],
])('who listens for %s stops with its part of the page', (_what, hook, types) => {
  const { unmount } = renderHook(hook, { wrapper });
  expect(listening()).toEqual(expect.arrayContaining(types));
  unmount();
  expect(listening().filter((type) => types.includes(type))).toEqual([]);
});

it('Escape is listened for only while something fills the window', () => {
  const { result, unmount } = renderHook(() => useFullscreen());
  const isListening = () => listening().includes('keydown');
  expect(isListening()).toBe(false);
  act(() => result.current.toggle());
  expect([result.current.isOn, isListening()]).toEqual([true, true]);
  act(() => void window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })));
  expect([result.current.isOn, isListening()]).toEqual([false, false]);
  act(() => result.current.toggle());
  unmount();
  expect(isListening()).toBe(false);
});

it('a session that is watched no more listens to nothing', () => {
  const life = { check: async () => undefined, isWatchedByProvider: async () => false };
  const stop = watchSession(life);
  expect(listening()).toEqual(['visibilitychange']);
  stop();
  expect(listening()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

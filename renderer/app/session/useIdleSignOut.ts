import { useEffect, useState } from 'react';
import { idleMilliseconds, noteActivity, readIdleTime } from './lastActivity.ts';

const warningMilliseconds = 60_000;
const tickMilliseconds = 1000;
const signs = ['pointerdown', 'keydown', 'wheel', 'scroll', 'touchstart'] as const;
/** A machine that wakes up shows the page before its timers run. */
const wakings = ['focus', 'pageshow', 'visibilitychange'] as const;

/**
 * Signs out after 15 minutes without a sign of life in any tab (specification §4). In the minute
 * before, answers how many seconds are left, and then only `noteActivity` or another tab goes on.
 */
export function useIdleSignOut(isSignedIn: boolean, signOut: () => void): number | undefined {
  const [secondsLeft, setSecondsLeft] = useState<number>();

  useEffect(() => {
    if (!isSignedIn) return undefined;
    let timer: ReturnType<typeof setInterval> | undefined;
    const look = () => {
      if (timer === undefined) return;
      const left = idleMilliseconds - (readIdleTime() ?? 0);
      setSecondsLeft(left < warningMilliseconds ? Math.max(0, Math.ceil(left / 1000)) : undefined);
      if (left > 0) return;
      clearInterval(timer);
      timer = undefined;
      signOut();
    };
    let noted = 0;
    const note = () => {
      const idle = readIdleTime() ?? 0;
      // What wakes a machine up comes too late, and during the warning only its button counts.
      if (idle > idleMilliseconds - warningMilliseconds) look();
      else if (Date.now() - noted >= tickMilliseconds) {
        noteActivity();
        noted = Date.now();
      }
    };
    // A page that is opened is a sign of life, too.
    if ((readIdleTime() ?? 0) < idleMilliseconds) noteActivity();
    timer = setInterval(look, tickMilliseconds);
    for (const sign of signs) window.addEventListener(sign, note, { passive: true });
    for (const waking of wakings) window.addEventListener(waking, look);
    return () => {
      clearInterval(timer);
      timer = undefined;
      for (const sign of signs) window.removeEventListener(sign, note);
      for (const waking of wakings) window.removeEventListener(waking, look);
    };
  }, [isSignedIn, signOut]);

  return secondsLeft;
}

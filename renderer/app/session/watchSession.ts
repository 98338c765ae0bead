import type { SessionLife } from './sessionLife.ts';

/** Specification §7, session check. */
const intervalMilliseconds = 5000;
/** While the provider's frame tells when the session ends, only rights need a look. */
const leisurelyLooks = 12;

/**
 * Looks at the session every five seconds, never twice at a time, and at once when the page is
 * looked at again. Answers how to stop.
 */
export function watchSession(life: Pick<SessionLife, 'check' | 'isWatchedByProvider'>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let isLooking = false;
  let waits = 0;

  async function look(isDue: boolean) {
    if (isLooking) return;
    clearTimeout(timer);
    isLooking = true;
    waits += 1;
    if (
      isDue ||
      waits >= leisurelyLooks ||
      !(await life.isWatchedByProvider().catch(() => false))
    ) {
      waits = 0;
      await life.check();
    }
    isLooking = false;
    if (!isStopped) schedule();
  }

  function schedule() {
    timer = setTimeout(() => void look(false), intervalMilliseconds);
  }

  const lookAgain = () => {
    if (document.visibilityState === 'visible') void look(true);
  };
  schedule();
  document.addEventListener('visibilitychange', lookAgain);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', lookAgain);
  };
}

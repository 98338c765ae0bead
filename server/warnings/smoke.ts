import { urgencies } from '../../schemas/entities/warning.ts';
import { dayMs } from '../../schemas/time.ts';
import type { Episode } from './detect.ts';

/** A warning of smoke is over when the detector has been quiet for so long. */
export const smokeQuietMilliseconds = dayMs;

/** When a detector told of smoke; UTC ms. */
export interface SmokeEvent {
  readonly start: number;
  readonly end: number;
}

/**
 * Alarms that follow within a day are one. Unlike what is measured an alarm has no second reading
 * that says it is over: a day without another does.
 */
export function smokeEpisodes(events: readonly SmokeEvent[], now: number): Episode[] {
  const sorted = events.toSorted((one, other) => one.start - other.start);
  const episodes: { first: number; last: number; figure: number }[] = [];
  for (const { start, end } of sorted) {
    const open = episodes.at(-1);
    if (open && start <= open.last + smokeQuietMilliseconds) {
      open.last = Math.max(open.last, end);
      open.figure++;
    } else episodes.push({ first: start, last: end, figure: 1 });
  }
  return episodes.map((one) => {
    const quietAt = one.last + smokeQuietMilliseconds;
    return {
      ...one,
      limit: 0,
      urgency: urgencies.CRITICAL,
      clearedAt: quietAt <= now ? quietAt : null,
    };
  });
}

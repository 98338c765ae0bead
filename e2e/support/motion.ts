import { isLongRun } from '../../scripts/testing/seed.mjs';

/**
 * Journeys ask for as little motion as people may ask their system for: pictures of what moves take a
 * third of a browser's time. In a long run all of them move.
 */
export const usualMotion = isLongRun() ? 'no-preference' : 'reduce';

/** For `test.use`, in a file about what moves: it does so in each run. */
export const inMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const;

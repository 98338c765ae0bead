import { expect, it } from 'vitest';
import { keptCost, measureCost } from '../../../bench/ingestFile.ts';
import { isLongRun } from '../../../scripts/testing/seed.mjs';

/** Nothing else sees an import grow dearer: no other test is about what the processor does. */
it.runIf(isLongRun())(
  'a million readings cost the processor at most a quarter more than they did',
  async () => {
    expect(await measureCost()).toBeLessThan(1.25 * keptCost);
  },
  300_000,
);

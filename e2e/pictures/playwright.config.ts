import { defineConfig } from '@playwright/test';
import ordinary from '../../playwright.config.ts';
import { wishes } from './support/wishes.ts';

const { globalSetup: _, ...withoutPortal } = ordinary;
/** From here, not from the house. */
const globalSetup = '../support/preparation.ts';

/** `npm run pictures`: on portals of its own with the demo, or on the one that it is told of. */
export default defineConfig({
  ...withoutPortal,
  ...(wishes.address === undefined ? { globalSetup } : {}),
  globalTeardown: './support/writeIndex.ts',
  testDir: '.',
  testIgnore: [],
  outputDir: '../../test-results',
  fullyParallel: true,
  timeout: 3_600_000,
});

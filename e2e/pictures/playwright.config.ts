import { defineConfig } from '@playwright/test';
import ordinary from '../../playwright.config.ts';
import { wishes } from './support/wishes.ts';

const { globalSetup, ...withoutPortal } = ordinary;

/** `npm run pictures`: on portals of its own with the demo, or on the one that it is told of. */
export default defineConfig({
  ...withoutPortal,
  ...(globalSetup && wishes.address === undefined ? { globalSetup } : {}),
  globalTeardown: './support/writeIndex.ts',
  testDir: '.',
  testIgnore: [],
  outputDir: '../../test-results',
  fullyParallel: true,
  timeout: 3_600_000,
});

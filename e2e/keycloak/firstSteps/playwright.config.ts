import { defineConfig } from '@playwright/test';
import ordinary from '../../../playwright.config.ts';

const { globalSetup: _, ...withoutPortal } = ordinary;

/** Journeys that start portals of their own, one after the other, where the realm expects one. */
export default defineConfig({
  ...withoutPortal,
  workers: 1,
  testDir: '.',
  testIgnore: [],
  outputDir: '../../../test-results',
  timeout: 900_000,
  expect: { timeout: 30_000 },
});

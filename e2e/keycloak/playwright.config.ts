import { defineConfig } from '@playwright/test';
import ordinary from '../../playwright.config.ts';
import { portalEnvironment } from './support/portalEnvironment.ts';

const house = '../..';

const { globalSetup: _, ...withoutPortal } = ordinary;

export default defineConfig({
  ...withoutPortal,
  workers: 1,
  testDir: '.',
  // These start portals of their own.
  testIgnore: 'firstSteps/**',
  use: { ...withoutPortal.use, baseURL: portalEnvironment.PUBLIC_URL },
  outputDir: `${house}/test-results`,
  timeout: 240_000,
  // Keycloak compiles itself while it is used.
  expect: { timeout: 20_000 },
  webServer: {
    command: `"${process.execPath}" server/main.ts`,
    cwd: house,
    url: `${portalEnvironment.PUBLIC_URL}/readyz`,
    timeout: 240_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: portalEnvironment,
  },
});

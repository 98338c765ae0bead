import { cpSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';

// Workers read this file again: what the first reading chose is handed on to them.
process.env.E2E_DATA_DIR ??= join(tmpdir(), `meterhouse-e2e-${process.pid}`);
process.env.E2E_PORT ??= '8099';
// Journeys edit manifests: a copy of theirs, made by the first reading.
if (process.env.E2E_MANIFESTS_DIR === undefined) {
  process.env.E2E_MANIFESTS_DIR = `${process.env.E2E_DATA_DIR}-manifests`;
  cpSync('manifests', process.env.E2E_MANIFESTS_DIR, { recursive: true });
}
const baseURL = `http://127.0.0.1:${process.env.E2E_PORT}`;
const chromium = process.env.CHROMIUM_PATH;

export default defineConfig({
  testDir: 'e2e',
  // They need a Keycloak: `npm run e2e:keycloak`.
  testIgnore: 'keycloak/**',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  // Only what hangs is stopped: a machine that does other things too takes its time.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: [['list']],
  use: {
    baseURL,
    // What isn't there isn't clicked: otherwise only the whole journey's time ends the wait.
    actionTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'Europe/Warsaw',
    // One that is kept of every journey takes its time, too.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  projects: [
    {
      name: 'chromium',
      testMatch: /.*\.spec\.ts/,
      use: { ...devices['Desktop Chrome'] },
    },
  ],
  webServer: {
    command: `"${process.execPath}" server/main.ts`,
    url: `${baseURL}/readyz`,
    // The first start loads the demo data.
    timeout: 240_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      HOST: '127.0.0.1',
      PORT: process.env.E2E_PORT,
      PUBLIC_URL: baseURL,
      DATA_DIR: process.env.E2E_DATA_DIR,
      MANIFESTS_DIR: process.env.E2E_MANIFESTS_DIR,
    },
  },
});

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { usualMotion } from './e2e/support/motion.ts';

// Workers read this file again: what the first reading chose is handed on to them.
process.env.E2E_FOLDER ??= join(tmpdir(), `meterhouse-e2e-${process.pid}`);
const chromium = process.env.CHROMIUM_PATH;

export default defineConfig({
  testDir: 'e2e',
  // They need a Keycloak: `npm run e2e:keycloak`; and `npm run pictures`.
  testIgnore: ['keycloak/**', 'pictures/**'],
  outputDir: 'test-results',
  // Begins what the portals of the workers are copies of (e2e/support/portal.ts).
  globalSetup: './e2e/support/preparation.ts',
  fullyParallel: false,
  // Files are begun in the order of their names: what takes long lies in e2e/_first.
  workers: 2,
  retries: 0,
  // Only what hangs is stopped: a machine that does other things too takes its time.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: [['list']],
  use: {
    // What isn't there isn't clicked: otherwise only the whole journey's time ends the wait.
    actionTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'Europe/Warsaw',
    contextOptions: { reducedMotion: usualMotion },
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
});

import { defineConfig } from '@playwright/test';
import ordinary from '../../playwright.config.ts';

/** `npm run e2e:keycloak` sets the environment: see scripts/keycloak.mjs. */

const { KEYCLOAK_URL, E2E_PORT, E2E_DATA_DIR } = process.env;
const { OIDC_ADMIN_CLIENT_ID, OIDC_ADMIN_CLIENT_SECRET } = process.env;
const baseURL = `http://127.0.0.1:${E2E_PORT}`;
const house = '../..';

export default defineConfig({
  ...ordinary,
  testDir: '.',
  testIgnore: [],
  outputDir: `${house}/test-results`,
  timeout: 120_000,
  // Keycloak compiles itself while it is used.
  expect: { timeout: 20_000 },
  webServer: {
    command: `"${process.execPath}" server/main.ts`,
    cwd: house,
    url: `${baseURL}/readyz`,
    timeout: 240_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      HOST: '127.0.0.1',
      PORT: E2E_PORT ?? '',
      PUBLIC_URL: baseURL,
      DATA_DIR: E2E_DATA_DIR ?? '',
      OIDC_ISSUER: `${KEYCLOAK_URL}/realms/meterhouse`,
      OIDC_ADMIN_CLIENT_ID: OIDC_ADMIN_CLIENT_ID ?? '',
      OIDC_ADMIN_CLIENT_SECRET: OIDC_ADMIN_CLIENT_SECRET ?? '',
      // The demo's accounts wait for their owners' first sign-in at Keycloak.
      DEMO: 'on',
    },
  },
});

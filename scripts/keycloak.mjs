import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runScript } from './bootstrap/execute.mjs';
import { house } from './bootstrap/house.mjs';
import { completeRenderer } from './bootstrap/renderer.mjs';
import { runTool } from './bootstrap/tool.mjs';
import { findHindrance, getKeycloak } from './keycloak/distribution.mjs';
import { readClientSecret, withKeycloak } from './keycloak/server.mjs';
import { getChromium } from './testing/chromium.mjs';
import { findFreePort } from './testing/freePort.mjs';

/** `npm run e2e:keycloak`: the journeys of e2e/keycloak on a real Keycloak, fetched by Maven. */

const directoryClient = 'meterhouse-directory';
/** Journeys on one portal with the demo, and those that start portals of their own. */
const sharedPortal = join('e2e', 'keycloak');
const ownPortals = join(sharedPortal, 'firstSteps');

/** @param {string} place @param {string[]} filters parts of the names of files; none means all */
function hasJourneys(place, filters) {
  const names = readdirSync(join(house, place)).filter((name) => name.endsWith('.spec.ts'));
  return filters.length === 0 || names.some((name) => filters.some((one) => name.includes(one)));
}

/** @param {string[]} filters @returns {Promise<number>} */
async function runJourneys(filters) {
  const hindrance = findHindrance();
  if (hindrance !== undefined) {
    console.log(`SKIPPED: ${hindrance}.`);
    return 0;
  }
  const home = await getKeycloak();
  await completeRenderer(house, process.execPath);
  const chromium = await getChromium();
  const port = process.env.E2E_PORT ?? String(await findFreePort());
  const folder = mkdtempSync(join(tmpdir(), 'meterhouse-keycloak-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return withKeycloak(home, `http://127.0.0.1:${port}`, async (keycloak) => {
    const environment = {
      CHROMIUM_PATH: chromium,
      E2E_DATA_DIR: join(folder, 'data'),
      E2E_PORT: port,
      KEYCLOAK_URL: keycloak.url,
      KEYCLOAK_ADMIN_USERNAME: keycloak.admin.username,
      KEYCLOAK_ADMIN_PASSWORD: keycloak.admin.password,
      OIDC_ADMIN_CLIENT_ID: directoryClient,
      OIDC_ADMIN_CLIENT_SECRET: await readClientSecret(keycloak, directoryClient),
    };
    // One after the other: the realm knows one address of a portal.
    for (const place of [ownPortals, sharedPortal].filter((one) => hasJourneys(one, filters))) {
      const config = ['--config', join(place, 'playwright.config.ts')];
      const parameters = ['test', ...config, ...filters];
      const exit = await runTool('@playwright/test', 'playwright', parameters, environment);
      if (exit !== 0) return exit;
    }
    return 0;
  });
}

await runScript(() => runJourneys(process.argv.slice(2)));

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../bootstrap/execute.mjs';
import { house } from '../bootstrap/house.mjs';
import { buildRenderer, isRendererFresh } from '../bootstrap/renderer.mjs';
import { runTool } from '../bootstrap/tool.mjs';
import { getChromium } from './chromium.mjs';
import { countPlaywright, countVitest, readCounts } from './counts.mjs';
import { withPostgres } from './postgres.mjs';
import { withS3 } from './s3.mjs';
import { runSchemathesis } from './schemathesis/step.mjs';

/** @typedef {{ isGreen: boolean, counts: import('./counts.mjs').Report }} Outcome */

/** @type {Outcome['counts']} */
const noTests = { passed: 0, failed: 0, red: [], unsteady: [] };
/**
 * A red test is run once more, and named at the end if it is green then: one of thousands that fails
 * on a busy machine is worth a look, but must not hold back what the others have shown.
 */
const oneMoreTry = 1;

/** @param {Promise<number>} exit @returns {Promise<Outcome>} */
async function outcomeOf(exit) {
  return { isGreen: (await exit) === 0, counts: noTests };
}

/** @template T @param {(folder: string) => Promise<T>} work */
async function withTemporaryFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'meterhouse-test-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string[]} parameters @param {NodeJS.ProcessEnv} env @returns {Promise<Outcome>} */
function runVitest(parameters, env) {
  return withTemporaryFolder(async (folder) => {
    const report = join(folder, 'report.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const exit = await runTool(
      'vitest',
      'vitest',
      [...parameters, '--run', `--retry=${oneMoreTry}`, ...reporters],
      env,
    );
    return { isGreen: exit === 0, counts: readCounts(report, countVitest) };
  });
}

/** @returns {Promise<Outcome>} */
async function runOnPostgres() {
  // Whatever asks for a database; all else is the same there as it was without.
  const parameters = ['related', 'tests/support/database.ts'];
  const outcome = await withPostgres((url, superuser) =>
    runVitest(parameters, { TEST_DATABASE_URL: url, TEST_SUPERUSER_URL: superuser }),
  );
  if (outcome !== undefined) return outcome;
  console.log('SKIPPED: no PostgreSQL on this machine, and it can only be installed by root.');
  return { isGreen: true, counts: noTests };
}

/** @returns {Promise<Outcome>} */
async function runOnS3() {
  const outcome = await withS3((environment) =>
    runVitest(['run', 'tests/server/storage'], environment),
  );
  if (outcome !== undefined) return outcome;
  console.log('SKIPPED: no S3 server can be built on this machine; it takes Go and its modules.');
  return { isGreen: true, counts: noTests };
}

async function ensureRenderer() {
  if (!isRendererFresh(house)) await buildRenderer(house, process.execPath);
}

/** @returns {Promise<Outcome>} */
async function runInBrowser() {
  await ensureRenderer();
  const chromium = await getChromium();
  return withTemporaryFolder(async (folder) => {
    const report = join(folder, 'report.json');
    const parameters = ['test', `--retries=${oneMoreTry}`, '--reporter=list,json'];
    const exit = await runTool('@playwright/test', 'playwright', parameters, {
      CHROMIUM_PATH: chromium,
      E2E_FOLDER: join(folder, 'portals'),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    });
    return { isGreen: exit === 0, counts: readCounts(report, countPlaywright) };
  });
}

/** That each benchmark still runs: at this size its figures say nothing. */
async function runBenchmarks() {
  await ensureRenderer();
  const env = { ...process.env, CHROMIUM_PATH: await getChromium() };
  return outcomeOf(
    runProgram(process.execPath, ['bench/main.ts', 'all', '--tiny'], { cwd: house, env }),
  );
}

/** @returns {Promise<Outcome>} */
async function askFromDocument() {
  return { isGreen: await withTemporaryFolder(runSchemathesis), counts: noTests };
}

async function weighBundle() {
  await ensureRenderer();
  return outcomeOf(runTool('size-limit', 'size-limit', []));
}

/**
 * What CI runs, in this order; `npm test -- NAME…` runs some of it.
 * @type {Record<string, () => Promise<Outcome>>}
 */
export const steps = {
  lint: () => outcomeOf(runTool('@biomejs/biome', 'biome', ['check', '--error-on-warnings'])),
  types: () => outcomeOf(runTool('typescript', 'tsc', ['--project', '.'])),
  unused: () => outcomeOf(runTool('knip', 'knip', [])),
  unit: () => runVitest(['run'], {}),
  postgres: runOnPostgres,
  s3: runOnS3,
  schemathesis: askFromDocument,
  bundle: weighBundle,
  bench: runBenchmarks,
  e2e: runInBrowser,
};

/**
 * The names of the steps to run, in the order of CI; throws when one is unknown.
 * @param {string[]} asked none means all
 */
export function chooseSteps(asked) {
  const names = Object.keys(steps);
  const unknown = asked.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new Error(`No step is called ${unknown.join(', ')}: there are ${names.join(', ')}.`);
  }
  return asked.length === 0 ? names : names.filter((name) => asked.includes(name));
}

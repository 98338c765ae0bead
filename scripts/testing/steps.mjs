import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runProgram } from '../bootstrap/execute.mjs';
import { house } from '../bootstrap/house.mjs';
import { completeRenderer } from '../bootstrap/renderer.mjs';
import { runTool } from '../bootstrap/tool.mjs';
import { listChanges, testsBeside } from './changes.mjs';
import { getChromium } from './chromium.mjs';
import {
  addReports,
  addSecondTry,
  countPlaywright,
  countVitest,
  noTests,
  readCounts,
} from './counts.mjs';
import { withPostgres } from './postgres.mjs';
import { withS3 } from './s3.mjs';
import { runSchemathesis } from './schemathesis/step.mjs';
import { isLongRun } from './seed.mjs';

/** @typedef {{ isGreen: boolean, counts: import('./counts.mjs').Report }} Outcome */

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

/**
 * A file that doesn't load has no test that vitest could try once more: it is run again here. More
 * than a few are a fault of what they share.
 * @param {string[]} parameters
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<Outcome>}
 */
async function runVitest(parameters, env = {}) {
  const first = await runVitestOnce(parameters, env);
  const { red, unloaded = [] } = first.counts;
  if (first.isGreen || unloaded.length !== red.length || red.length === 0 || red.length > 3)
    return first;
  console.log(`Files that didn't load are run again: ${red.join('; ')}`);
  const projects = parameters.filter((parameter) => parameter.startsWith('--project='));
  const again = await runVitestOnce(['run', ...projects, ...unloaded], env);
  return { isGreen: again.isGreen, counts: addSecondTry(first.counts, again.counts) };
}

/** @param {string[]} parameters @param {NodeJS.ProcessEnv} env @returns {Promise<Outcome>} */
function runVitestOnce(parameters, env) {
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

/**
 * With databases on a PostgreSQL of their own, where this machine has one or can install it: a test's
 * database is made in hundredths of a second there. Elsewhere they are embedded.
 * @param {string[]} parameters
 * @returns {Promise<Outcome>}
 */
async function runOnDatabases(parameters) {
  const outcome = await withPostgres((url, superuser) =>
    runVitest(parameters, { TEST_DATABASE_URL: url, TEST_SUPERUSER_URL: superuser }),
  );
  if (outcome !== undefined) return outcome;
  console.log('No PostgreSQL, and only root can install one: databases are embedded.');
  return runVitest(parameters);
}

/** Whatever asks for a database; all else is the same there. @returns {Promise<Outcome>} */
const runEmbedded = () =>
  runVitest(['related', 'tests/support/database.ts'], { TEST_DATABASE_URL: '' });

/** @returns {Promise<Outcome>} */
async function runOnS3() {
  const outcome = await withS3((environment) =>
    runVitest(['run', 'tests/server/storage'], environment),
  );
  if (outcome !== undefined) return outcome;
  console.log('SKIPPED: no S3 server can be built on this machine; it takes Go and its modules.');
  return { isGreen: true, counts: noTests };
}

const ensureRenderer = () => completeRenderer(house, process.execPath);

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

/** That a benchmark still runs, in a long run each: at this size its figures say nothing. */
async function runBenchmarks() {
  await ensureRenderer();
  const env = { ...process.env, CHROMIUM_PATH: await getChromium() };
  const name = isLongRun() ? 'all' : 'render';
  return outcomeOf(
    runProgram(process.execPath, ['bench/main.ts', name, '--tiny'], { cwd: house, env }),
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
 * What imports a file that differs from a commit, and what looks at files that nothing imports.
 * @param {string | undefined} commit
 * @returns {Promise<Outcome>}
 */
async function runChanged(commit) {
  const { since, files } = listChanges(commit);
  const beside = testsBeside(files);
  console.log(`${files.length} files differ from ${since}.`);
  const code = files.filter((file) => /\.(m?ts|tsx|mjs)$/.test(file));
  const outcomes = [];
  if (code.length > 0)
    outcomes.push(await runOnDatabases(['related', ...code, '--passWithNoTests']));
  if (beside.length > 0) outcomes.push(await runOnDatabases(['run', ...beside]));
  return {
    isGreen: outcomes.every(({ isGreen }) => isGreen),
    counts: addReports(outcomes.map(({ counts }) => counts)),
  };
}

/** @typedef {() => Promise<Outcome>} Step */

/** What CI runs, in this order. @type {Record<string, Step>} */
const steps = {
  lint: () => outcomeOf(runTool('@biomejs/biome', 'biome', ['check', '--error-on-warnings'])),
  types: () => outcomeOf(runTool('typescript', 'tsc', ['--project', '.'])),
  unused: () => outcomeOf(runTool('knip', 'knip', [])),
  unit: () => runOnDatabases(['run', '--project=!guides']),
  guides: () => runOnDatabases(['run', '--project=guides']),
  s3: runOnS3,
  schemathesis: askFromDocument,
  bundle: weighBundle,
  bench: runBenchmarks,
  e2e: runInBrowser,
};

/** What `npm test -- long` runs beside them. @type {Record<string, Step>} */
const longSteps = { embedded: runEmbedded };

/**
 * The steps to run, by name and in the order of CI. Throws when a name is unknown.
 * @param {string[]} asked none means all of CI's; `long` all there are; `changed [COMMIT]` what a
 *   change needs
 * @returns {Map<string, Step>}
 */
export function chooseSteps(asked) {
  const [first, commit, ...more] = asked;
  if (first === 'changed' && more.length === 0) {
    const { lint, types } = /** @type {Record<'lint' | 'types', Step>} */ (steps);
    return new Map(Object.entries({ lint, types, changed: () => runChanged(commit) }));
  }
  const all = { ...steps, ...longSteps };
  if (first === 'long' && commit === undefined) return new Map(Object.entries(all));
  const unknown = asked.filter((name) => !Object.hasOwn(all, name));
  if (unknown.length > 0) {
    const names = Object.keys(all).join(', ');
    throw new Error(
      `No step is called ${unknown.join(', ')}: there are ${names}; and long and changed, each alone.`,
    );
  }
  if (asked.length === 0) return new Map(Object.entries(steps));
  return new Map(Object.entries(all).filter(([name]) => asked.includes(name)));
}

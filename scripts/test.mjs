import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forwardSignals } from './bootstrap/execute.mjs';
import { addUp, countStep } from './testing/counts.mjs';
import { runTurn } from './testing/run.mjs';
import { chooseTurns } from './testing/steps.mjs';
import { tellTimes } from './testing/times.mjs';

/** Of a step's tests, so many are named again at the end. */
const maxNames = 20;

/** @param {string[][][]} turns @param {string | undefined} commit */
async function runTurns(turns, commit) {
  const start = performance.now();
  const all = [];
  for (const lanes of turns) all.push(...(await runTurn(lanes, commit)));
  const seconds = (performance.now() - start) / 1000;
  const times = all.map((ran) => ({ ...ran, files: ran.counts.files }));
  console.log(`\n${tellTimes(times, seconds)}`);
  const { passed, failed } = addUp(all.map(({ counts, isGreen }) => countStep(counts, isGreen)));
  const unsteady = listTests(all.map(({ name, counts }) => ({ name, tests: counts.unsteady })));
  if (unsteady.length > 0) console.log(['\nPassed when run again:', ...unsteady].join('\n'));
  const red = all.filter(({ isGreen }) => !isGreen);
  if (red.length > 0) {
    console.log(`\n${tellRed(red.map(({ name, counts }) => ({ name, tests: counts.red })))}`);
  }
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/** @typedef {{ name: string, tests: string[] }} Named a step and tests of it */

/**
 * What is to be mended, at the end, where it is seen first.
 * @param {Named[]} red
 */
function tellRed(red) {
  return [`Failed: ${red.map(({ name }) => name).join(', ')}`, ...listTests(red)].join('\n');
}

/** @param {Named[]} steps @returns {string[]} */
function listTests(steps) {
  return steps.flatMap(({ name, tests }) => {
    const shown = tests.slice(0, maxNames).map((test) => `  ${name}: ${test}`);
    const left = tests.length - shown.length;
    return left > 0 ? [...shown, `  ${name}: and ${left} more`] : shown;
  });
}

forwardSignals();
const folder = mkdtempSync(join(tmpdir(), 'meterhouse-e2e-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
try {
  const asked = process.argv.slice(2);
  if (asked[0] === 'long') process.env.TEST_LONG = '1';
  // The step that loads the journeys' demo leaves it there to the one that uses it.
  process.env.E2E_FOLDER = folder;
  process.exitCode = await runTurns(chooseTurns(asked), asked[1]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

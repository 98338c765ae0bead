import { exitCodeOf, findReceivedSignal, forwardSignals, ToolError } from './bootstrap/execute.mjs';
import { addUp, countStep, noTests } from './testing/counts.mjs';
import { keepFilesInMemory } from './testing/memoryFolder.mjs';
import { chooseSteps } from './testing/steps.mjs';
import { tellTimes } from './testing/times.mjs';

/** Of a step's tests, so many are named again at the end. */
const maxNames = 20;

/** @typedef {import('./testing/steps.mjs').Step} Step */

/** @param {Step} step @returns {ReturnType<Step>} */
async function runStep(step) {
  try {
    return await step();
  } catch (error) {
    if (error instanceof ToolError) console.error(error.output.trimEnd());
    console.error(error instanceof Error ? error.message : error);
    return { isGreen: false, counts: noTests };
  }
}

/** @param {Map<string, Step>} steps */
async function runSteps(steps) {
  const counts = [];
  const red = [];
  const unsteady = [];
  const times = [];
  for (const [name, step] of steps) {
    console.log(`\n── ${name} ──`);
    const start = performance.now();
    const outcome = await runStep(step);
    const signal = findReceivedSignal();
    if (signal !== undefined) process.exit(exitCodeOf(signal));
    const seconds = (performance.now() - start) / 1000;
    console.log(`── ${name}: ${outcome.isGreen ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s`);
    times.push({ name, seconds, files: outcome.counts.files });
    if (!outcome.isGreen) red.push({ name, tests: outcome.counts.red });
    unsteady.push({ name, tests: outcome.counts.unsteady });
    counts.push(countStep(outcome.counts, outcome.isGreen));
  }
  console.log(`\n${tellTimes(times)}`);
  const { passed, failed } = addUp(counts);
  const unsteadyLines = listTests(unsteady);
  if (unsteadyLines.length > 0)
    console.log(['\nPassed when run again:', ...unsteadyLines].join('\n'));
  if (red.length > 0) console.log(`\n${tellRed(red)}`);
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
try {
  const asked = process.argv.slice(2);
  if (asked[0] === 'long') process.env.TEST_LONG = '1';
  const chosen = chooseSteps(asked);
  keepFilesInMemory();
  process.exitCode = await runSteps(chosen);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

import { exitCodeOf, findReceivedSignal, forwardSignals, ToolError } from './bootstrap/execute.mjs';
import { addUp, countStep } from './testing/counts.mjs';
import { chooseSteps, steps } from './testing/steps.mjs';

/** Of a step's tests, so many are named again at the end. */
const mostNames = 20;

/** @param {string} name @returns {Promise<import('./testing/steps.mjs').Outcome>} */
async function runStep(name) {
  try {
    return await /** @type {NonNullable<typeof steps[string]>} */ (steps[name])();
  } catch (error) {
    if (error instanceof ToolError) console.error(error.output.trimEnd());
    console.error(error instanceof Error ? error.message : error);
    return { isGreen: false, counts: { passed: 0, failed: 0, red: [], unsteady: [] } };
  }
}

/** @param {string[]} names */
async function runSteps(names) {
  const counts = [];
  const red = [];
  const unsteady = [];
  for (const name of names) {
    console.log(`\n── ${name} ──`);
    const start = performance.now();
    const outcome = await runStep(name);
    const signal = findReceivedSignal();
    if (signal !== undefined) process.exit(exitCodeOf(signal));
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`── ${name}: ${outcome.isGreen ? 'passed' : 'FAILED'} in ${seconds} s`);
    if (!outcome.isGreen) red.push({ name, tests: outcome.counts.red });
    unsteady.push({ name, tests: outcome.counts.unsteady });
    counts.push(countStep(outcome.counts, outcome.isGreen));
  }
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
    const shown = tests.slice(0, mostNames).map((test) => `  ${name}: ${test}`);
    const left = tests.length - shown.length;
    return left > 0 ? [...shown, `  ${name}: and ${left} more`] : shown;
  });
}

forwardSignals();
try {
  process.exitCode = await runSteps(chooseSteps(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

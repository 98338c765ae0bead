import { performance } from 'node:perf_hooks';
import { exitCodeOf, findReceivedSignal, runApart, ToolError } from '../bootstrap/execute.mjs';
import { noTests } from './counts.mjs';
import { stepNamed } from './steps.mjs';

/** @typedef {import('./steps.mjs').Outcome} Outcome */
/** @typedef {Outcome & { name: string, seconds: number }} Ran */

/**
 * A step's outcome; what it throws is printed, and red.
 * @param {string} name @param {string | undefined} commit for `changed`
 * @returns {Promise<Outcome>}
 */
export async function runStep(name, commit) {
  try {
    return await stepNamed(name, commit)();
  } catch (error) {
    if (error instanceof ToolError) console.error(error.output.trimEnd());
    console.error(error instanceof Error ? error.message : error);
    return { isGreen: false, counts: noTests };
  }
}

/** Where a signal has ended the step, this process ends too. */
function endIfAsked() {
  const signal = findReceivedSignal();
  if (signal !== undefined) process.exit(exitCodeOf(signal));
}

/**
 * A step, on this terminal.
 * @param {string} name @param {string | undefined} [commit]
 * @returns {Promise<Ran>}
 */
async function runHere(name, commit) {
  console.log(`\n── ${name} ──`);
  const start = performance.now();
  const outcome = await runStep(name, commit);
  endIfAsked();
  const ran = { ...outcome, name, seconds: (performance.now() - start) / 1000 };
  console.log(sayEnd(ran));
  return ran;
}

/**
 * The same in a process of its own, for a step beside another one: what it prints is kept.
 * @param {string} name
 * @returns {Promise<{ ran: Ran, output: string }>}
 */
async function runBeside(name) {
  const start = performance.now();
  const { message, output } = await runApart(`${import.meta.dirname}/oneStep.mjs`, [name]);
  const outcome = /** @type {Outcome} */ (message ?? { isGreen: false, counts: noTests });
  return { ran: { ...outcome, name, seconds: (performance.now() - start) / 1000 }, output };
}

/** @param {Ran} ran */
const sayEnd = ({ name, isGreen, seconds }) =>
  `── ${name}: ${isGreen ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s`;

/**
 * Lanes of steps beside each other, each lane's in its order; the first is seen as it goes, the others
 * are printed when all are over.
 * @param {readonly (readonly string[])[]} lanes
 * @param {string | undefined} [commit] for `changed`
 * @returns {Promise<Ran[]>}
 */
export async function runTurn([first = [], ...others], commit) {
  const besides = others.map(async (lane) => {
    const kept = [];
    for (const name of lane) {
      if (findReceivedSignal() === undefined) kept.push(await runBeside(name));
    }
    return kept;
  });
  const ran = [];
  for (const name of first) ran.push(await runHere(name, commit));
  for (const one of (await Promise.all(besides)).flat()) {
    console.log(`\n── ${one.ran.name} ──\n${one.output.trimEnd()}\n${sayEnd(one.ran)}`);
    ran.push(one.ran);
  }
  endIfAsked();
  return ran;
}

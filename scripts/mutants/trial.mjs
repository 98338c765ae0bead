import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyMutant } from './mutate.mjs';
import { findFaultyFiles, runTests } from './run.mjs';

/** @typedef {import('./mutate.mjs').Mutant} Mutant */

/** Seconds for a test file that hasn't passed before; after that, so many times what it took. */
const patience = { first: 300, times: 6, least: 60 };

/** @param {string} output of vitest, which fails a test or a hook that takes too long */
const isTimedOut = (output) => /\b(?:Test|Hook) timed out in \d+ms/.test(output);

/**
 * Tries mutants in a copy of the house.
 * @param {string} copy
 * @param {(mutant: Mutant) => string[]} findTests nearest first
 * @param {number} most so many test files may look at one mutant
 * @param {Map<string, number>} [durations] seconds that test files took when they passed
 */
export function createTrial(copy, findTests, most, durations = new Map()) {
  /** Those that fail without any fault: they say nothing. @type {Set<string>} */
  const red = new Set();
  /** @type {Set<string>} */
  const green = new Set();

  /** @param {string} test */
  async function run(test) {
    const known = durations.get(test);
    const { first, times, least } = patience;
    const limit = known === undefined ? first : Math.max(least, known * times);
    const { end, seconds, output } = await runTests(copy, [test], limit);
    if (end === 'passed') durations.set(test, Math.max(known ?? 0, seconds));
    return end === 'failed' && isTimedOut(output) ? 'timeout' : end;
  }

  /** @param {string} test whether it passes without any fault, here and now, which is looked at once */
  async function isGreen(test) {
    if (!green.has(test) && !red.has(test)) {
      ((await run(test)) === 'passed' ? green : red).add(test);
    }
    return green.has(test);
  }

  /**
   * Too slow may be the fault, or a machine that has other work: then it is too slow without the
   * fault, too, and says nothing of this one mutant.
   * @param {string} test
   */
  async function isSlowByFault(test) {
    return (await run(test)) === 'passed';
  }

  /**
   * @template T
   * @param {Mutant} mutant
   * @param {() => Promise<T>} work
   */
  async function withMutant(mutant, work) {
    const path = join(copy, mutant.file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, applyMutant(text, mutant));
    try {
      return await work();
    } finally {
      writeFileSync(path, text);
    }
  }

  /** @param {Mutant} mutant @returns {Promise<string | undefined>} the test file that notices */
  return async function tryMutant(mutant) {
    const tests = findTests(mutant).slice(0, most);
    for (const test of tests) {
      if (red.has(test)) continue;
      const end = await withMutant(mutant, () => run(test));
      if (end === 'passed') continue;
      const isFault = end === 'timeout' ? await isSlowByFault(test) : await isGreen(test);
      if (isFault) return test;
    }
    return undefined;
  };
}

/**
 * Those of some mutants that don't compile. Each stands beside its file for that, so that one run
 * of the compiler is enough for all.
 * @param {string} copy
 * @param {readonly Mutant[]} mutants
 */
export async function findUncompilable(copy, mutants) {
  if (mutants.length === 0) return [];
  const beside = mutants.map(({ file }, index) => file.replace(/\.ts$/, `.mutant${index}.ts`));
  for (const [index, mutant] of mutants.entries()) {
    const text = readFileSync(join(copy, mutant.file), 'utf8');
    writeFileSync(join(copy, /** @type {string} */ (beside[index])), applyMutant(text, mutant));
  }
  const faulty = await findFaultyFiles(copy);
  return mutants.filter((_, index) => faulty.has(/** @type {string} */ (beside[index])));
}

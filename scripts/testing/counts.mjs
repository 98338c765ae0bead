import { readFileSync } from 'node:fs';
import { house } from '../bootstrap/house.mjs';

/** @typedef {{ passed: number, failed: number }} Counts */
/** @typedef {Counts & { red: string[] }} Report counts, and the tests and files that failed, by name */

/** Of a vitest JSON report. @param {any} report @returns {Report} */
export function countVitest({ numPassedTests, numFailedTests, testResults = [] }) {
  const red = testResults.flatMap((/** @type {any} */ { name: path, status, assertionResults }) => {
    const name = path.replace(`${house}/`, '');
    const tests = assertionResults
      .filter((/** @type {any} */ test) => test.status === 'failed')
      .map((/** @type {any} */ test) => `${name}: ${test.fullName}`);
    // A file that doesn't load has no tests that could fail.
    return tests.length === 0 && status === 'failed' ? [name] : tests;
  });
  return { passed: numPassedTests, failed: numFailedTests, red };
}

/** Of a Playwright JSON report. @param {any} report @returns {Report} */
export function countPlaywright({ stats, suites = [] }) {
  const red = suites.flatMap(listRedJourneys);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, red };
}

/** @param {any} suite @returns {string[]} */
function listRedJourneys({ specs = [], suites = [] }) {
  const own = specs
    .filter((/** @type {any} */ { ok }) => !ok)
    .map((/** @type {any} */ { file, line, title }) => `e2e/${file}:${line}: ${title}`);
  return [...own, ...suites.flatMap(listRedJourneys)];
}

/**
 * What a step adds to the total: its tests, and one failure when the step failed although no test
 * of it did (a fault of lint, a file that doesn't load), so that a red run never says "0 failed".
 * @param {Counts} counts
 * @param {boolean} isGreen
 * @returns {Counts}
 */
export function countStep({ passed, failed }, isGreen) {
  return { passed, failed: isGreen ? failed : Math.max(failed, 1) };
}

/** @param {Counts[]} all */
export function addUp(all) {
  return {
    passed: all.reduce((sum, { passed }) => sum + passed, 0),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
  };
}

/**
 * What a report file says; nothing when the tool ended before it wrote one.
 * @param {string} file
 * @param {(report: any) => Report} count
 * @returns {Report}
 */
export function readCounts(file, count) {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { passed: 0, failed: 0, red: [] };
  }
}

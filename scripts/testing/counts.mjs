import { readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number }} Counts */

/** Test counts of a vitest JSON report. @param {any} report @returns {Counts} */
export function countVitest({ numPassedTests, numFailedTests }) {
  return { passed: numPassedTests, failed: numFailedTests };
}

/** Test counts of a Playwright JSON report. @param {any} report @returns {Counts} */
export function countPlaywright({ stats }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
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
 * Counts from a report file; none when the tool ended before it wrote one.
 * @param {string} file
 * @param {(report: any) => Counts} count
 * @returns {Counts}
 */
export function readCounts(file, count) {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { passed: 0, failed: 0 };
  }
}

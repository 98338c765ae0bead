import { readFileSync } from 'node:fs';
import { house } from '../bootstrap/house.mjs';

/** @typedef {{ passed: number, failed: number }} Counts */
/**
 * Counts, and by name the tests and files that failed, and those that passed only when they were
 * run again: the machine was busy, or a fault shows itself now and then. `unloaded` are files whose
 * tests never began.
 * @typedef {Counts & { red: string[], unsteady: string[], files: FileTime[], unloaded?: string[] }} Report
 */
/** @typedef {{ file: string, seconds: number }} FileTime how long a file's tests took */

/** @typedef {{ status: string, results?: { duration: number }[] }} Attempts */
/** @typedef {{ file: string, line: number, title: string, tests: Attempts[] }} Journey */

/** @type {Report} of a step without tests of its own */
export const noTests = { passed: 0, failed: 0, red: [], unsteady: [], files: [] };

/** Of a vitest JSON report. @param {any} report @returns {Report} */
export function countVitest({ numPassedTests, numFailedTests, testResults = [] }) {
  const red = [];
  const unsteady = [];
  const files = [];
  const unloaded = [];
  for (const file of testResults) {
    const { name: path, status, message, assertionResults, startTime = 0, endTime = 0 } = file;
    const name = path.replace(`${house}/`, '');
    files.push({ file: name, seconds: (endTime - startTime) / 1000 });
    const failed = assertionResults.filter((/** @type {any} */ test) => test.status === 'failed');
    for (const { fullName } of failed) red.push(`${name}: ${fullName}`);
    // A file that doesn't load has no tests that could fail.
    if (failed.length === 0 && status === 'failed') {
      red.push(message ? `${name}: ${message.split('\n', 1)[0]}` : name);
      if (assertionResults.length === 0) unloaded.push(name);
    }
    for (const { status: outcome, fullName, failureMessages } of assertionResults) {
      if (outcome === 'passed' && failureMessages.length > 0) unsteady.push(`${name}: ${fullName}`);
    }
  }
  return { passed: numPassedTests, failed: numFailedTests, red, unsteady, files, unloaded };
}

/** Of a Playwright JSON report. @param {any} report @returns {Report} */
export function countPlaywright({ stats, suites = [] }) {
  /** @type {Journey[]} */
  const journeys = suites.flatMap(listJourneys);
  const namesOf = (/** @type {string} */ status) =>
    journeys
      .filter(({ tests }) => tests.some((test) => test.status === status))
      .map(({ file, line, title }) => `e2e/${file}:${line}: ${title}`);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    red: namesOf('unexpected'),
    unsteady: namesOf('flaky'),
    files: timeJourneys(journeys),
  };
}

/** @param {Journey[]} journeys @returns {FileTime[]} with all their tries */
function timeJourneys(journeys) {
  return [...Map.groupBy(journeys, ({ file }) => file)].map(([file, own]) => {
    const tries = own.flatMap(({ tests }) => tests.flatMap(({ results = [] }) => results));
    const milliseconds = tries.reduce((sum, { duration }) => sum + duration, 0);
    return { file: `e2e/${file}`, seconds: milliseconds / 1000 };
  });
}

/** @param {any} suite @returns {Journey[]} */
function listJourneys({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(listJourneys)];
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
 * What a run says whose unloaded files, and nothing else, were run again.
 * @param {Report} first
 * @param {Report} again
 * @returns {Report}
 */
export function addSecondTry(first, again) {
  const unsteady = first.unloaded?.filter((file) => !again.red.some((red) => red.startsWith(file)));
  return {
    ...addReports([{ ...first, red: [] }, again]),
    unsteady: [...first.unsteady, ...again.unsteady, ...(unsteady ?? [])],
  };
}

/** @param {Report[]} all @returns {Report} */
export function addReports(all) {
  return {
    ...addUp(all),
    red: all.flatMap(({ red }) => red),
    unsteady: all.flatMap(({ unsteady }) => unsteady),
    files: all.flatMap(({ files }) => files),
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
    return noTests;
  }
}

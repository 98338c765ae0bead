import { spawn } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { join, relative } from 'node:path';

/** @typedef {{ end: 'passed' | 'failed' | 'timeout', seconds: number, output: string }} Run `output` with what was said as an error */

/** @type {import('node:child_process').ChildProcess | undefined} */
let running;

/** With all that it has started itself. */
function killRunning() {
  if (running?.pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? running.pid : -running.pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
process.once('exit', killRunning);

/**
 * @param {string} folder
 * @param {string} script below node_modules
 * @param {string[]} args
 * @param {number} limit seconds
 * @returns {Promise<Run>}
 */
function run(folder, script, args, limit) {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    let isLate = false;
    let output = '';
    const child = spawn(process.execPath, [join(folder, 'node_modules', script), ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    running = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    }
    const clock = setTimeout(() => {
      isLate = true;
      killRunning();
    }, limit * 1000);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(clock);
      running = undefined;
      const ended = code === 0 ? 'passed' : 'failed';
      const seconds = (performance.now() - start) / 1000;
      resolve({ end: isLate ? 'timeout' : ended, seconds, output });
    });
  });
}

/**
 * Runs test files, until the first test fails.
 * @param {string} folder
 * @param {readonly string[]} tests
 * @param {number} limit seconds
 */
export function runTests(folder, tests, limit) {
  return run(folder, 'vitest/vitest.mjs', ['run', '--bail=1', ...tests], limit);
}

/**
 * @param {string} folder
 * @param {readonly string[]} tests
 * @returns {Promise<Map<string, number>>} how many seconds those took that passed
 */
export async function runSurvey(folder, tests) {
  const report = join(folder, '.survey.json');
  const args = ['run', '--reporter=json', `--outputFile=${report}`, ...tests];
  await run(folder, 'vitest/vitest.mjs', args, 7200);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const passed = testResults.filter((/** @type {any} */ { status }) => status === 'passed');
  return new Map(
    passed.map((/** @type {any} */ { name, startTime, endTime }) => [
      relative(realpathSync(folder), name).replaceAll('\\', '/'),
      (endTime - startTime) / 1000,
    ]),
  );
}

/** @param {string} folder @returns {Promise<Set<string>>} the files of a house that don't compile */
export async function findFaultyFiles(folder) {
  const unused = ['--noUnusedLocals', 'false', '--noUnusedParameters', 'false'];
  const args = ['--project', '.', '--pretty', 'false', ...unused];
  const { output } = await run(folder, 'typescript/bin/tsc', args, 1200);
  return new Set(
    Array.from(output.matchAll(/^(\S.*?)\(\d+,\d+\): error/gm), ([, file]) => String(file)),
  );
}

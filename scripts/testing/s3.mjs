import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { doExclusively } from '../bootstrap/exclusive.mjs';
import { runQuietly, ToolError } from '../bootstrap/execute.mjs';
import { findFreePort } from './freePort.mjs';
import { toolFolder } from './toolFolder.mjs';

const version = 'v1.8.0';
const keys = { S3_ACCESS_KEY_ID: 'meterhouse', S3_SECRET_ACCESS_KEY: 'meterhouse-secret' };
const startMilliseconds = 10_000;

/** The server's program, built once; undefined when this machine has no Go, or can't reach modules. */
async function getServer() {
  const folder = toolFolder(`versitygw-${version}`);
  const program = join(folder, 'versitygw');
  return doExclusively(folder, async () =>
    existsSync(program) ? program : build(folder, program),
  );
}

/** @param {string} folder @param {string} program */
async function build(folder, program) {
  console.log('Building an S3 server, which takes some minutes once.');
  const env = { ...process.env, GOBIN: folder };
  const mend = 'Without Go and its modules the step is skipped.';
  try {
    const source = `github.com/versity/versitygw/cmd/versitygw@${version}`;
    await runQuietly('go', ['install', source], { env, mend });
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    console.log(error.output.trimEnd());
    return undefined;
  }
  return program;
}

/** @param {string} url */
async function untilItAnswers(url) {
  const end = performance.now() + startMilliseconds;
  while (performance.now() < end) {
    if (await fetch(url).catch(() => undefined)) return;
    await sleep(50);
  }
  throw new Error(`The S3 server at ${url} doesn’t answer.`);
}

/**
 * Does the work with the variables that lead to an S3 server of its own with one empty bucket, which
 * is stopped and deleted afterwards. Undefined, and nothing done, when none can be had.
 * @template T
 * @param {(environment: Record<string, string>) => Promise<T>} work
 * @returns {Promise<T | undefined>}
 */
export async function withS3(work) {
  const program = await getServer();
  if (program === undefined) return undefined;
  const home = mkdtempSync(join(tmpdir(), 'meterhouse-s3-'));
  const port = await findFreePort();
  // A folder is a bucket.
  mkdirSync(join(home, 'meterhouse'));
  const args = ['--quiet', '--port', `127.0.0.1:${port}`, 'posix', home];
  const server = spawn(program, args, {
    stdio: 'ignore',
    env: {
      ROOT_ACCESS_KEY_ID: keys.S3_ACCESS_KEY_ID,
      ROOT_SECRET_ACCESS_KEY: keys.S3_SECRET_ACCESS_KEY,
    },
  });
  const kill = () => server.kill('SIGKILL');
  process.prependListener('exit', kill);
  try {
    const url = `http://127.0.0.1:${port}`;
    await untilItAnswers(url);
    return await work({ TEST_S3_ENDPOINT: url, TEST_S3_BUCKET: 'meterhouse', ...testKeys() });
  } finally {
    process.off('exit', kill);
    if (kill()) await once(server, 'exit');
    rmSync(home, { recursive: true, force: true });
  }
}

function testKeys() {
  return Object.fromEntries(Object.entries(keys).map(([name, key]) => [`TEST_${name}`, key]));
}

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runQuietly, ToolError } from '../../bootstrap/execute.mjs';
import { house } from '../../bootstrap/house.mjs';
import { findFreePort } from '../freePort.mjs';

const patience = 240_000;
const interval = 500;
/** Enough for lists of more than a page; the real one would go on loading beside the test. */
const demoSize = ['--properties', '40', '--months', '3'];
/** What is shown of a portal that doesn't start. */
const shownLines = 40;

/**
 * Does the work with a portal of its own in an empty folder, which has a small demo and keeps to all
 * limits. It ends afterwards, also when this process is ended by a signal.
 * @template T
 * @param {string} folder
 * @param {(url: string) => Promise<T>} work
 */
export async function withPortal(folder, work) {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: join(folder, 'data'),
    // Not production: an answer that the document doesn't tell is an error there.
    NODE_ENV: 'test',
    DEMO: 'off',
  };
  const demo = [join(house, 'server', 'cli', 'main.ts'), 'demo', ...demoSize];
  await runQuietly(process.execPath, demo, { cwd: house, env, mend: 'See what it says above.' });
  const child = spawn(process.execPath, [join(house, 'server', 'main.ts')], {
    cwd: house,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      log = `${log}${text}`.slice(-100_000);
    });
  }
  const ended = new Promise((resolve) => {
    child.once('error', resolve);
    child.once('close', resolve);
  });
  const stop = () => child.kill('SIGTERM');
  process.prependListener('exit', stop);
  try {
    await waitUntilReady(`${url}/readyz`, child, () => log);
    return await work(url);
  } finally {
    process.off('exit', stop);
    stop();
    await ended;
  }
}

/**
 * @param {string} address
 * @param {import('node:child_process').ChildProcess} child
 * @param {() => string} readLog
 */
async function waitUntilReady(address, child, readLog) {
  const end = Date.now() + patience;
  while (Date.now() < end && child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(interval);
  }
  const lines = readLog().trimEnd().split('\n').slice(-shownLines).join('\n');
  throw new ToolError('The portal did not start: what it said is above.', lines);
}

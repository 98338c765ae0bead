import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../scripts/testing/freePort.mjs';

const house = path.resolve(import.meta.dirname, '../..');
/** A first start loads the demo data, and the machine may do other things, too. */
const startMilliseconds = 600_000;
const lookMilliseconds = 100;

interface Place {
  readonly dataDirectory: string;
  /** By default the house's own. */
  readonly manifestsDirectory?: string;
  /** Stops it, even while it starts. */
  readonly signal?: AbortSignal;
}

export interface RunningPortal {
  readonly address: string;
  /** Resolves once it has said so; throws when it ends before. */
  untilSaid(what: RegExp): Promise<void>;
  /** As an operator does it, and waits for the end. */
  stop(): Promise<void>;
}

/** Starts a portal with the embedded database on a free port, and answers once it is ready. */
export async function startPortal(place: Place): Promise<RunningPortal> {
  const port = String(await findFreePort());
  const address = `http://127.0.0.1:${port}`;
  const { dataDirectory: DATA_DIR, manifestsDirectory: MANIFESTS_DIR = '' } = place;
  const portal = spawn(process.execPath, [path.join(house, 'server/main.ts')], {
    cwd: house,
    // Looking for styles builds something in a worker, which leaves `production` behind.
    env: {
      ...process.env,
      NODE_ENV: '',
      HOST: '127.0.0.1',
      PORT: port,
      PUBLIC_URL: address,
      DATA_DIR,
      MANIFESTS_DIR,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  place.signal?.addEventListener('abort', () => portal.kill('SIGTERM'));
  const said: string[] = [];
  createInterface(portal.stdout).on('line', (line) => said.push(line));
  const running: RunningPortal = {
    address,
    untilSaid: (what) => until(portal, async () => said.some((line) => what.test(line))),
    async stop() {
      portal.kill('SIGTERM');
      if (!hasEnded(portal)) await once(portal, 'exit');
    },
  };
  try {
    await until(portal, async () => (await fetch(`${address}/readyz`).catch(() => undefined))?.ok);
  } catch (error) {
    await running.stop();
    throw error;
  }
  return running;
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode !== null || signalCode !== null;

async function until(
  portal: ChildProcess,
  isSo: () => Promise<boolean | undefined>,
): Promise<void> {
  const end = performance.now() + startMilliseconds;
  while (!(await isSo())) {
    if (hasEnded(portal)) throw new Error('The portal has ended: see above what it said.');
    if (performance.now() > end) {
      throw new Error(`The portal was not so far after ${startMilliseconds / 1000} seconds.`);
    }
    await sleep(lookMilliseconds);
  }
}

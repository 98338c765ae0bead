import { execFile } from 'node:child_process';
import { constants, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isLongRun, testSeed } from '../../scripts/testing/seed.mjs';
import { type RunningPortal, startPortal } from './portalProcess.ts';

/**
 * The data folder that the portals of all workers are copies of. It is prepared while the journeys
 * begin that need none; who needs it waits.
 */

/** The opening, the buildings and some of what an average needs: what journeys look for. */
const enough = /readings of 20 of/;
const lookMilliseconds = 100;
const maxMilliseconds = 900_000;

const placesIn = (folder: string) => ({
  data: path.join(folder, 'prepared'),
  ready: path.join(folder, 'prepared.ready'),
  fault: path.join(folder, 'prepared.fault'),
});

/** Playwright's set-up, which doesn't wait for it; the answer is what tidies up. */
export default function beginPreparation(): () => Promise<void> {
  const folder = process.env.E2E_FOLDER ?? '';
  const { ready, fault, data } = placesIn(folder);
  const says = isLongRun() ? 'All of the journeys.' : `Journeys drawn by TEST_SEED=${testSeed()}`;
  process.stdout.write(`${says}\n`);
  mkdirSync(folder, { recursive: true });
  const stopping = new AbortController();
  const prepare = async () => {
    const portal = await startPortal({ dataDirectory: data, signal: stopping.signal });
    // In a long run the rest comes while journeys go on, as in a fresh portal.
    if (!isLongRun()) await portal.untilSaid(enough);
    await portal.stop();
    if (!isLongRun()) {
      const script = path.join(import.meta.dirname, 'endDemo.ts');
      await promisify(execFile)(process.execPath, [script], {
        env: { ...process.env, DATA_DIR: data },
      });
    }
  };
  const done = prepare().then(
    () => writeFileSync(ready, ''),
    (error: Error) => writeFileSync(fault, error.message),
  );
  return async () => {
    stopping.abort();
    await done;
    rmSync(folder, { recursive: true, force: true });
  };
}

/** A portal on a copy of it, and of the manifests, for a worker: journeys change both. */
export async function startOwnPortal(worker: string): Promise<RunningPortal> {
  const folder = process.env.E2E_FOLDER ?? '';
  const { ready, fault, data } = placesIn(folder);
  const end = performance.now() + maxMilliseconds;
  while (!existsSync(ready)) {
    if (existsSync(fault)) throw new Error(readFileSync(fault, 'utf8'));
    if (performance.now() > end) throw new Error('The data folder was never prepared.');
    await sleep(lookMilliseconds);
  }
  const dataDirectory = path.join(folder, worker, 'data');
  const manifestsDirectory = path.join(folder, worker, 'manifests');
  await Promise.all([
    cp(data, dataDirectory, { recursive: true, mode: constants.COPYFILE_FICLONE }),
    cp('manifests', manifestsDirectory, { recursive: true }),
  ]);
  // Where what journeys do besides the browser looks for its portal.
  process.env.E2E_DATA_DIR = dataDirectory;
  process.env.E2E_MANIFESTS_DIR = manifestsDirectory;
  const portal = await startPortal({ dataDirectory, manifestsDirectory });
  return {
    ...portal,
    async stop() {
      await portal.stop();
      await rm(path.join(folder, worker), { recursive: true, force: true });
    },
  };
}

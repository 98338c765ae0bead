import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const house = path.join(import.meta.dirname, '..');
const run = promisify(execFile);
const startMilliseconds = 300_000;

/** As little as every market's screens show something of. */
export const tinyDemo = ['--properties', '9', '--months', '5'];

/**
 * Starts the portal as in production, with an empty database or a demo that is wholly loaded (`demo`
 * says how large, as `portal demo` takes it), and stops it afterwards. `databaseUrl` is an empty
 * database of a server; `isDemoDone` leaves out what a portal adds to the demo while it runs.
 * `work` gets the environment that commands need to find it, and the id of its process.
 */
export async function withPortal(
  {
    demo,
    databaseUrl = '',
    isDemoDone = false,
  }: { demo: readonly string[] | undefined; databaseUrl?: string; isDemoDone?: boolean },
  work: (origin: string, env: NodeJS.ProcessEnv, pid: number) => Promise<void>,
): Promise<void> {
  if (!existsSync(path.join(house, 'dist/renderer/index.html'))) {
    throw new Error('The pages aren’t built yet: npm start builds them, and vite build.');
  }
  const directory = await mkdtemp(path.join(tmpdir(), 'meterhouse-bench-'));
  const port = String(await findPort());
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    // A page that another benchmark built in this process has left `production` there.
    NODE_ENV: '',
    DATABASE_URL: databaseUrl,
    PORT: port,
    DATA_DIR: directory,
    DEMO: demo ? 'on' : 'off',
  };
  if (demo) {
    const load = ['server/cli/main.ts', 'demo', ...demo];
    await run(process.execPath, load, { cwd: house, env });
  }
  const portal = spawn(process.execPath, ['server/main.ts'], {
    cwd: house,
    env: isDemoDone ? { ...env, DEMO: 'off' } : env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(portal, 'exit');
  try {
    await untilReady(origin, ended);
    await work(origin, env, portal.pid as number);
  } finally {
    portal.kill();
    await ended;
    await rm(directory, { recursive: true });
  }
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

async function untilReady(origin: string, ended: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  const end = performance.now() + startMilliseconds;
  while (!hasEnded && performance.now() < end) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The portal did not start: see what `npm start` says.');
}

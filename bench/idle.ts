import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Options, Size } from './options.ts';
import { tinyDemo, withPortal } from './portal.ts';
import { print, round } from './store.ts';

/** Seconds: until what a start does is over, then for so long it is looked on. */
const times: Readonly<Record<Size, { readonly settled: number; readonly watched: number }>> = {
  full: { settled: 120, watched: 300 },
  small: { settled: 30, watched: 60 },
  tiny: { settled: 1, watched: 2 },
};
const required = { embedded: { core: 0.01, MB: 350 }, postgres: { core: 0.01, MB: 180 } };

/** What /proc counts a process's time in. */
const ticksPerSecond = 100;

/**
 * What a portal costs that nobody uses: the share of a core and the memory of its process, with the
 * demo loaded. PORTAL_PID names the process of a portal that runs, on PostgreSQL if DATABASE_URL is set.
 */
export async function run({ size }: Options): Promise<void> {
  const running = Number(process.env.PORTAL_PID);
  if (running > 0) await watch(running, size, process.env.DATABASE_URL ? 'postgres' : 'embedded');
  else {
    const demo = size === 'tiny' ? tinyDemo : [];
    await withPortal({ demo }, (_origin, _env, pid) => watch(pid, size, 'embedded'));
  }
}

async function watch(pid: number, size: Size, database: keyof typeof required): Promise<void> {
  const { settled, watched } = times[size];
  await sleep(settled * 1000);
  const [before, start] = [await readSeconds(pid), performance.now()];
  await sleep(watched * 1000);
  const worked = (await readSeconds(pid)) - before;
  const { core, MB } = required[database];
  print({
    benchmark: 'idle',
    database,
    core: round(worked / ((performance.now() - start) / 1000), 4),
    requiredCore: core,
    MB: round((await readBytes(pid)) / 1e6, 0),
    requiredMB: MB,
  });
}

/** For how long the process has had a core. Throws where the system has no /proc. */
async function readSeconds(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // Its name stands in brackets and may hold blanks.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

async function readBytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1]) * 1024;
}

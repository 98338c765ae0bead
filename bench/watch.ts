import { monitorEventLoopDelay } from 'node:perf_hooks';
import { time } from './store.ts';

export interface Watched {
  readonly ms: number;
  /** Of all threads of the process. */
  readonly cpuMs: number;
  readonly result: number;
  readonly memoryGrowth: number;
  readonly longestBlockMs: number;
  readonly longestBlockCpuMs: number;
}

/**
 * Time, greatest growth of the process's memory and longest standstill of its event loop: as it was,
 * and what the process itself worked in one, without the time for which others had the processor.
 */
export async function watch(work: () => Promise<number>): Promise<Watched> {
  const before = process.memoryUsage.rss();
  let most = before;
  let worked = workedMs();
  let longestBlockCpuMs = 0;
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
    const now = workedMs();
    longestBlockCpuMs = Math.max(longestBlockCpuMs, now - worked);
    worked = now;
  }, 1);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let result = 0;
  const start = process.cpuUsage();
  const ms = await time(async () => {
    result = await work();
  });
  const { user, system } = process.cpuUsage(start);
  delay.disable();
  clearInterval(look);
  const cpuMs = (user + system) / 1000;
  return {
    ms,
    cpuMs,
    result,
    memoryGrowth: most - before,
    longestBlockMs: delay.max / 1e6,
    longestBlockCpuMs,
  };
}

/** How long the main thread has worked. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

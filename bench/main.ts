import { type Options, readArguments } from './options.ts';

/** `npm run bench -- NAME…|all [--small|--tiny]`: each prints its figures and ratios as JSON lines. */

const benchmarks: Readonly<Record<string, () => Promise<(options: Options) => Promise<void>>>> = {
  ingest: async () => (await import('./ingest.ts')).run,
  report: async () => (await import('./report.ts')).run,
  graph: async () => (await import('./graph.ts')).run,
  consumption: async () => (await import('./consumption.ts')).run,
  dashboard: async () => (await import('./dashboard.ts')).run,
  detection: async () => (await import('./detection.ts')).run,
  warnings: async () => (await import('./warnings.ts')).run,
  manifest: async () => (await import('./manifest.ts')).run,
  render: async () => (await import('./render.ts')).run,
  interact: async () => (await import('./interact.ts')).run,
  package: async () => (await import('./package.ts')).run,
  idle: async () => (await import('./idle.ts')).run,
  calls: async () => (await import('./calls.ts')).run,
  'load-page': async () => (await import('./loadPage.ts')).run,
};

/** Parts of `consumption`, to be looked at by themselves. */
const parts: typeof benchmarks = {
  arrival: async () => (await import('./arrival.ts')).runArrival,
  late: async () => (await import('./late.ts')).runLate,
};
const known = { ...benchmarks, ...parts };

const { names: asked, options } = readArguments(process.argv.slice(2));
const names = asked.includes('all') ? Object.keys(benchmarks) : asked;
if (names.length > 0 && names.every((name) => Object.hasOwn(known, name))) {
  for (const name of names) {
    const run = await known[name]?.();
    await run?.(options);
  }
} else {
  console.error(`Benchmarks: ${Object.keys(known).join(', ')}, or all`);
  process.exitCode = 2;
}

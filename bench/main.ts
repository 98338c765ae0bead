/** `npm run bench -- NAME [--small]`: each prints its figures and ratios as JSON lines. */

const benchmarks: Readonly<
  Record<string, () => Promise<(options: { small: boolean }) => Promise<void>>>
> = {
  ingest: async () => (await import('./ingest.ts')).run,
  graph: async () => (await import('./graph.ts')).run,
  manifest: async () => (await import('./manifest.ts')).run,
  render: async () => (await import('./render.ts')).run,
};

const [name = '', ...options] = process.argv.slice(2);
const load = Object.hasOwn(benchmarks, name) ? benchmarks[name] : undefined;
if (load) {
  const run = await load();
  await run({ small: options.includes('--small') });
} else {
  console.error(`Benchmarks: ${Object.keys(benchmarks).join(', ')}`);
  process.exitCode = 2;
}

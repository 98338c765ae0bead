/** `npm run bench -- NAME… [--small]`: each prints its figures and ratios as JSON lines. */

const benchmarks: Readonly<
  Record<string, () => Promise<(options: { small: boolean }) => Promise<void>>>
> = {
  ingest: async () => (await import('./ingest.ts')).run,
  graph: async () => (await import('./graph.ts')).run,
  manifest: async () => (await import('./manifest.ts')).run,
  render: async () => (await import('./render.ts')).run,
  interact: async () => (await import('./interact.ts')).run,
};

const given = process.argv.slice(2);
const names = given.filter((one) => !one.startsWith('--'));
if (names.length > 0 && names.every((name) => Object.hasOwn(benchmarks, name))) {
  for (const name of names) {
    const run = await benchmarks[name]?.();
    await run?.({ small: given.includes('--small') });
  }
} else {
  console.error(`Benchmarks: ${Object.keys(benchmarks).join(', ')}`);
  process.exitCode = 2;
}

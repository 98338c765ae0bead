import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Copy, copyHouse, readGuide } from './jobs.ts';

/**
 * Does each newcomer’s job of docs/developers.md as it is written there, in a copy of the repository
 * each: so many files and no more, and it works. What says that one was forgotten is tried, too.
 */

const probes: Readonly<Record<string, string>> = {
  'Add a node type': 'nodeType',
  'Add an operation': 'operation',
  'Add a module with a page': 'module',
  'Add a market': 'market',
  'Add a language': 'language',
  'Add a device category': 'category',
  'Add a column': 'column',
};

const { jobs, forgotten } = await readGuide();
const patient = 600_000;

async function copy(): Promise<Copy> {
  const made = await copyHouse();
  onTestFinished(() => made.remove());
  return made;
}

/** What a compilation keeps for the next one, of which all but the first begin from the same. */
const kept = 'kept.tsbuildinfo';
const compile = [
  ...['node_modules/typescript/bin/tsc', '--noEmit', '-p', '.', '--checkers', '2'],
  ...['--incremental', '--tsBuildInfoFile', kept],
];
let compiled: Buffer | undefined;
const check = ['server/cli/main.ts', 'manifest', 'check'];

test('each section is tried, and tells of each of its files what happens without it', () => {
  expect(jobs.map(({ name }) => name)).toEqual(Object.keys(probes));
  for (const { name, files } of jobs) {
    const listed = forgotten.filter(({ job }) => job === name).map(({ file }) => file);
    expect(listed.toSorted(), name).toEqual(files.toSorted());
  }
});

describe.each(jobs)('$name', ({ name, patch, files, count }) => {
  test(`touches ${count} files, is sound and works`, { timeout: patient }, async () => {
    const { apply, run } = await copy();
    const touched = await apply(patch);
    expect(touched.toSorted()).toEqual(files.toSorted());
    expect(touched).toHaveLength(count);
    expect(await run(check)).toMatchObject({ code: 0 });
    expect(await run([`tests/docs/probes/${probes[name]}.ts`])).toEqual({ code: 0, output: '' });
  });
});

// A compilation of its own for each would take minutes: the jobs don’t meet, so all share one.
test('all jobs together compile', { timeout: patient }, async () => {
  const { apply, root, run } = await copy();
  for (const { patch } of jobs) await apply(patch);
  expect(await run(compile)).toEqual({ code: 0, output: '' });
  compiled = await readFile(path.join(root, kept));
});

/**
 * In round 1 the first file of each job that this one notices, in round 2 the second, … A test names
 * each text that it misses, so that one round will do.
 */
function listRounds(by: string) {
  const own = forgotten.filter((row) => row.by === by);
  if (by.startsWith('tests/')) return [own];
  const rows = Map.groupBy(own, ({ job }) => job);
  const length = Math.max(...[...rows.values()].map((ones) => ones.length));
  return Array.from({ length }, (_, round) =>
    [...rows.values()].flatMap((ones) => ones[round] ?? []),
  );
}

const tests = [...new Set(forgotten.map(({ by }) => by))].filter((by) => by.startsWith('tests/'));

describe.each([
  ['tsc', compile],
  ['manifest check', check],
  ...tests.map((file) => [file, ['node_modules/vitest/vitest.mjs', 'run', file]] as const),
] as const)('%s says what was forgotten', (by, command) => {
  const isTest = by.startsWith('tests/');
  const rounds = listRounds(by).map(
    (round) => [round.map(({ file }) => file).join(', '), round] as const,
  );
  test.each(rounds)('%s', { timeout: patient }, async (_files, round) => {
    const { apply, root, run } = await copy();
    for (const { name, patch } of jobs) {
      const without = round.filter(({ job }) => job === name).map(({ file }) => file);
      // Only what differs from all jobs together is compiled anew.
      if (without.length > 0 || by === 'tsc') await apply(patch, without);
    }
    if (by === 'tsc' && compiled) await writeFile(path.join(root, kept), compiled);
    // One word to look for is said by the first test that fails.
    const { code, output } = await run([
      ...command,
      ...(isTest && round.length === 1 ? ['--bail=1'] : []),
    ]);
    expect(code).not.toBe(0);
    for (const { words } of round) expect(output).toContain(words);
  });
});

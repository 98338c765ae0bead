import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { house } from '../../scripts/bootstrap/house.mjs';
import { findOutdated, isEquivalent, readEquivalents } from '../../scripts/mutants/equivalents.mjs';
import { applyMutant, findMutants, sampleMutants } from '../../scripts/mutants/mutate.mjs';
import { createTestFinder, readImporters } from '../../scripts/mutants/testsOf.mjs';
import { createTrial, findUncompilable } from '../../scripts/mutants/trial.mjs';

const changesOf = (text: string) =>
  findMutants('a.ts', text).map((mutant) => applyMutant(text, mutant));

describe('mutants', () => {
  it('are the small faults of a program', () => {
    expect(changesOf('function f(a: number) { return a < 3 && b(a); }')).toEqual([
      'function f(a: number) { return undefined as never; }',
      'function f(a: number) { return a < 3 || b(a); }',
      'function f(a: number) { return b(a); }',
      'function f(a: number) { return a < 3; }',
      'function f(a: number) { return a <= 3 && b(a); }',
      'function f(a: number) { return a >= 3 && b(a); }',
      'function f(a: number) { return a < 4 && b(a); }',
    ]);
    expect(changesOf('if (a) b();')).toEqual(['if (true) b();', 'if (false) b();', 'if (a) ;']);
    expect(changesOf('const a = b ?? { size: 20_000 };')).toEqual([
      'const a = { size: 20_000 };',
      'const a = b!;',
      'const a = b ?? { size: 40000 };',
    ]);
    expect(changesOf('const a = z.string().min(1).describe("Some 3 words");')).toEqual([
      'const a = z.string().describe("Some 3 words");',
      'const a = z.string().min(2).describe("Some 3 words");',
    ]);
    expect(changesOf('const a = () => b;')).toEqual(['const a = () => (undefined as never);']);
    expect(changesOf('const a = () => undefined;')).toEqual([]);
    expect(changesOf('const a = z.int();')).toEqual([]);
    expect(changesOf('const a = b < c ? -1 : 1;')).toEqual([
      'const a = true ? -1 : 1;',
      'const a = false ? -1 : 1;',
      'const a = b <= c ? -1 : 1;',
      'const a = b >= c ? -1 : 1;',
    ]);
    expect(changesOf('const a = b ? -1 : 2;')).toContain('const a = b ? -2 : 2;');
    expect(changesOf('const a = Math.max(b, -c);')).toEqual([
      'const a = Math.min(b, -c);',
      'const a = Math.max(b, c);',
    ]);
  });

  it('are made in SQL, too, so that it can still be parsed', () => {
    expect(changesOf('q(`SELECT max(at) FROM a WHERE b = 1 AND c < 2`);').slice(1)).toEqual([
      'q(`SELECT max(at) FROM a WHERE b = 1 AND c <= 2`);',
      'q(`SELECT max(at) FROM a WHERE b <> 1 AND c < 2`);',
      'q(`SELECT max(at) FROM a WHERE b = 1 OR c < 2`);',
      'q(`SELECT min(at) FROM a WHERE b = 1 AND c < 2`);',
    ]);
    expect(changesOf('const a = `UPDATE a SET b = 1`;')).toEqual([]);
  });

  it('leave types, names and words for people alone', () => {
    const texts = [
      "import a from './a.ts';",
      "type A = { b: 3 } | 'c';",
      "const kinds = ['a', 'b'] as const;",
      "logger.warn({ count: 3 }, 'gone');",
      "throw new AppError('A', 404);",
    ];
    for (const text of texts) expect(changesOf(text)).toEqual([]);
    expect(changesOf("function f() { say('Some words'); }")).toEqual(['function f() { ; }']);
  });

  it('say where they stand', () => {
    const [mutant] = findMutants('a.ts', 'let a = 1;\n  a =\n    a < 2;\n').slice(2);
    expect(mutant).toMatchObject({ file: 'a.ts', line: 3, code: 'a < 2;', before: '<' });
  });
});

describe('a sample', () => {
  const text = 'f(1);\ng(2);\nh(3);\nf(1);\n';
  const mutants = findMutants('a.ts', text);
  const draw = (count: number, seed: string) => sampleMutants(mutants, { count, seed });

  it('is the same for a seed, another for another, and part of a larger one', () => {
    expect(mutants).toHaveLength(8);
    expect(draw(3, 'a')).toEqual(draw(5, 'a').slice(0, 3));
    expect(new Set(draw(8, 'a'))).toEqual(new Set(mutants));
    const seeds = ['a', 'b', 'c', 'd'];
    expect(new Set(seeds.map((seed) => JSON.stringify(draw(4, seed)))).size).toBeGreaterThan(1);
  });

  it('hardly changes when something else does', () => {
    const longer = findMutants('a.ts', `i(7);\n${text}`);
    const drawn = sampleMutants(longer, { count: longer.length, seed: 'a' });
    const order = (all: typeof drawn) => all.map(({ code, after }) => `${code} ${after}`);
    expect(order(drawn.filter(({ code }) => code !== 'i(7);'))).toEqual(order(draw(8, 'a')));
  });
});

describe('equivalent mutants', () => {
  const mutants = findMutants('a.ts', 'f(1);\ng(2);\n');
  const known = { file: 'a.ts', code: 'g(2);', mutant: '2 → 3', why: 'g has no parameters' };

  it('are known by their line and what changes in it', () => {
    const left = mutants.filter((mutant) => !isEquivalent(mutant, [known]));
    expect(mutants.length - left.length).toBe(1);
    expect(left.map(({ code, after }) => `${code} ${after}`)).toEqual([
      ...['f(1); ;', 'f(1); 2', 'g(2); ;'],
    ]);
  });

  it('are outdated when their line has changed', () => {
    const gone = { ...known, code: 'g(4);' };
    const elsewhere = { ...known, file: 'b.ts' };
    expect(findOutdated([known, gone, elsewhere], mutants)).toEqual([gone]);
  });

  it('of the portal say why', () => {
    const all = readEquivalents(house);
    expect(all.length).toBeGreaterThan(0);
    for (const { file, code, mutant, why } of all) {
      expect(existsSync(path.join(house, file)), file).toBe(true);
      expect(mutant).toContain(' → ');
      expect(code.length).toBeGreaterThan(0);
      expect(why.length).toBeGreaterThan(10);
    }
  });
});

/** A house of its own, in which one rule is tested up to its bound and another isn't. */
function buildHouse() {
  const root = mkdtempSync(path.join(tmpdir(), 'mutants-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  return { root, write };
}

describe('the tests of a file', () => {
  it('are those that run it, the nearest first and of these the ones that run least', () => {
    const { root, write } = buildHouse();
    write('server/a.ts', '');
    write('server/b.ts', "import { a } from './a.ts';");
    write('server/worker.ts', "new Worker(new URL('./a.ts', import.meta.url));");
    write('server/c.ts', '');
    write('tests/far.test.ts', "import { b } from '../server/b.ts';");
    write('tests/wide.test.ts', "import '../server/a.ts'; import '../server/c.ts';");
    write('tests/near.test.ts', "import { a } from '../server/a.ts';");
    write('tests/types.test.ts', "import type { A } from '../server/a.ts';");
    write('tests/worker.test.tsx', "await import('../server/worker.ts');");
    write('tests/other.test.ts', "import '../server/c.ts';");
    const findTests = createTestFinder(readImporters(root));
    expect(findTests('server/a.ts').slice(0, 2)).toEqual([
      'tests/near.test.ts',
      'tests/wide.test.ts',
    ]);
    expect(findTests('server/a.ts').slice(2).toSorted()).toEqual([
      'tests/far.test.ts',
      'tests/worker.test.tsx',
    ]);
    expect(findTests('server/c.ts').toSorted()).toEqual([
      'tests/other.test.ts',
      'tests/wide.test.ts',
    ]);
  });
});

describe('a trial', () => {
  const code = 'export const isAdult = (age: number): boolean => age >= 18;\n';

  it('tells who notices a mutant, and leaves the files as they were', async () => {
    const { root, write } = buildHouse();
    write('node_modules/vitest/vitest.mjs', judge);
    write('server/a.ts', code);
    write('tests/red.test.ts', 'never green');
    write('tests/a.test.ts', '>= 18');
    const tests = ['tests/red.test.ts', 'tests/a.test.ts'];
    const tryMutant = createTrial(root, () => tests, 2);
    const mutants = findMutants('server/a.ts', code);
    const killers = new Map<string, string | undefined>();
    for (const mutant of mutants) killers.set(mutant.after, await tryMutant(mutant));
    expect(killers.get('>')).toBe('tests/a.test.ts');
    expect(killers.get('19')).toBe('tests/a.test.ts');
    expect(readFileSync(path.join(root, 'server/a.ts'), 'utf8')).toBe(code);
    // What may look at one file only has the one that is red without any fault.
    const short = createTrial(root, () => tests, 1);
    expect(await short(mutants[0] as (typeof mutants)[0])).toBeUndefined();
  });

  it('takes no slowness of the machine for one of the mutant', async () => {
    const { root, write } = buildHouse();
    write('node_modules/vitest/vitest.mjs', slowJudge);
    write('server/a.ts', code);
    write('tests/a.test.ts', '>= 18');
    const [mutant] = findMutants('server/a.ts', code).filter(({ after }) => after === '19');
    const tryMutant = createTrial(
      root,
      () => ['tests/a.test.ts'],
      1,
      new Map([['tests/a.test.ts', 1]]),
    );
    write('machine', 'slow');
    expect(await tryMutant(mutant as NonNullable<typeof mutant>)).toBeUndefined();
    write('machine', 'quick');
    expect(await tryMutant(mutant as NonNullable<typeof mutant>)).toBe('tests/a.test.ts');
  });

  it('tells which don’t compile', async () => {
    const { root, write } = buildHouse();
    write('node_modules/typescript/bin/tsc', compiler);
    write('server/a.ts', code);
    const mutants = findMutants('server/a.ts', code);
    const wanted = mutants.filter(({ after }) => after === '19' || after === '>');
    expect(wanted).toHaveLength(2);
    const found = await findUncompilable(root, wanted);
    expect(found.map(({ after }) => after)).toEqual(['19']);
    expect(existsSync(path.join(root, 'server/a.ts'))).toBe(true);
    expect(await findUncompilable(root, [])).toEqual([]);
  });
});

/** Stands in for vitest: a test file is green when the program has its text. */
const judge = `
import { readFileSync } from 'node:fs';
const test = process.argv.at(-1);
const wanted = readFileSync(test, 'utf8');
process.exit(readFileSync('server/a.ts', 'utf8').includes(wanted) ? 0 : 1);
`;

/** Stands in for vitest where a test waits for something: for a fault, and for a slow machine. */
const slowJudge = `
import { readFileSync } from 'node:fs';
const isFault = !readFileSync('server/a.ts', 'utf8').includes('>= 18');
const isLate = isFault || readFileSync('machine', 'utf8') === 'slow';
if (isLate) console.error('Error: Test timed out in 5000ms.');
process.exit(isLate ? 1 : 0);
`;

/** Stands in for tsc, to which 19 is a fault. */
const compiler = `
const { readdirSync, readFileSync } = require('node:fs');
for (const file of readdirSync('server')) {
  const text = readFileSync('server/' + file, 'utf8');
  if (text.includes('19')) console.log('server/' + file + '(1,5): error TS1: not this');
}
`;

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findMutants } from '../../scripts/mutants/mutate.mjs';
import { findPlaceOf, findPlaces, markPlaces } from '../../scripts/mutants/places.mjs';
import {
  createReachFinder,
  keepReaches,
  readReaches,
  surveyTests,
} from '../../scripts/mutants/reach.mjs';

const code = `
function f(a: number) {
  if (a > 3) { return g(a); }
  return [a].map((one) => ({ one }));
}
const g = (a: number) => h((b) => a + b)(1);
const h = (f: (b: number) => number) => f;
const half = 1 / 2;
`;
const names = findPlaces('a.ts', code).map(({ name }) => name);

/** A folder of its own. */
function buildHouse() {
  const root = mkdtempSync(path.join(tmpdir(), 'mutants-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  return { root, write };
}

describe('the places of a file', () => {
  it('are its functions and blocks, by name', () => {
    expect(names).toEqual(['/f', '/f/block', '/f/function', '/g', '/g/function', '/h']);
  });

  it('are told of a mutant, the innermost one', () => {
    const places = findPlaces('a.ts', code);
    const placeOf = (after: string, before: string) => {
      const found = findMutants('a.ts', code).find(
        (one) => one.after === after && one.before === before,
      );
      return findPlaceOf(places, found as NonNullable<typeof found>);
    };
    expect(placeOf('4', '3')).toBe('/f');
    expect(placeOf('undefined as never', 'g(a)')).toBe('/f/block');
    expect(placeOf('-', '+')).toBe('/g/function');
    expect(placeOf('2', '1')).toBe('/g');
    expect(placeOf('*', '/')).toBeUndefined();
  });

  it('have the same name after an edit elsewhere', () => {
    const longer = findPlaces('a.ts', `const first = () => { run(); };\n${code}`);
    expect(longer.map(({ name }) => name).slice(1)).toEqual(names);
  });
});

/**
 * Stands in for vitest: imports the test files one after the other, in one process but for those that
 * ask for their own; those that say so are red.
 */
const runner = `
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
const [report, ...tests] = process.argv.slice(4);
const testResults = [];
for (const test of tests) {
  const text = readFileSync(test, 'utf8');
  if (text.includes('// own process:')) execFileSync(process.execPath, [test]);
  else await import(realpathSync(test));
  const status = text.includes('red') ? 'failed' : 'passed';
  testResults.push({ name: realpathSync(test), status, startTime: 1000, endTime: 3500 });
}
writeFileSync(report.split('=')[1], JSON.stringify({ testResults }));
`;

describe('a survey', () => {
  it('tells what test files run, which is kept while they and what they run are as they were', async () => {
    const { root, write } = buildHouse();
    write('node_modules/vitest/vitest.mjs', runner);
    const source = `${code}\nexport { f, half };`;
    write('server/a.ts', source);
    write('tests/small.test.ts', "import { f } from '../server/a.ts';\nf(1);");
    write('tests/large.test.ts', "import { f } from '../server/a.ts';\nf(1); f(4);");
    write('tests/none.test.ts', "import { half } from '../server/a.ts';\nhalf;");
    write('tests/red.test.ts', '');
    const tests = ['small', 'large', 'none', 'red'].map((name) => `tests/${name}.test.ts`);
    const before = tests.map((test) => readFileSync(path.join(root, test), 'utf8'));
    write('tests/red.test.ts', '// red');
    const reaches = await surveyTests(root, tests);
    const reached = (test: string) => reaches[`tests/${test}.test.ts`]?.places['server/a.ts'];
    expect(Object.keys(reaches)).toEqual(tests.slice(0, 3));
    expect(reached('small')?.toSorted()).toEqual(['/f', '/f/function']);
    expect(reached('large')?.toSorted()).toEqual(names.toSorted());
    expect(reached('none')).toBeUndefined();
    expect(reaches[tests[0] as string]?.seconds).toBe(2.5);

    for (const [index, test] of tests.entries()) write(test, before[index] as string);
    write('server/a.ts', source);
    expect(readReaches(root)).toEqual({});
    keepReaches(root, reaches);
    expect(readReaches(root)).toEqual(reaches);
    // A function of another name is in nobody's reach, whoever runs it now.
    write('server/a.ts', source.replaceAll('g(', 'other('));
    expect(Object.keys(readReaches(root))).toEqual(['tests/none.test.ts']);
    write('server/a.ts', source);
    write('tests/small.test.ts', 'changed');
    rmSync(path.join(root, 'tests/none.test.ts'));
    expect(Object.keys(readReaches(root))).toEqual(['tests/large.test.ts']);
  });

  it('leaves a program as it was but for what it notes', () => {
    const marked = markPlaces(code, findPlaces('a.ts', code), '7');
    expect(
      findPlaces('a.ts', marked)
        .map(({ name }) => name)
        .slice(0, names.length),
    ).toEqual(names);
    expect(marked).toContain('=> (__reached(2),({ one }))');
  });
});

it('the test files of a mutant are those that run its place, in the folder that mirrors its own first', () => {
  const { root, write } = buildHouse();
  write('server/parts/a.ts', code);
  const reach = (places: string[], more: string[] = []) => ({
    hash: '',
    seconds: 1,
    places: { 'server/parts/a.ts': places, 'server/b.ts': more },
  });
  const reaches = {
    'tests/server/wide.test.ts': reach(['/f', '/g'], ['/x', '/y']),
    'tests/server/other.test.ts': reach(['/f'], ['/x']),
    'tests/server/parts/large.test.ts': reach(['/f'], ['/x', '/y', '/z']),
    'tests/server/parts/a.test.ts': reach(['/f', '/g'], ['/x', '/y', '/z']),
    'tests/server/parts/never.test.ts': reach(['/h']),
  };
  const importing = ['tests/server/new.test.ts', 'tests/server/parts/never.test.ts'];
  const findTests = createReachFinder(root, reaches, () => importing);
  const mutants = findMutants('server/parts/a.ts', code);
  const testsOf = (change: string) => {
    const found = mutants.find(({ before, after }) => `${before} → ${after}` === change);
    return findTests(found as NonNullable<typeof found>).map((test) =>
      test.replace('tests/server/', ''),
    );
  };
  expect(testsOf('> → >=')).toEqual([
    'parts/a.test.ts',
    'parts/large.test.ts',
    'other.test.ts',
    'wide.test.ts',
    'new.test.ts',
  ]);
  expect(testsOf('1 → 2')).toEqual(['parts/a.test.ts', 'wide.test.ts', 'new.test.ts']);
  // What runs when its file is imported has no place: whoever imports it may notice.
  expect(testsOf('/ → *')).toEqual(['parts/never.test.ts', 'new.test.ts']);
});

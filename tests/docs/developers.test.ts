import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isLongRun } from '../../scripts/testing/seed.mjs';
import { type Compiler, openCompiler } from './compiler.ts';
import {
  type Copy,
  copyHouse,
  type Forgotten,
  type Outcome,
  type Respondent,
  readGuide,
  startRespondent,
} from './jobs.ts';

/**
 * Does the newcomers’ jobs of docs/developers.md as they are written there, all in one copy of the
 * repository: so many files and no more, and each works. What says that one was forgotten is tried,
 * too, file by file. `TEST_LONG=1` does each job in a copy of its own as well.
 */

const probes: Readonly<Record<string, string>> = {
  'Add a node type': 'nodeType',
  'Add an operation': 'operation',
  'Add a module with a page': 'module',
  'Add a market': 'market',
  'Add a language': 'language',
  'Add a device category': 'category',
  'Add a report type': 'reportType',
  'Add a warning type': 'warningType',
  'Add a column': 'column',
};
const probeOf = (name: string) => `tests/docs/probes/${probes[name]}.ts`;

const { jobs, forgotten } = await readGuide();
const patient = 600_000;
const fine: Outcome = { code: 0, output: '' };
const isCode = ({ file }: Forgotten) => /\.tsx?$/.test(file);
/** Tests that say of files what is missing. */
const tests = [...new Set(forgotten.map(({ by }) => by))].filter((by) => by.startsWith('tests/'));

/** What each job touched when it was the only one. */
const touched = new Map<string, string[]>();
let copy: Copy;
beforeAll(async () => {
  copy = await copyHouse();
  for (const { name, patch } of jobs) {
    touched.set(name, await copy.apply(patch));
    await copy.takeBack(patch);
  }
  for (const { patch } of jobs) await copy.apply(patch);
}, patient);
afterAll(() => copy.remove());

const patchOf = ({ job }: Forgotten) => jobs.find(({ name }) => name === job)?.patch ?? '';
const forget = (row: Forgotten) => copy.takeBack(patchOf(row), row.file);
const remember = (row: Forgotten) => copy.apply(patchOf(row), row.file);

test('each section is tried, and tells of each of its files what happens without it', () => {
  expect(jobs.map(({ name }) => name)).toEqual(Object.keys(probes));
  for (const { name, files } of jobs) {
    const listed = forgotten.filter(({ job }) => job === name).map(({ file }) => file);
    expect(listed.toSorted(), name).toEqual(files.toSorted());
  }
});

describe('with all jobs done', () => {
  let respondent: Respondent;
  /** What is said when nothing was forgotten. */
  const said = new Map<string, Outcome>();
  beforeAll(async () => {
    respondent = startRespondent(copy.root);
    for (const by of ['manifest check', ...tests]) said.set(by, await respondent.ask(by));
  }, patient);
  afterAll(() => respondent.end());

  test.each(jobs)(
    '$name touches $count files and works',
    async ({ name, files, count }) => {
      expect(touched.get(name)?.toSorted()).toEqual(files.toSorted());
      expect(files).toHaveLength(count);
      expect(await respondent.ask(probeOf(name))).toEqual(fine);
    },
    patient,
  );

  test('manifest check refuses nothing, and warns where two jobs meet', () => {
    const lines = said.get('manifest check')?.output.split('\n') ?? [];
    // A market that comes beside a module has to say whether it has that.
    expect(lines.filter((line) => /^manifests\/|^locales\//.test(line))).toEqual([]);
    expect(lines).toContain(
      'warning: manifests/markets/se.json:12:14  modules  expected "saving": true or false, found nothing',
    );
    expect(lines.at(-1)).toMatch(/^The manifests are sound, with \d+ warnings\.$/);
  });

  test.each(tests)('%s finds nothing', (by) => {
    expect(said.get(by)).toEqual(fine);
  });

  test.each(forgotten.filter((row) => !isCode(row) && row.by !== 'nobody'))(
    '$by says that $job lacks $file',
    async (row) => {
      expect(said.get(row.by)?.output).not.toContain(row.words);
      await forget(row);
      const { code, output } = await respondent.ask(row.by).finally(() => remember(row));
      expect(code).not.toBe(0);
      expect(output).toContain(row.words);
    },
    patient,
  );
});

describe('without code that is read by who reads manifests and texts', () => {
  const rows = forgotten.filter((row) => isCode(row) && row.by !== 'tsc');
  const said = new Map<string, Outcome>();
  beforeAll(async () => {
    // A program is what it was when it began. The jobs don't meet, so one program will do for all.
    expect(new Set(rows.map(({ job }) => job)).size).toBe(rows.length);
    for (const row of rows) await forget(row);
    const respondent = startRespondent(copy.root);
    for (const by of new Set(rows.map((row) => row.by))) said.set(by, await respondent.ask(by));
    await respondent.end();
    for (const row of rows) await remember(row);
  }, patient);

  test.each(rows)('$by says that $job lacks $file', ({ by, words }) => {
    expect(said.get(by)?.code).not.toBe(0);
    expect(said.get(by)?.output).toContain(words);
  });
});

describe('tsc', () => {
  let compiler: Compiler;
  beforeAll(async () => {
    compiler = await openCompiler(copy.root);
  }, patient);
  afterAll(() => compiler.close());

  test(
    'has nothing to say when all jobs are done',
    async () => {
      expect(await compiler.listFaults()).toEqual([]);
    },
    patient,
  );

  test.each(forgotten.filter(({ by }) => by === 'tsc'))(
    'says that $job lacks $file',
    async (row) => {
      await forget(row);
      await compiler.update(row.file);
      const near = jobs.find(({ name }) => name === row.job)?.files ?? [];
      const fault = await compiler.findFault(row.words, near);
      await remember(row);
      await compiler.update(row.file);
      expect(fault).toContain(row.words);
    },
    patient,
  );
});

describe.runIf(isLongRun())('alone', () => {
  test.each(jobs)(
    '$name is sound and works',
    async ({ name, patch }) => {
      const own = await copyHouse();
      onTestFinished(() => own.remove());
      await own.apply(patch);
      const respondent = startRespondent(own.root);
      onTestFinished(() => respondent.end());
      expect(await respondent.ask('manifest check')).toMatchObject({ code: 0 });
      expect(await respondent.ask(probeOf(name))).toEqual(fine);
    },
    patient,
  );
});

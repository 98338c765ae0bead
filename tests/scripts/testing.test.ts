import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { house } from '../../scripts/bootstrap/house.mjs';
import { listBundle } from '../../scripts/bundle.mjs';
import { listScreenParts } from '../../scripts/screenParts.mjs';
import { listChanges, testsBeside } from '../../scripts/testing/changes.mjs';
import {
  addSecondTry,
  addUp,
  countPlaywright,
  countStep,
  countVitest,
  readCounts,
} from '../../scripts/testing/counts.mjs';
import { listUnanswered } from '../../scripts/testing/schemathesis/answers.mjs';
import { drawBySeed, testSeed } from '../../scripts/testing/seed.mjs';
import { chooseSteps } from '../../scripts/testing/steps.mjs';
import { tellTimes } from '../../scripts/testing/times.mjs';
import { readManifests } from '../../server/manifests/serve/readManifests.ts';
import type { MarketManifests } from '../../server/manifests/session/manifestSet.ts';
import { realDirectories } from '../server/manifests/directories.ts';

describe('counts', () => {
  test('are read from both kinds of report', () => {
    expect(countVitest({ numPassedTests: 5, numFailedTests: 1, numTotalTests: 7 })).toEqual({
      passed: 5,
      failed: 1,
      red: [],
      unsteady: [],
      files: [],
      unloaded: [],
    });
    const stats = { expected: 3, flaky: 1, unexpected: 2, skipped: 4 };
    expect(countPlaywright({ stats })).toEqual({
      passed: 4,
      failed: 2,
      red: [],
      unsteady: [],
      files: [],
    });
  });

  test('come with the names of what is red, of files that do not load too, and of what needed two tries', () => {
    const testResults = [
      {
        name: 'a.test.ts',
        status: 'failed',
        startTime: 1000,
        endTime: 3500,
        assertionResults: [
          { status: 'passed', fullName: 'adds', failureMessages: [] },
          { status: 'failed', fullName: 'takes away', failureMessages: ['too late'] },
          { status: 'passed', fullName: 'shares', failureMessages: ['too late'] },
        ],
      },
      {
        name: `${house}/b.test.ts`,
        status: 'failed',
        message: 'no such module\n  at b.ts',
        assertionResults: [],
      },
      { name: 'c.test.ts', status: 'passed', assertionResults: [] },
    ];
    const report = { numPassedTests: 1, numFailedTests: 1, testResults };
    expect(countVitest(report)).toMatchObject({
      red: ['a.test.ts: takes away', 'b.test.ts: no such module'],
      unsteady: ['a.test.ts: shares'],
      unloaded: ['b.test.ts'],
      files: [
        { file: 'a.test.ts', seconds: 2.5 },
        { file: 'b.test.ts', seconds: 0 },
        { file: 'c.test.ts', seconds: 0 },
      ],
    });

    const spec = (status: string, line: number) => ({
      line,
      file: 'a.spec.ts',
      title: 'goes',
      tests: [{ status, results: [{ duration: 1500 }, { duration: 500 }] }],
    });
    const inner = { specs: [spec('unexpected', 9), spec('flaky', 12)] };
    const suites = [{ specs: [spec('expected', 3), spec('unexpected', 5)], suites: [inner] }];
    const stats = { expected: 1, flaky: 1, unexpected: 2 };
    expect(countPlaywright({ stats, suites })).toMatchObject({
      red: ['e2e/a.spec.ts:5: goes', 'e2e/a.spec.ts:9: goes'],
      unsteady: ['e2e/a.spec.ts:12: goes'],
      files: [{ file: 'e2e/a.spec.ts', seconds: 8 }],
    });
  });

  test('of files that load at a second try are green, and name them', () => {
    const report = { files: [], unsteady: [] };
    const red = ['a.test.ts: no answer', 'b.test.ts: no answer'];
    const unloaded = ['a.test.ts', 'b.test.ts'];
    const first = { ...report, passed: 5, failed: 0, red, unloaded };
    const again = { ...report, passed: 2, failed: 1, red: ['b.test.ts: adds'] };
    expect(addSecondTry(first, again)).toMatchObject({
      passed: 7,
      failed: 1,
      red: ['b.test.ts: adds'],
      unsteady: ['a.test.ts'],
    });
  });

  test('a red step without a red test counts as one failure', () => {
    expect(countStep({ passed: 9, failed: 0 }, false)).toEqual({ passed: 9, failed: 1 });
    expect(countStep({ passed: 9, failed: 2 }, false)).toEqual({ passed: 9, failed: 2 });
    expect(countStep({ passed: 9, failed: 0 }, true)).toEqual({ passed: 9, failed: 0 });
  });

  test('add up, a missing report counting nothing', () => {
    const missing = readCounts('/nowhere/report.json', countVitest);
    expect(addUp([missing, { passed: 2, failed: 1 }, { passed: 3, failed: 0 }])).toEqual({
      passed: 5,
      failed: 1,
    });
  });
});

describe('chooseSteps', () => {
  const namesOf = (...asked: string[]) => [...chooseSteps(asked).keys()];
  const ofCi = [
    ...['lint', 'types', 'unused', 'unit', 'guides'],
    ...['s3', 'schemathesis', 'bundle', 'bench', 'e2e'],
  ];

  test('gives those of CI, or the asked ones in their order', () => {
    expect(namesOf()).toEqual(ofCi);
    expect(namesOf('e2e', 'lint')).toEqual(['lint', 'e2e']);
  });

  test('gives all for a long run, and what a change needs', () => {
    expect(namesOf('long')).toEqual([...ofCi, 'embedded']);
    expect(namesOf('changed')).toEqual(['lint', 'types', 'changed']);
    expect(namesOf('changed', 'HEAD~3')).toEqual(['lint', 'types', 'changed']);
  });

  test('names the steps there are when it does not know one', () => {
    expect(() => chooseSteps(['lint', 'units'])).toThrow(/units.*lint, types/);
    expect(() => chooseSteps(['changed', 'HEAD', 'lint'])).toThrow(/changed, HEAD/);
    expect(() => chooseSteps(['long', 'lint'])).toThrow(/No step is called long/);
  });
});

describe('changed files', () => {
  test('that nothing imports have the tests that read them', () => {
    const directions = 'tests/scripts/importDirections.test.ts';
    expect(testsBeside(['server/app.ts', 'docs/testers.md'])).toEqual(['tests/docs', directions]);
    const forms = testsBeside(['manifests/modules/contact/message.form.json']);
    expect(forms).toContain('tests/server/forms');
    expect(testsBeside(['server/app.ts'])).toEqual([directions]);
    expect(testsBeside(['tests/support/imports.ts'])).toEqual([]);
    for (const file of [...forms, ...testsBeside(['locales/en/ui.json', 'package.json'])]) {
      expect(existsSync(path.join(house, file)), file).toBe(true);
    }
  });

  test('are looked for from a commit that there is', () => {
    expect(listChanges('HEAD').since).toBe('HEAD');
    expect(() => listChanges('no-such-branch')).toThrow('git knows no commit no-such-branch');
  });
});

test('the times of a run name its steps and the dearest files', () => {
  const files = Array.from({ length: 30 }, (_, at) => ({ file: `${at}.test.ts`, seconds: at }));
  const lines = tellTimes([
    { name: 'lint', seconds: 4.25, files: [] },
    { name: 'unit', seconds: 180, files },
  ]).split('\n');
  expect(lines[0]).toBe('Times: lint 4.3 s, unit 180 s; together 3 min 4 s');
  expect(lines).toHaveLength(21);
  expect(lines[1]).toBe('    29 s  unit: 29.test.ts');
});

describe('what a plain run draws', () => {
  afterEach(() => vi.unstubAllEnvs());
  const list = ['a', 'b', 'c', 'd', 'e'];
  const drawWith = (seed: string, salt = 'tours') => {
    vi.stubEnv('TEST_SEED', seed);
    vi.stubEnv('TEST_LONG', '');
    return drawBySeed(list, 2, salt).join('');
  };

  test('is the same for the same seed, in the order of the list, and all of it over some seeds', () => {
    const seeds = Array.from({ length: 200 }, (_, at) => `seed ${at}`);
    const drawn = seeds.map((seed) => drawWith(seed));
    expect(seeds.map((seed) => drawWith(seed))).toEqual(drawn);
    // Two of five in ten ways.
    expect([...new Set(drawn)].sort()).toEqual([
      'ab',
      'ac',
      'ad',
      'ae',
      'bc',
      'bd',
      'be',
      'cd',
      'ce',
      'de',
    ]);
    expect(seeds.some((seed) => drawWith(seed, 'guides') !== drawWith(seed))).toBe(true);
  });

  test('is everything in a long run, and by the commit where no seed is given', () => {
    drawWith('any');
    vi.stubEnv('TEST_LONG', '1');
    expect(drawBySeed(list, 2, 'tours')).toEqual(list);
    vi.stubEnv('TEST_SEED', '');
    const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: house, encoding: 'utf8' });
    expect(testSeed()).toBe(head.trim());
  });
});

describe('listUnanswered', () => {
  const scenario = (label: string, ...statuses: number[]) =>
    JSON.stringify({
      ScenarioFinished: {
        recorder: {
          label,
          interactions: Object.fromEntries(
            statuses.map((status_code, index) => [index, { response: { status_code } }]),
          ),
        },
      },
    });

  test('names what nobody got an answer of but refusals', () => {
    const [support, visitor] = [
      [scenario('GET /api/import', 200), scenario('GET /api/property', 403, 204)],
      [scenario('GET /api/import', 401), scenario('GET /api/property', 401)],
    ];
    const others = [scenario('Stateful tests', 400), scenario('PUT /api/totp', 400), '', '{}'];
    expect(listUnanswered([support.join('\n'), [...visitor, ...others].join('\n')])).toEqual([
      'GET /api/property',
    ]);
  });
});

describe('listBundle', () => {
  const manifest = {
    'index.html': {
      file: 'assets/index.js',
      isEntry: true,
      css: ['assets/index.css'],
      imports: ['_react.js'],
      dynamicImports: ['nodes/map/MapNode.tsx', 'nodes/graph/GraphNode.tsx'],
    },
    '_react.js': { file: 'assets/react.js' },
    'nodes/map/MapNode.tsx': { file: 'assets/map.js', imports: ['_leaflet.js', '_react.js'] },
    '_leaflet.js': { file: 'assets/leaflet.js' },
    'nodes/graph/GraphNode.tsx': { file: 'assets/graph.js' },
  };

  test('weighs with the entry what it imports statically', () => {
    const { entryScripts, entryStyles } = listBundle(manifest);
    expect(entryScripts.sort()).toEqual(['assets/index.js', 'assets/react.js']);
    expect(entryStyles).toEqual(['assets/index.css']);
  });

  test('weighs with a route every lazy chunk', () => {
    expect(listBundle(manifest).routeScripts.sort()).toEqual([
      'assets/graph.js',
      'assets/index.js',
      'assets/leaflet.js',
      'assets/map.js',
      'assets/react.js',
    ]);
    expect(listBundle(manifest, ['MapNode']).routeScripts.sort()).toEqual([
      'assets/graph.js',
      'assets/index.js',
      'assets/react.js',
    ]);
  });

  test('refuses a manifest without an entry', () => {
    expect(() => listBundle({ 'a.ts': { file: 'a.js' } })).toThrow('build it again');
  });
});

describe('listScreenParts', () => {
  let shipped: MarketManifests;
  beforeAll(async () => {
    const { set, faults } = await readManifests(realDirectories);
    if (!set) throw new Error(faults.join('\n'));
    shipped = set.markets.PL;
  });
  const isCheck = (name: string) => name.startsWith('virtual:');
  const partsOf = (id: string, options = {}) =>
    listScreenParts(shipped, id, options).filter((name) => !isCheck(name));

  test('names what stands in a screen, with the rules of its forms', () => {
    const parts = ['FormNode', 'TableNode', 'UploadField', 'plainRules'];
    expect(partsOf('contact.index')).toEqual(parts);
  });

  test('names the engine for patterns where a rule, however deep, has one', () => {
    const named = (rule: string) => {
      const inner = { rules: { own: { rule } } };
      const form = { fields: { outer: { fields: { inner } } } };
      const screen = { query: {}, body: { type: 'form', form: 'm.f' } };
      const manifests = {
        screens: new Map([['m.s', { screen }]]),
        forms: new Map([['m.f', { form }]]),
      };
      return listScreenParts(manifests as unknown as MarketManifests, 'm.s');
    };
    expect(named('regex')).toEqual(['FormNode', 'plainRules', 'rules']);
    expect(named('min')).toEqual(['FormNode', 'plainRules']);
  });

  test('counts what is chosen first only when that is asked for', () => {
    const opened = partsOf('profile-settings.preferences');
    expect(opened).toEqual(['ControlsNode', 'FormNode']);
    const chosen = partsOf('profile-settings.preferences', { isChosen: true });
    expect(chosen).toEqual(['ControlsNode', 'FormNode', 'GraphNode']);
  });

  test('names the checks of answers that its sources need, and none that only actions do', () => {
    const checks = listScreenParts(shipped, 'profile-settings.preferences').filter(isCheck);
    expect(checks).toEqual(['virtual:operations/profile']);
  });
});

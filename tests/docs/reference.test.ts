import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parse } from 'jsonc-parser';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { operations } from '../../schemas/api/operations.ts';
import { formSchemas } from '../../schemas/forms/formSchemas.ts';
import { bindingSchema } from '../../schemas/manifest/references.ts';
import { runManifestCommand } from '../../server/cli/manifest.ts';
import { createValidatorStore } from '../../server/forms/validators.ts';
import { loadFiles } from '../../server/manifests/read/load.ts';
import { readManifests } from '../../server/manifests/serve/readManifests.ts';
import { compileScreen } from '../../server/manifests/session/compile.ts';
import type { ManifestSet } from '../../server/manifests/session/manifestSet.ts';
import { createReference } from '../../server/manifestTools/reference/createReference.ts';
import {
  exampleQuery,
  nodeExamples,
  screenExample,
} from '../../server/manifestTools/reference/examples.ts';
import { bindingWords } from '../../server/manifestTools/reference/words.ts';
import { realDirectories } from '../server/manifests/directories.ts';
import { holder } from '../server/manifests/subjects.ts';

/** The reference is what the schemas say, and its examples work. */

const pages = createReference(await loadFiles(realDirectories));

test('docs/reference is not stale: run "npm run portal -- manifest docs" when this fails', async () => {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const code = await runManifestCommand(['docs', '--check'], { ...realDirectories, print });
  expect([code, lines]).toEqual([0, [expect.stringMatching(/ all as they would be written\.$/)]]);
});

test('a stale page, one that is missing and one too many are found', async () => {
  const out = await mkdtemp(path.join(tmpdir(), 'reference-'));
  onTestFinished(() => rm(out, { recursive: true, force: true }));
  const run = async (...args: string[]) => {
    const lines: string[] = [];
    const print = (line: string) => lines.push(line);
    const surroundings = { ...realDirectories, print };
    return [
      await runManifestCommand(['docs', '--out', out, ...args], surroundings),
      lines,
    ] as const;
  };
  expect((await run())[0]).toBe(0);
  expect((await run('--check'))[0]).toBe(0);
  await writeFile(path.join(out, 'rules.md'), '');
  await writeFile(path.join(out, 'gone.md'), '');
  await rm(path.join(out, 'lists.md'));
  const [code, lines] = await run('--check');
  expect(code).toBe(1);
  expect(lines.map((line) => line.split(' ')[0]).toSorted()).toEqual([
    'gone.md',
    'lists.md',
    'rules.md',
  ]);
});

test('each node, operation and form schema has its page, short enough to read', () => {
  for (const type of Object.keys(nodeExamples)) expect(pages.has(`nodes/${type}.md`)).toBe(true);
  for (const id of Object.keys(operations)) expect(pages.has(`operations/${id}.md`)).toBe(true);
  for (const name of Object.keys(formSchemas)) expect(pages.has(`forms/${name}.md`)).toBe(true);
  for (const [name, text] of pages) expect(text.split('\n').length, name).toBeLessThan(300);
});

test('no code of a value that is no text stands on a page', () => {
  const unread = /\[native code\]|\[object \w+\]|\bundefined\b|\bNaN\b/;
  expect([...pages].filter(([, text]) => unread.test(text)).map(([name]) => name)).toEqual([]);
});

test('says of bindings what the language knows', () => {
  const [, spaces = ''] =
    /\\\$\(([\w|]+)\)/.exec(
      String(
        bindingSchema._zod.def.checks?.map((one) =>
          String((one._zod.def as { pattern?: RegExp }).pattern),
        ),
      ),
    ) ?? [];
  expect(spaces.split('|').toSorted()).toEqual(Object.keys(bindingWords).toSorted());
});

describe('the example of', () => {
  const types = Object.keys(nodeExamples) as (keyof typeof nodeExamples)[];
  // A form belongs to the module that shows it, only warnings are told by the day, and files have an archive.
  const moduleOf = (type: string) =>
    ({ form: 'contact', calendar: 'warnings', file: 'document-archive' })[type] ?? 'consumption';
  let market: ManifestSet['markets']['PL'];

  beforeAll(async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'examples-'));
    const manifestsDirectory = path.join(root, 'manifests');
    await cp(realDirectories.manifestsDirectory, manifestsDirectory, { recursive: true });
    const heads = { $schema: '../../schema/screen.schema.json', manifestVersion: 2 };
    const examples = [
      ...types.map((type) => ({
        name: type,
        module: moduleOf(type),
        screen: {
          title: 'consumption:title',
          query: exampleQuery,
          children: { example: nodeExamples[type] },
        },
      })),
      { name: 'screen', module: 'consumption', screen: screenExample },
    ];
    for (const { name, module, screen } of examples) {
      const folder = path.join(manifestsDirectory, 'modules', module);
      const moduleFile = parse(await readFile(path.join(folder, 'module.json'), 'utf8'));
      moduleFile.routes[`example-${name}`] = {
        path: `/example/${name}/{property}/{tenant}`,
        screen: `${module}.example-${name}`,
        title: 'consumption:title',
      };
      await writeFile(path.join(folder, 'module.json'), JSON.stringify(moduleFile));
      const file = JSON.stringify({ ...heads, ...screen });
      await writeFile(path.join(folder, `example-${name}.screen.json`), file);
    }
    const { set, faults } = await readManifests({ ...realDirectories, manifestsDirectory });
    await rm(root, { recursive: true, force: true });
    expect(faults).toEqual([]);
    market = (set as ManifestSet).markets.PL;
  }, 60_000);

  test.each(types)('%s compiles, and stands on its page', (type) => {
    const screen = `${moduleOf(type)}.example-${type}`;
    const { keep } = createValidatorStore();
    const compiled = compileScreen(market, screen, holder('PL', 'portal_admin'), {
      keepSchema: keep,
    });
    expect(compiled?.root).toMatchObject({ children: [{ id: 'example', type }] });
    const [, example = ''] = /```json\n(.*)```/s.exec(pages.get(`nodes/${type}.md`) ?? '') ?? [];
    expect(JSON.parse(example)).toEqual(nodeExamples[type]);
  });

  test('a screen compiles, says a query parameter’s default, and stands on its page', () => {
    const { keep } = createValidatorStore();
    const compiled = compileScreen(
      market,
      'consumption.example-screen',
      holder('PL', 'portal_admin'),
      {
        keepSchema: keep,
      },
    );
    expect(compiled?.query).toMatchObject({ timeframe: { default: 'MONTHLY' } });
    const [, example = ''] = /```json\n(.*)```/s.exec(pages.get('files/screen.md') ?? '') ?? [];
    expect(JSON.parse(example)).toEqual(screenExample);
  });
});

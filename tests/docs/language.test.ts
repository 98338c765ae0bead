import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'jsonc-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createValidatorStore } from '../../server/forms/validators.ts';
import { readManifests } from '../../server/manifests/serve/readManifests.ts';
import { listPresets } from '../../server/manifests/session/access.ts';
import { compileScreen } from '../../server/manifests/session/compile.ts';
import type { ManifestSet } from '../../server/manifests/session/manifestSet.ts';
import { exampleQuery } from '../../server/manifestTools/reference/examples.ts';
import { holder } from '../server/manifests/subjects.ts';
import { type Block, readBlocks } from './documents.ts';
import { copyReal, readSound, type Workplace } from './tasks.ts';

/**
 * Compiles each example of docs/language.md, as a node of a page or as an override of a file, and the
 * files of examples/.
 */

const blocks = readBlocks('language.md').filter(({ language }) => language === 'json');

/** Faults of the manifests with the example in them, by block: those of its file, and all. */
const faultsOf = new Map<Block, readonly string[]>();
const allFaults: string[] = [];

let workplace: Workplace & { remove: () => Promise<void> };
beforeAll(async () => {
  workplace = await copyReal();
  // All examples at once, but for those of one override, which come one after the other.
  for (const round of listRounds()) {
    const examples = new Map<Block, Example>();
    for (const block of round) examples.set(block, await addExample(block));
    const { set, faults } = await readManifests(workplace.directories);
    if (!set && faults.length === 0) throw new Error('no manifests were read');
    allFaults.push(...faults);
    for (const [block, { file }] of examples) {
      faultsOf.set(
        block,
        faults.filter((fault) => fault.includes(file)),
      );
    }
    for (const { takeAway } of [...examples.values()].toReversed()) await takeAway();
  }
}, 60_000);
afterAll(() => workplace.remove());

function listRounds(): Block[][] {
  const rounds: Block[][] = [];
  for (const block of blocks) {
    const target = block.info.get('override');
    const isFree = (round: Block[]) => round.every(({ info }) => info.get('override') !== target);
    const round = target === undefined ? rounds[0] : rounds.find(isFree);
    if (round) round.push(block);
    else rounds.push([block]);
  }
  return rounds;
}

interface Example {
  /** What faults call the file in which it stands. */
  readonly file: string;
  readonly takeAway: () => Promise<void>;
}

async function addExample(block: Block): Promise<Example> {
  const { manifestsDirectory } = workplace.directories;
  const target = block.info.get('override');
  const example = JSON.parse(block.text);
  if (target === undefined) {
    return addNode(manifestsDirectory, block.info.get('node') || 'consumption', example);
  }
  const place = `overrides/pl/${target}`;
  const file = path.join(manifestsDirectory, place);
  const $schema = `../../../schema/overrides/${target.replace('.json', '.schema.json')}`;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ $schema, manifestVersion: 2, ...example }));
  return { file: place, takeAway: () => rm(file) };
}

let pages = 0;

/** Shows a node on a page of its own. */
async function addNode(manifests: string, module: string, example: unknown): Promise<Example> {
  pages += 1;
  const name = `example-${pages}`;
  const folder = path.join(manifests, 'modules', module);
  const file = path.join(folder, 'module.json');
  const text = await readFile(file, 'utf8');
  const content = parse(text);
  const title = 'consumption:title';
  content.routes[name] = {
    path: `/${name}/{property}/{tenant}`,
    screen: `${module}.${name}`,
    title,
  };
  const screen = {
    $schema: '../../schema/screen.schema.json',
    manifestVersion: 2,
    title,
    query: { ...exampleQuery, compare: 'NONE' },
    children: { example },
  };
  const page = `${name}.screen.json`;
  await writeFile(path.join(folder, page), JSON.stringify(screen));
  await writeFile(file, JSON.stringify(content));
  return {
    file: `modules/${module}/${page}`,
    async takeAway() {
      await rm(path.join(folder, page));
      await writeFile(file, text);
    },
  };
}

describe('the example of', () => {
  test.each(blocks.map((block) => [block.heading, block] as const))('%s', (_heading, block) => {
    expect([...block.info.keys()]).toEqual([block.info.has('override') ? 'override' : 'node']);
    expect(faultsOf.get(block)).toEqual([]);
  });

  test('nine rules and more', () => expect(blocks.length).toBeGreaterThan(10));

  test('has no fault elsewhere', () => expect(allFaults).toEqual([]));
});

describe('the files of examples/', () => {
  const screens = ['consumption.building-list', 'consumption.building', 'contact.question'];
  let files: string[];
  let markets: ManifestSet['markets'];

  beforeAll(async () => {
    const { directories, remove } = await copyReal();
    const { manifestsDirectory } = directories;
    const isManifest = (name: string) => name.endsWith('.json');
    files = (await readdir('examples', { recursive: true })).filter(isManifest);
    for (const name of files) {
      await cp(path.join('examples', name), path.join(manifestsDirectory, name));
    }
    for (const screen of screens) await addRoute(manifestsDirectory, screen);
    ({ markets } = await readSound({ root: '', directories }));
    await remove();
  });

  const { keep: keepSchema } = createValidatorStore();
  const look = (country: 'PL' | 'DK', screen: string) =>
    compileScreen(markets[country], screen, holder(country, 'portal_admin'), { keepSchema })?.root;

  test('are all explained, in two lines and in the list', async () => {
    const list = await readFile('examples/README.md', 'utf8');
    expect(files.length).toBeGreaterThanOrEqual(5);
    for (const name of files) {
      const text = await readFile(path.join('examples', name), 'utf8');
      expect(text, name).toMatch(/^\/\/ .+\n\/\/ .+\n\{/);
      expect(list).toContain(`](${name})`);
    }
  });

  test('show a table, figures with a graph, and a form', () => {
    const types = screens.map((screen) => {
      const { children = [] } = (look('PL', screen) ?? {}) as { children?: { type: string }[] };
      return children.map(({ type }) => type);
    });
    expect(types).toEqual([['table'], ['stats', 'graph'], ['form']]);
  });

  test('make a report ready', () => {
    const presets = listPresets(markets.PL, holder('PL', 'portal_admin'));
    expect(presets.map(({ id }) => id)).toContain('reports.heat-by-month');
  });

  test('change Denmark alone', () => {
    const [danish, polish] = (['DK', 'PL'] as const).map((country) =>
      JSON.stringify(look(country, 'consumption.property')),
    );
    expect(danish).not.toContain('"id":"address"');
    expect(polish).toContain('"id":"address"');
  });
});

async function addRoute(manifests: string, screen: string): Promise<void> {
  const [module = '', name = ''] = screen.split('.');
  const file = path.join(manifests, 'modules', module, 'module.json');
  const content = parse(await readFile(file, 'utf8'));
  const title = 'consumption:title';
  content.routes[`example-${name}`] = { path: `/example/${name}/{property}`, screen, title };
  await writeFile(file, JSON.stringify(content));
}

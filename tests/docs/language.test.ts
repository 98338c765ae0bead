import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'jsonc-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readManifests } from '../../server/manifests/readManifests.ts';
import { exampleQuery } from '../../server/manifests/reference/examples.ts';
import { type Block, readBlocks } from './documents.ts';
import { copyReal, type Workplace } from './tasks.ts';

/** Compiles each example of docs/language.md, as a node of a page or as an override of a file. */

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

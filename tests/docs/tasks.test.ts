import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ParseError, parse } from 'jsonc-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { drawBySeed, testSeed } from '../../scripts/testing/seed.mjs';
import { readManifests } from '../../server/manifests/serve/readManifests.ts';
import { type Block, readBlocks } from './documents.ts';
import { openPortal, type Portal, type Task, tasks } from './productOwnerTasks.ts';
import { copyReal, perform, type Workplace } from './tasks.ts';

/** Does each task of the product owners’ guide as it is written there. */

const blocks = readBlocks('product-owners.md').filter(({ info }) => info.has('file'));
const blocksOf = (heading: string) => blocks.filter((block) => block.heading === heading);
const headings = [...new Set(blocks.map(({ heading }) => heading))];

let workplace: Workplace & { remove: () => Promise<void> };
beforeAll(async () => {
  workplace = await copyReal();
});
afterAll(() => workplace.remove());

/** The portal of the files as they are shipped; reading them takes half a second. */
let shipped: Promise<Portal> | undefined;

function seeBefore(task: Task): Promise<unknown> {
  if (task.follows) return seeAfter(task, []);
  shipped ??= openPortal(workplace);
  return shipped.then((portal) => task.observe(portal));
}

/** What is seen once blocks were followed; the files are as before afterwards. */
async function seeAfter(task: Task, own: readonly Block[]): Promise<unknown> {
  const first = task.follows ? blocksOf(task.follows) : [];
  const undoFirst = await perform(workplace.root, first);
  try {
    const undo = await perform(workplace.root, own);
    try {
      return await task.observe(await openPortal(workplace));
    } finally {
      await undo();
    }
  } finally {
    await undoFirst();
  }
}

test('every task has what is seen before and after it, and nothing else has', () => {
  const told = headings.filter((one) => blocksOf(one).some(({ info }) => !info.has('shows')));
  expect(told).toEqual(Object.keys(tasks));
});

describe('the product owners’ task', () => {
  test.each(Object.entries(tasks))('%s', async (heading, task) => {
    expect(task.before).not.toEqual(task.after);
    expect(await seeBefore(task)).toEqual(task.before);
    expect(await seeAfter(task, blocksOf(heading))).toEqual(task.after);
  });
});

interface Mutant {
  readonly heading: string;
  readonly what: string;
  readonly blocks: Block[];
}

/** A task with one line of one block missing, or one block. */
function* mutate(heading: string): Generator<Mutant> {
  const own = blocksOf(heading);
  for (const [at, block] of own.entries()) {
    const lines = block.text.split('\n');
    for (const [row, line] of lines.entries()) {
      const text = lines.filter((_line, one) => one !== row).join('\n');
      const changed = own.map((one, place) => (place === at ? { ...block, text } : one));
      yield {
        heading,
        what: `without “${line.trim()}” (${row + 1}) of block ${at + 1}`,
        blocks: changed,
      };
    }
    yield {
      heading,
      what: `without block ${at + 1}`,
      blocks: own.filter((one) => one !== block),
    };
  }
}

const mutants = Object.keys(tasks).flatMap((heading) => [...mutate(heading)]);
const drawn = drawBySeed(mutants, 20, 'lines of the product owners’ guide');
const share = `${drawn.length} of ${mutants.length}, TEST_SEED=${testSeed()}`;

describe(`a guide that forgets a line fails (${share}):`, () => {
  test.each(drawn)('$heading $what', async ({ heading, blocks: changed }) => {
    const task = tasks[heading] as Task;
    const seen = await seeAfter(task, changed).catch((error: Error) => error);
    expect(seen).not.toEqual(task.after);
  });
});

test('instructions that can’t be followed to the letter are refused', async () => {
  const made = (words: string, text: string): Block => {
    const [file = '', verb = ''] = words.split(' ');
    return {
      heading: '',
      language: 'json',
      info: new Map([
        ['file', file],
        [verb, ''],
      ]),
      text,
    };
  };
  const file = 'manifests/modules/contact/message.form.json';
  const attempts: [string, Block[]][] = [
    ['is there already', [made(`${file} new`, '{}')]],
    ['is not there', [made('manifests/modules/contact/a.form.json find', '{')]],
    ['found them 0 times', [made(`${file} delete`, '    "nothing": {')]],
    ['found them 5 times', [made(`${file} delete`, '    },')]],
    ['nothing is written', [made(`${file} find`, '  "fields": {')]],
    ['nothing is found', [made(`${file} write`, '  "fields": {')]],
    ['nobody knows', [made(`${file} merge`, '{}')]],
  ];
  for (const [message, attempt] of attempts) {
    const outcome = perform(workplace.root, attempt).then(
      () => 'followed',
      (error: Error) => error.message,
    );
    expect((await outcome).replace(/found them [2-9]/, 'found them 5')).toContain(message);
  }
});

test('what cannot be parsed is never passed over', async () => {
  const torn = blocksOf('Add a language').map((one) => ({ ...one, text: `${one.text},` }));
  await expect(seeAfter(tasks['Add a language'] as Task, torn)).rejects.toThrow('not valid JSON');
  await rm(`${workplace.root}/locales/sv/contact.json`, { force: true });
});

test('JSON in the documents is JSON', async () => {
  const documents = (await readdir('docs')).filter((name) => name.endsWith('.md'));
  const shown = documents.flatMap((name) => readBlocks(name)).filter(isWholeJson);
  expect(shown.length).toBeGreaterThan(20);
  for (const { language, text } of shown) {
    const errors: ParseError[] = [];
    parse(/^\s*[[{]/.test(text) ? text : `{${text}}`, errors, {
      disallowComments: language === 'json',
    });
    expect(errors, text).toEqual([]);
  }
});

function isWholeJson({ language, info }: Block): boolean {
  const isExcerpt = ['find', 'write', 'delete', 'shows'].some((verb) => info.has(verb));
  return /^jsonc?$/.test(language) && !isExcerpt;
}

test('a mistake is reported as the guide shows it', async () => {
  const file = path.join(workplace.root, 'manifests/modules/consumption/property.screen.json');
  const text = await readFile(file, 'utf8');
  await writeFile(
    file,
    text.replace('"rowLink": "consumption-tenant"', '"rowLink": "consumption-tenat"'),
  );
  const { faults } = await readManifests(workplace.directories);
  await writeFile(file, text);
  const heading = 'After you have changed something';
  const shown = readBlocks('product-owners.md').filter(
    (block) => block.heading === heading && block.language === '',
  );
  expect(faults).toEqual(shown.map((block) => block.text));
});

test('README’s tour changes the graph, and its mistake is reported as shown', async () => {
  const shown = readBlocks('../README.md').filter((one) => one.heading === "A minute's tour");
  const tour = shown.filter(({ info }) => info.has('file'));
  const chart = async () => {
    const { root } = (await openPortal(workplace)).screen('PL', 'consumption.property');
    return root.children.find(({ id }: { id: string }) => id === 'graph').chart;
  };
  expect(await chart()).toBe('auto');
  const undo = await perform(workplace.root, tour);
  expect(await chart()).toBe('line');
  await undo();
  const wrong = tour.map((one) => ({ ...one, text: one.text.replace('"line"', '"lines"') }));
  await perform(workplace.root, wrong).then(async (undoWrong) => {
    const { faults } = await readManifests(workplace.directories);
    await undoWrong();
    expect(faults).toEqual(
      shown.filter(({ language }) => language === 'text').map((one) => one.text),
    );
  });
});

test('the tables side by side are as long as is said, and the new one is the file’s', async () => {
  const [shown, ...others] = blocks.filter(({ info }) => info.has('shows'));
  if (!shown) throw new Error('nothing is shown');
  expect(others).toEqual([]);
  await perform(workplace.root, [shown]);
  const text = await readFile('docs/product-owners.md', 'utf8');
  expect(text).toContain(`version 2: ${shown.text.split('\n').length} lines`);
});

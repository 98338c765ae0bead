import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'jsonc-parser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleQuery } from '../../server/manifests/reference/examples.ts';
import { readBlocks } from './documents.ts';
import { copyReal, readSound, type Workplace } from './tasks.ts';

/** Compiles each example of docs/language.md, as a node of a page or as an override of a file. */

const blocks = readBlocks('language.md').filter(({ language }) => language === 'json');

let workplace: Workplace & { remove: () => Promise<void> };
beforeAll(async () => {
  workplace = await copyReal();
});
afterAll(() => workplace.remove());

/** Shows a node on a page of its own; what is answered takes it away again. */
async function addNode(manifests: string, module: string, example: unknown) {
  const folder = path.join(manifests, 'modules', module);
  const file = path.join(folder, 'module.json');
  const text = await readFile(file, 'utf8');
  const content = parse(text);
  const title = 'consumption:title';
  content.routes.example = {
    path: '/example/{property}/{tenant}',
    screen: `${module}.example`,
    title,
  };
  const screen = {
    $schema: '../../schema/screen.schema.json',
    manifestVersion: 2,
    title,
    query: { ...exampleQuery, compare: 'NONE' },
    children: { example },
  };
  const page = path.join(folder, 'example.screen.json');
  await writeFile(page, JSON.stringify(screen));
  await writeFile(file, JSON.stringify(content));
  return async () => {
    await rm(page);
    await writeFile(file, text);
  };
}

describe('the example of', () => {
  test.each(blocks.map((block) => [block.heading, block] as const))(
    '%s',
    async (_heading, block) => {
      const { manifestsDirectory } = workplace.directories;
      const target = block.info.get('override');
      const example = JSON.parse(block.text);
      if (target !== undefined) {
        const file = path.join(manifestsDirectory, 'overrides/pl', target);
        const $schema = `../../../schema/overrides/${target.replace('.json', '.schema.json')}`;
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, JSON.stringify({ $schema, manifestVersion: 2, ...example }));
        await expect(readSound(workplace).finally(() => rm(file))).resolves.toBeDefined();
        return;
      }
      expect([...block.info.keys()]).toEqual(['node']);
      const module = block.info.get('node') || 'consumption';
      const takeAway = await addNode(manifestsDirectory, module, example);
      await expect(readSound(workplace).finally(takeAway)).resolves.toBeDefined();
    },
  );

  test('nine rules and more', () => expect(blocks.length).toBeGreaterThan(10));
});

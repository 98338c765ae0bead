import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runManifestCommand } from '../../server/cli/manifest.ts';
import { realDirectories } from '../server/manifests/directories.ts';
import { readBlocks } from './documents.ts';

/** Runs each manifest command of the guides as it is written there. */

let root: string;
let manifestsDirectory: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'commands-'));
  manifestsDirectory = path.join(root, 'manifests');
  await cp(realDirectories.manifestsDirectory, manifestsDirectory, { recursive: true });
});
afterAll(() => rm(root, { recursive: true, force: true }));

const commands = ['product-owners.md', 'testers.md', 'support.md'].flatMap((name) =>
  readBlocks(name)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => line.startsWith('npm run portal -- manifest '))
    .map((line) => [name, line.replace('npm run portal -- manifest ', '')] as const),
);

describe('the commands of the guides', () => {
  test.each(commands)('%s: manifest %s', async (_name, command) => {
    const lines: string[] = [];
    const args = command
      .split(' ')
      .map((word) => (/^(snapshots\/|manifests$)/.test(word) ? path.join(root, word) : word));
    const code = await runManifestCommand(args, {
      ...realDirectories,
      manifestsDirectory,
      print: (line) => lines.push(line),
    });
    expect([code, lines.length > 0], lines.join('\n')).toEqual([0, true]);
  });

  test('are more than a few', () => expect(commands.length).toBeGreaterThan(8));
});

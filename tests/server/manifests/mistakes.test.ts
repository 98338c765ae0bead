import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readManifests } from '../../../server/manifests/readManifests.ts';
import { copyGood, mistakesDirectory } from './directories.ts';

describe('the small good manifests', () => {
  test('have no faults', async () => {
    const { set, faults } = await readManifests(await copyGood());
    expect(faults).toEqual([]);
    expect(set).toBeDefined();
  });
});

describe('each kind of mistake is told where it is and what was meant', () => {
  const kinds = readdirSync(mistakesDirectory);

  test.each(kinds)('%s', async (kind) => {
    const overlay = path.join(mistakesDirectory, kind);
    const { faults } = await readManifests(await copyGood(overlay));
    expect(faults).not.toEqual([]);
    // A text that nobody has looked at is no expectation: make an empty one, and update it with -u.
    const expected = path.join(overlay, 'expected.txt');
    expect(existsSync(expected)).toBe(true);
    await expect(`${faults.join('\n')}\n`).toMatchFileSnapshot(expected);
  });
});

describe('hostile files', () => {
  const screen = 'modules/home/index.screen.json';

  test('one that is nested too deeply is refused before it is parsed', async () => {
    const directories = await copyGood();
    const depth = 100_000;
    const text = `{ "root": ${'['.repeat(depth)}${']'.repeat(depth)} }`;
    await writeFile(path.join(directories.manifestsDirectory, screen), text);
    const { faults } = await readManifests(directories);
    expect(faults).toEqual([
      `manifests/${screen}:1:50  expected at most 40 levels of brackets, found more`,
    ]);
  });

  test('one that is too large is refused', async () => {
    const directories = await copyGood();
    const text = JSON.stringify({ filler: 'x'.repeat(300 * 1024) });
    await writeFile(path.join(directories.manifestsDirectory, screen), text);
    const { faults } = await readManifests(directories);
    expect(faults).toEqual([
      `manifests/${screen}:1:1  expected at most 256 KB, found 301 KB: split the file`,
    ]);
  });

  test('keys that lead to a prototype change nothing', async () => {
    const directories = await copyGood();
    const text =
      '{ "constructor": { "prototype": { "polluted": true } }, "__proto__": { "polluted": true } }';
    for (const place of [screen, 'overrides/pl/consumption/index.screen.json']) {
      await writeFile(path.join(directories.manifestsDirectory, place), text);
    }
    const { faults } = await readManifests(directories);
    expect(faults).toContain(
      `manifests/${screen}:1:3  constructor  the key "constructor" is not allowed`,
    );
    expect(faults).toContain(
      `manifests/${screen}:1:${text.indexOf('"__proto__') + 1}  __proto__  the key "__proto__" is not allowed`,
    );
    expect(Object.getPrototypeOf({})).not.toHaveProperty('polluted');
    expect({}).not.toHaveProperty('polluted');
  });
});

test('all faults are told, not the first one', async () => {
  const directories = await copyGood();
  const { manifestsDirectory } = directories;
  await writeFile(path.join(manifestsDirectory, 'modules/home/index.screen.json'), '{');
  await writeFile(path.join(manifestsDirectory, 'markets/dk.json'), '{ "manifestVersion": 3 }');
  const { faults } = await readManifests(directories);
  expect(faults.filter((fault) => fault.includes('index.screen.json')).length).toBeGreaterThan(0);
  expect(faults.filter((fault) => fault.includes('markets/dk.json')).length).toBeGreaterThan(5);
});

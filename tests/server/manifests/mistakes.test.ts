import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readManifests } from '../../../server/manifests/serve/readManifests.ts';
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

describe('one mistake is one fault, whatever follows from it', () => {
  const property = 'manifests/modules/consumption/property.screen.json';
  const index = 'manifests/modules/consumption/index.screen.json';
  const labels = 'locales/en/consumption.json';
  const part = '"use": "consumption.shown"';

  test.each<[string, string, string | RegExp, string, RegExp]>([
    [
      'a text that is used in many places',
      labels,
      /"title".*\n/,
      '',
      /"consumption:title".*\(also at .* and \d+ more\)$/,
    ],
    [
      'English texts that are no JSON',
      labels,
      ',',
      '',
      /^locales\/en\/consumption\.json:3:3 {2}not valid/,
    ],
    [
      'a screen that is no JSON',
      property,
      '"MONTHLY",',
      '"MONTHLY"',
      /property\.screen\.json:6:5 {2}not valid/,
    ],
    [
      'a market that is no JSON',
      'manifests/markets/dk.json',
      ',',
      '',
      /dk\.json:\d+:\d+ {2}not valid/,
    ],
    [
      'a part that is no JSON',
      'manifests/modules/consumption/shown.part.json',
      ',',
      '',
      /shown\.part\.json:1:\d+ {2}not valid/,
    ],
    [
      'nothing for a column',
      index,
      /"city": \{[^}]*\}/,
      '"city": null',
      /columns\.city {2}expected an object, found null$/,
    ],
    [
      'nothing for a node',
      property,
      /"stats": [\s\S]*$/,
      '"stats": null } }',
      /children\.stats {2}expected an object whose "type" is one of [^{]*found null$/,
    ],
    [
      'a call that nobody knows',
      property,
      '"call": "property.get"',
      '"call": "property.gt"',
      /source\.call {2}expected an API operation/,
    ],
    [
      'a call of rows that nobody knows',
      index,
      '"call": "property.list"',
      '"call": "property.lst"',
      /source\.call {2}expected an API operation/,
    ],
    [
      'a parameter that controls, graph and links name',
      property,
      '"timeframe": "MONTHLY"',
      '"timefrme": "MONTHLY"',
      /expected a parameter .*found "timeframe".*\(also at/,
    ],
    [
      'a module that nobody knows',
      'manifests/modules/consumption/module.json',
      '"home"\n',
      '"home", "hme"\n',
      /expected a module, found "hme"/,
    ],
    ['a key misspelt that has to be there', property, '"items"', '"itens"', /found "itens", did/],
  ])('%s', async (_name, place, from, to, expected) => {
    const directories = await copyGood();
    const root = path.dirname(directories.manifestsDirectory);
    const edit = async (name: string, change: (text: string) => string) => {
      const file = path.join(root, name);
      await writeFile(file, change(await readFile(file, 'utf8').catch(() => '')));
    };
    // The page takes a part, which declares a parameter; the list leads to the page with one.
    await edit('manifests/modules/consumption/shown.part.json', () =>
      JSON.stringify({
        $schema: '../../schema/part.schema.json',
        manifestVersion: 2,
        type: 'tabs',
        label: 'consumption:title',
        query: 'tab',
        items: { one: { label: 'consumption:title', children: {} } },
      }),
    );
    await edit(property, (text) =>
      text.replace('"graph": {', `"shown": { ${part} },\n    "graph": {`),
    );
    await edit(index, (text) =>
      text.replace('"$row.worksId"', '"$row.worksId", "timeframe": "DAILY", "tab": "one"'),
    );
    expect((await readManifests(directories)).faults).toEqual([]);
    await edit(place, (text) => text.replace(from, to));
    const { faults, set } = await readManifests(directories);
    expect(set).toBeUndefined();
    expect(faults).toEqual([expect.stringMatching(expected)]);
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

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runManifestCommand } from '../../../server/cli/manifest.ts';
import { listMigrations } from '../../../server/manifestTools/migrateFiles.ts';
import { writeSmall } from './small.ts';

const old = 'modules/home/old.screen.json';
const before = '{ "manifestVersion": 1, "root": { "type": "page", "title": "home:title" } }';
const after = '{ "manifestVersion": 2, "title": "home:title" }';

/** The small portal with one screen of version 1. */
async function writeOld() {
  const { directories, fileOf, save } = await writeSmall();
  await save(`manifests/${old}`, before);
  await save('manifests/schema/old.json', before);
  await save('manifests/notes.txt', before);
  const run = async (...args: string[]) => {
    const lines: string[] = [];
    const print = (line: string) => lines.push(line);
    const code = await runManifestCommand(['migrate', ...args], { ...directories, print });
    return { code, lines };
  };
  const read = () => readFile(fileOf(`manifests/${old}`), 'utf8');
  return { directories, run, read, save, fileOf };
}

test('every manifest is listed as it would be, by its place, and nothing else', async () => {
  const { directories, fileOf } = await writeOld();
  const found = await listMigrations(directories.manifestsDirectory);
  expect(found.map(({ name }) => name)).toEqual([
    'markets/cz.json',
    'markets/dk.json',
    'markets/pl.json',
    'modules/consumption/index.screen.json',
    'modules/consumption/list.screen.json',
    'modules/consumption/module.json',
    'modules/home/index.screen.json',
    'modules/home/module.json',
    'modules/home/old.screen.json',
  ]);
  expect(found.at(-1)).toEqual({
    name: old,
    file: path.normalize(fileOf(`manifests/${old}`)),
    from: 1,
    to: 2,
    text: after,
  });
});

test('manifest migrate says what it would write, writes when told to, and then has nothing to do', async () => {
  const { run, read } = await writeOld();
  const line = `${old}: version 1 → 2`;
  expect(await run()).toEqual({ code: 1, lines: [line, 'Nothing was written: add --write.'] });
  expect(await read()).toBe(before);
  expect(await run('--write')).toEqual({ code: 0, lines: [line] });
  expect(await read()).toBe(after);
  expect(await run()).toEqual({ code: 0, lines: ['Every file is in the newest version.'] });
});

test('manifest migrate leaves alone what is newer than itself', async () => {
  const { run, read, save } = await writeOld();
  const newer = before.replace('1', '9');
  await save(`manifests/${old}`, newer);
  const { code, lines } = await run('--write');
  expect(code).toBe(1);
  expect(lines[0]).toContain(
    `${old}: expected at most version 2 of the manifest language, found 9`,
  );
  expect(await read()).toBe(newer);
});

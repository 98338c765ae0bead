import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { View } from '../../../server/manifestTools/snapshot.ts';
import {
  canHoldSnapshot,
  isSnapshot,
  listMissing,
  readSnapshot,
  writeSnapshot,
} from '../../../server/manifestTools/snapshotFiles.ts';

const view = (country: string, role: string, language: string): View => ({
  country,
  role,
  language,
  parts: new Map<string, unknown>([
    ['index', { of: role }],
    ['operations', []],
    ['screens/a.index', { title: language }],
  ]),
});
const views = [view('CZ', 'visitor', 'cs'), view('PL', 'portal_admin-basic', 'en')];

let directory: string;
beforeEach(async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'snapshot-'));
  directory = path.join(root, 'one');
  onTestFinished(() => rm(root, { recursive: true, force: true }));
});

test('a snapshot is read as it was written, in files for people', async () => {
  // No operations are the same for both.
  expect(await writeSnapshot(directory, views)).toBe(5);
  expect(await readSnapshot(directory)).toEqual(views);
  const file = path.join(directory, 'PL/portal_admin-basic/en/screens/a.index.json');
  expect(await readFile(file, 'utf8')).toBe('{\n  "title": "en"\n}\n');
  expect(await isSnapshot(directory)).toBe(true);
});

test('what is the same for several is there once, and its loss is said', async () => {
  const same = (role: string): View => ({
    ...view('CZ', role, 'cs'),
    parts: views[0]?.parts ?? new Map(),
  });
  const three = [same('visitor'), same('portal_user'), view('CZ', 'portal_admin', 'cs')];
  expect(await writeSnapshot(directory, three)).toBe(4);
  expect(await readSnapshot(directory)).toEqual(three.toReversed());
  await rm(path.join(directory, 'CZ/visitor/cs/index.json'));
  await expect(readSnapshot(directory)).rejects.toThrow(/CZ\/visitor\/cs\/index\.json is missing/);
});

test('one of the first version, with each file of each view, is read', async () => {
  await writeSnapshot(directory, views.slice(0, 1));
  await writeFile(path.join(directory, 'snapshot.json'), '{"snapshot":1}');
  expect(await isSnapshot(directory)).toBe(true);
  expect(await readSnapshot(directory)).toEqual(views.slice(0, 1));
});

test('the newer one takes its place whole', async () => {
  await writeSnapshot(directory, views);
  expect(await writeSnapshot(directory, views.slice(1))).toBe(3);
  expect(await readSnapshot(directory)).toEqual(views.slice(1));
  expect(await readdir(path.dirname(directory))).toEqual(['one']);
});

test('what is left of one that was interrupted is in nobody’s way', async () => {
  const half = path.join(`${directory}.new`, 'DK/visitor/da');
  await mkdir(half, { recursive: true });
  await writeFile(path.join(half, 'index.json'), '{}');
  await writeSnapshot(directory, views);
  expect(await readSnapshot(directory)).toEqual(views);
});

test('only files of a snapshot are read', async () => {
  await writeSnapshot(directory, views);
  for (const name of ['readme.md', 'CZ/notes.json', 'CZ/visitor/cs/index.txt', 'cz.json']) {
    await writeFile(path.join(directory, name), 'no view');
  }
  expect(await readSnapshot(directory)).toEqual(views);
});

test('it may stand where nothing does, or another snapshot', async () => {
  expect([await isSnapshot(directory), await canHoldSnapshot(directory)]).toEqual([false, true]);
  await mkdir(directory);
  expect([await isSnapshot(directory), await canHoldSnapshot(directory)]).toEqual([false, true]);
  await writeFile(path.join(directory, 'thesis.txt'), 'years of work');
  expect([await isSnapshot(directory), await canHoldSnapshot(directory)]).toEqual([false, false]);
  await writeFile(path.join(directory, 'snapshot.json'), '{ "snapshot": 3 }');
  expect([await isSnapshot(directory), await canHoldSnapshot(directory)]).toEqual([false, false]);
  await writeFile(path.join(directory, 'snapshot.json'), '{ "snapshot": 1 }');
  expect([await isSnapshot(directory), await canHoldSnapshot(directory)]).toEqual([true, true]);
});

test.each([
  [['CZ', 'PL'], ['cs', 'en'], []],
  [['CZ', 'PL', 'DK'], ['cs', 'en', 'da'], []],
  [['PL'], ['cs', 'en'], ['CZ']],
  [['CZ', 'PL'], ['cs'], ['en']],
  [[], [], ['CZ', 'PL', 'cs', 'en']],
])('in place of it one of %j in %j lacks %j', async (countries, languages, missing) => {
  expect(await listMissing(directory, { countries, languages })).toEqual([]);
  await writeSnapshot(directory, [...views, view('CZ', 'portal_admin', 'cs')]);
  expect(await listMissing(directory, { countries, languages })).toEqual(missing);
});

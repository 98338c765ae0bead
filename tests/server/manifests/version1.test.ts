import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadFiles } from '../../../server/manifests/read/load.ts';
import { readManifests } from '../../../server/manifests/serve/readManifests.ts';
import { compareSnapshots } from '../../../server/manifestTools/compare.ts';
import { takeSnapshot, type View } from '../../../server/manifestTools/snapshot.ts';
import { realDirectories } from './directories.ts';
import { tellers } from './tellers.ts';

const version1 = path.join(import.meta.dirname, 'version1');

test('what our own manifests of version 1 compiled to is what they compile to now', async () => {
  const directories = {
    manifestsDirectory: path.join(version1, 'manifests'),
    localesDirectory: await localesOfVersion1(),
  };
  const { set, faults } = await readManifests(directories);
  expect(faults.filter((fault) => fault.startsWith('manifests/'))).toEqual([]);
  if (!set) throw new Error('The manifests of version 1 have faults.');
  const loaded = await loadFiles(directories);
  const now = [...takeSnapshot(set, loaded, { languages: ['en'] })].map(withoutSchemas);
  const differences = compareSnapshots(readCompiled(), now, tellers.en)
    .map(({ words }) => words)
    // What there is to choose from grows with the enumerations.
    .filter((words) => !words.startsWith('choices in '));
  // A link now gets by name what the screen that it leads to reads.
  const bound = /(params\.\w+|\.params) in .+: nothing → «\$query\.\w+»$/;
  // There is a search, routes say what comes along, a link what it leaves out of that, figures have their line and what
  // they are known by, a choice the values that it takes, and the query what controls let
  // it be, and a map what its search also looks in.
  const later =
    /^(query in index › |search in index: |(trend|coverage) in .+ › overview: |foundBy in .+ › map: |only in .+ › category: |action\.to\.params in .+"sent":""|query\.\w+\.(only|isDay|atLeast) in )/;
  expect(differences.filter((words) => later.test(words))).toHaveLength(34);
  expect(differences.filter((words) => !bound.test(words) && !later.test(words))).toEqual([
    'sort in consumption.property › devices › category: nothing → «category»',
    'format in readings.import › rejections › code: nothing → {"as":"enumeration","of":"importFault"}',
  ]);
  expect(differences).toHaveLength(67);
});

/** The texts of version 1, with labels for the values that enumerations have got since. */
async function localesOfVersion1(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'version1-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  await cp(path.join(version1, 'locales'), directory, { recursive: true });
  const file = path.join(directory, 'en/enums.json');
  const read = async (name: string) => JSON.parse(await readFile(name, 'utf8'));
  const now: Record<string, object> = await read(
    path.join(realDirectories.localesDirectory, 'en/enums.json'),
  );
  const then: Record<string, object> = await read(file);
  const merged = Object.entries(now).map(([name, labels]) => [name, { ...labels, ...then[name] }]);
  await writeFile(file, JSON.stringify(Object.fromEntries(merged)));
  return directory;
}

/** What version 1 gave, by audience in English. */
function readCompiled(): View[] {
  const text = readFileSync(path.join(version1, 'compiled.json'), 'utf8');
  const { contents, views } = JSON.parse(text) as {
    contents: unknown[];
    views: Record<string, Record<string, number>>;
  };
  return Object.entries(views).map(([audience, parts]) => {
    const [country = '', role = ''] = audience.split('/');
    const own = Object.entries(parts).map(([name, at]) => [name, contents[at]] as const);
    return withoutSchemas({ country, role, language: 'en', parts: new Map(own) });
  });
}

/** Without what changes with the API and the forms' schemas, whatever the manifests say. */
function withoutSchemas(view: View): View {
  const parts = [...view.parts].filter(([name]) => name !== 'operations');
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value).filter(
      ([key]) => key !== 'validator' && !(key === 'schema' && 'validator' in value),
    );
    return Object.fromEntries(members.map(([key, one]) => [key, strip(one)]));
  };
  return { ...view, parts: new Map(parts.map(([name, part]) => [name, strip(part)])) };
}

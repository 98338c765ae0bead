import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadFiles } from '../../../server/manifests/load.ts';
import { printFile, readJson } from '../../../server/manifests/migrations/writtenJson.ts';
import { type Migration, migrateTexts } from '../../../server/manifests/migrations.ts';
import { readManifests } from '../../../server/manifests/readManifests.ts';
import { compareSnapshots } from '../../../server/manifests/tools/compare.ts';
import { takeSnapshot, type View } from '../../../server/manifests/tools/snapshot.ts';
import { realDirectories } from './directories.ts';

const fixtures = path.join(import.meta.dirname, 'migrations');
const version1 = path.join(import.meta.dirname, 'version1');

function readTexts(directory: string): Map<string, string> {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.endsWith('.json')).toSorted();
  return new Map(files.map((name) => [name, readFileSync(path.join(directory, name), 'utf8')]));
}

describe('from version 1 to 2', () => {
  test.each(readdirSync(fixtures))('%s', (rule) => {
    const before = readTexts(path.join(fixtures, rule, 'before'));
    const after = readTexts(path.join(fixtures, rule, 'after'));
    const migrated = new Map(
      [...migrateTexts(before)].map(([place, result]) => [place, 'text' in result && result.text]),
    );
    expect(migrated).toEqual(after);
    // What is new stays as it is.
    expect([...migrateTexts(after).values()].every((result) => 'text' in result)).toBe(true);
    for (const [place, result] of migrateTexts(after)) {
      expect(result).toEqual({ text: after.get(place), from: 2, to: 2 });
    }
  });

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
    const differences = compareSnapshots(readCompiled(), now)
      .map(({ words }) => words)
      // What there is to choose from grows with the enumerations.
      .filter((words) => !words.startsWith('choices in '));
    // A link now gets by name what the screen that it leads to reads.
    const bound = /(params\.\w+|\.params) in .+: nothing → «\$query\.\w+»$/;
    // Routes say what comes along, a link what it leaves out of that, and figures have their line.
    const later = /^(query in index › |trend in .+ › overview: |action\.to\.params in .+"sent":"")/;
    expect(differences.filter((words) => later.test(words))).toHaveLength(11);
    expect(differences.filter((words) => !bound.test(words) && !later.test(words))).toEqual([
      'sort in consumption.property › devices › category: nothing → «category»',
    ]);
    expect(differences).toHaveLength(41);
  });
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

describe('steps', () => {
  const old = `{
  // Why it is so.
  "manifestVersion": 1,
  "title": "a:b"
}`;
  const steps: readonly Migration[] = [
    (files) => new Map([...files].map(([place, { text }]) => [place, text.replace('b"', 'c"')])),
    (files) => new Map([...files].map(([place, { text }]) => [place, text.replace('c"', 'd"')])),
  ];
  const migrateOne = (text: string, given = steps) =>
    migrateTexts(new Map([['modules/m/index.screen.json', text]]), given).get(
      'modules/m/index.screen.json',
    );

  test('go one after the other, and each version takes only those that it needs', () => {
    expect(migrateOne(old)).toEqual({
      from: 1,
      to: 3,
      text: old.replace('1', '3').replace('b"', 'd"'),
    });
    const newer = old.replace('1', '2');
    expect(migrateOne(newer)).toEqual({ from: 2, to: 3, text: newer.replace('2', '3') });
  });

  test('leave alone what has no version or is no JSON, and refuse what is newer', () => {
    for (const broken of ['', '[', '[]', '{ "manifestVersion": "1" }', '{ "title": "a:b" }']) {
      expect(migrateOne(broken)).toEqual({ text: broken, from: 3, to: 3 });
    }
    const unreadable = '{ "manifestVersion": 1, "root": { ';
    expect(migrateOne(unreadable)).toEqual({ text: unreadable, from: 1, to: 1 });
    expect(migrateOne('{ "manifestVersion": 4 }')).toEqual({
      fault:
        'expected at most version 3 of the manifest language, found 4: this server is older than the file',
    });
  });

  test('are not hurt by what is nested a hundred thousand deep', () => {
    const deep = `{ "manifestVersion": 1, "root": ${'['.repeat(100_000)}${']'.repeat(100_000)} }`;
    expect(migrateOne(deep, undefined)).toMatchObject({ text: deep });
  });
});

test('JSON with comments is written as it was read', () => {
  const space = fc.constantFrom(
    '',
    ' ',
    '\n',
    '\n\n  ',
    '\n  // a, b\n  ',
    '/* { */',
    ' // "x":\n',
  );
  const { value } = fc.letrec<{ value: string; frame: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('1', '"a, // b"', 'null', 'true', '{}', '[]', '"\\""'),
      tie('frame'),
    ),
    frame: fc
      .tuple(
        fc.boolean(),
        fc.array(fc.tuple(space, tie('value'), space, space), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        space,
      )
      .map(([isList, items, hasLastComma, tail]) => {
        const inner = items.map(
          ([lead, one, before, after], at) =>
            `${lead}${isList ? '' : `"k${at}": `}${one}${before}${at < items.length - 1 || hasLastComma ? ',' : ''}${after}`,
        );
        return isList ? `[${inner.join('')}${tail}]` : `{${inner.join('')}${tail}}`;
      }),
  }));
  fc.assert(
    fc.property(value, space, (inner, tail) => {
      const text = `// first\n{ "a": ${inner}${tail}}\n// last\n`;
      const file = readJson(text);
      expect(file && printFile(file)).toBe(text);
    }),
  );
});

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toVersion2 } from '../../../server/manifests/read/migrations/version2.ts';
import { printFile, readJson } from '../../../server/manifests/read/migrations/writtenJson.ts';
import { type Migration, migrateTexts } from '../../../server/manifests/read/migrations.ts';

const fixtures = path.join(import.meta.dirname, 'migrations');

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

  test('answers only what was of version 1', () => {
    const text = '{ "title": "m:title" }';
    const files = new Map(
      [1, 2, 3].map((version) => [`markets/${version}.json`, { text, version }]),
    );
    expect([...toVersion2(files)]).toEqual([['markets/1.json', text]]);
  });
});

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

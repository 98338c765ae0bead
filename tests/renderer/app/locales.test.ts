import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../../schemas/errors.ts';

type Texts = { [key: string]: string | Texts };

function read(locale: string, name: string): Map<string, string> {
  const file = new URL(`../../../locales/${locale}/${name}.json`, import.meta.url);
  return new Map(flatten(JSON.parse(readFileSync(file, 'utf8')) as Texts));
}

function flatten(texts: Texts, prefix = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string'
      ? [[`${prefix}${key}`, text] as [string, string]]
      : flatten(text, `${prefix}${key}.`),
  );
}

/** Plural forms differ by language; what counts is that there is each one it needs. */
function stemOf(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '');
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort();
}

describe.each(['ui', 'errors', 'forms', 'validation'])('texts of the shell: %s', (name) => {
  const english = read('en', name);

  it.each(['pl', 'cs'])('are complete in %s, with the same placeholders', (locale) => {
    const texts = read(locale, name);
    const stems = (keys: Iterable<string>) => [...new Set([...keys].map(stemOf))].sort();
    expect(stems(texts.keys())).toEqual(stems(english.keys()));
    for (const [key, text] of texts) {
      const original = english.get(key) ?? english.get(`${stemOf(key)}_other`) ?? '';
      expect(placeholders(text), key).toEqual(placeholders(original));
    }
  });

  it.each(['en', 'pl', 'cs'])('have every plural form of %s', (locale) => {
    const texts = read(locale, name);
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    const plurals = new Set([...texts.keys()].filter((key) => stemOf(key) !== key).map(stemOf));
    const needed = [...plurals].flatMap((stem) => forms.map((form) => `${stem}_${form}`));
    expect(needed.filter((key) => !texts.has(key))).toEqual([]);
  });
});

it('no key holds a dot, which would be looked for as a key within another', () => {
  const folder = new URL('../../../locales/', import.meta.url);
  const keysOf = (texts: Texts): string[] =>
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === 'string' ? [key] : [key, ...keysOf(text)],
    );
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const texts = files.filter((file) => file.endsWith('.json'));
  expect(texts.length).toBeGreaterThan(20);
  const dotted = texts.flatMap((file) =>
    keysOf(JSON.parse(readFileSync(new URL(file, folder), 'utf8')))
      .filter((key) => key.includes('.'))
      .map((key) => `${file}: ${key}`),
  );
  expect(dotted).toEqual([]);
});

it('has a text for every error of the API', () => {
  const texts = read('en', 'errors');
  expect(Object.keys(errorCodes).filter((code) => !texts.has(code))).toEqual([]);
});

it('each language says which one it is, and those without texts of their own that they are English', () => {
  const writtenIn = (locale: string) => read(locale, 'ui').get('writtenIn');
  for (const locale of ['en', 'pl', 'cs']) expect(writtenIn(locale)).toBe(locale);
  for (const locale of ['da', 'sv', 'nb']) {
    const own = read(locale, 'ui');
    expect(writtenIn(locale)).toBe(own.size === 0 ? undefined : locale);
  }
});

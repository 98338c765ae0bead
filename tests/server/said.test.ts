import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import cs from '../../locales/cs/imports.json' with { type: 'json' };
import csValues from '../../locales/cs/values.json' with { type: 'json' };
import imports from '../../locales/en/imports.json' with { type: 'json' };
import values from '../../locales/en/values.json' with { type: 'json' };
import enums from '../../locales/pl/enums.json' with { type: 'json' };
import pl from '../../locales/pl/imports.json' with { type: 'json' };
import plValues from '../../locales/pl/values.json' with { type: 'json' };
import { either, type SaidText, said, sayIn, sayInEnglish, sayStored } from '../../server/said.ts';

const server = path.resolve(import.meta.dirname, '../../server');
const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(path.join(server, file), 'utf8'));
const listTexts = (groups: object) =>
  Object.entries(groups).flatMap(([group, all]) =>
    Object.entries(all as Record<string, string>).map(
      ([name, text]) => [`${group}.${name}`, text] as const,
    ),
  );
const { own: _, ...others } = values;
/** Those of schemas' own sentences aside, which nobody names (`issueWords.test.ts`). */
const texts = listTexts({ ...imports, ...others });

describe('what is said of an import', () => {
  it('has its words in the reader’s language, and names in English for commands', () => {
    const kind = { of: 'importKind', name: 'tenants' } as const;
    const one = said('refusals.alsoNeeds', { kind, missing: either(['until', 'interval']) });
    expect(sayInEnglish(one)).toBe('As tenants the file also needs: until or interval.');
    expect(sayIn({ imports: pl, enums })(one)).toBe(
      'Jako Lokatorzy plik musi mieć jeszcze: until lub interval.',
    );
    // Danish has no texts of its own here.
    expect(sayIn({})(one)).toBe(sayInEnglish(one));
  });

  it('keeps what a file says as it is, placeholders included', () => {
    const one = said('faults.noNumber', { text: '{{text}} $& «' });
    expect(sayIn({ imports: cs })(one)).toBe(
      '«{{text}} $& «» není číslo. Napište ho jako 123.456.',
    );
  });

  it('is what was stored where a later release has the text no more', () => {
    const stored = { message: 'As it was.', said: { text: 'faults.gone' as SaidText } };
    expect(sayStored(stored, sayInEnglish)).toBe('As it was.');
  });
});

test('each text of imports and values is said somewhere, with what stands in it', () => {
  const uses = sources.flatMap((source) =>
    [...source.matchAll(/\bsaid\(\s*'(\w+\.\w+)'(?:,\s*\{([^}]*))?/g)].map(
      ([, text = '', values = '']) => ({ text, values }),
    ),
  );
  const faults = texts.flatMap(([text, words]) => {
    const own = uses.filter((use) => use.text === text);
    const isNamed = sources.some((source) => source.includes(`'${text}'`));
    if (!isNamed) return [`${text} is said nowhere`];
    const names = [...words.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
    return names
      .filter((name) =>
        own.some(({ values }) => values && !new RegExp(`\\b${name}\\b`).test(values)),
      )
      .map((name) => `${text} lacks ${name}`);
  });
  expect(faults).toEqual([]);
});

/** The Polish word for it. */
const sameInPolish = 'notes.separator';

test.each([
  ['pl', { ...pl, ...plValues }],
  ['cs', { ...cs, ...csValues }],
])('no text of imports and values stays English in %s', (_locale, translated) => {
  const own = new Map(listTexts(translated));
  const namesIn = (text = '') => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).sort();
  const faults = listTexts({ ...imports, ...values }).filter(([text, words]) => {
    const isWords = /\p{L}/u.test(words.replaceAll(/\{\{\w+\}\}/g, ''));
    return (
      (isWords && own.get(text) === words && text !== sameInPolish) ||
      `${namesIn(own.get(text))}` !== `${namesIn(words)}`
    );
  });
  expect(faults).toEqual([]);
});

test('no words of zod, of the database or of another library stand inside what is said', () => {
  const raw = sources.flatMap((source) => [
    ...source.matchAll(
      /\bsaid\(\s*'\w+\.\w+',\s*\{[^}]*\b(?:error|issue|cause)\b[^}]*\.message[^}]*/g,
    ),
  ]);
  expect(raw.map(String)).toEqual([]);
});

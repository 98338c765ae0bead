import { glob, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { countries } from '../../../schemas/entities/market.ts';
import { createManifestService } from '../../../server/manifests/serve/createManifestService.ts';
import {
  findPublicTexts,
  pickTexts,
  rendererTexts,
} from '../../../server/manifests/serve/publicTexts.ts';
import { realDirectories } from './directories.ts';
import { holder, visitor } from './subjects.ts';

describe('the texts of a page on which nobody is signed in', () => {
  let service: Awaited<ReturnType<typeof createManifestService>>;
  let words: (locale: 'en' | 'pl', version?: string) => Record<string, never>;
  let version: string;
  beforeAll(async () => {
    const signIn = { authority: 'https://sign-in.example', clientId: 'portal', scope: 'openid' };
    service = await createManifestService({ ...realDirectories, signIn });
    words = (locale, version) => JSON.parse(service.texts(locale, version).body);
    version = JSON.parse(service.index(visitor('PL')).body).texts;
  });
  afterAll(() => service.close());

  it.each(countries)('have all that its manifests name: %s', (country) => {
    const index = JSON.parse(service.index(visitor(country)).body);
    expect(index.texts).toBe(version);
    const open = index.routes.filter((route: { screen?: string }) => route.screen !== undefined);
    const screens = open.map(
      ({ screen }: { screen: string }) => service.findScreen(screen, visitor(country))?.body,
    );
    const known = listKeys(words('en', version));
    const named = listKeysNamed([service.index(visitor(country)).body, ...screens].join());
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((key) => !known.has(key))).toEqual([]);
  });

  it('are all that there is of them in every language, and the half of all', () => {
    for (const locale of ['en', 'pl'] as const) {
      const [few, all] = [words(locale, version), words(locale)];
      expect(all).toMatchObject(few);
      for (const name of rendererTexts.namespaces) expect(few[name]).toEqual(all[name]);
    }
    const sizeOf = (one?: string) => service.texts('en', one).body.length;
    expect(sizeOf(version)).toBeLessThan(0.6 * sizeOf());
    expect(words('en', version)).not.toHaveProperty('consumption.graph');
  });

  it('aren’t all for who is signed in: the sign-in asks for another version', () => {
    const all = JSON.parse(service.index(holder('PL', 'portal_admin')).body).texts;
    expect(all).not.toBe(version);
    expect(words('en', all)).toEqual(words('en'));
    expect(words('en', all)).toHaveProperty('consumption.graph');
  });

  it('that are no longer the newest are all', () => {
    expect(words('en', 'older')).toEqual(words('en'));
  });
});

/** What the renderer names itself, and no manifest: it has to be in rendererTexts. */
test('the renderer’s own texts are those that its sources name', async () => {
  const root = path.resolve(import.meta.dirname, '../../../renderer');
  const namespaces = new Set<string>();
  const enumerations = new Set<string>();
  const files = await readdir(path.join(root, '../locales/en'));
  const known = files.map((name) => path.basename(name, '.json'));
  for await (const file of glob('**/*.{ts,tsx}', { cwd: root })) {
    // Examples for developers, who are signed in.
    if (file.startsWith(`app${path.sep}gallery`)) continue;
    const source = await readFile(path.join(root, file), 'utf8');
    for (const [, name = ''] of source.matchAll(/['"`]([a-z-]+):[\w$]/g)) {
      if (known.includes(name)) namespaces.add(name);
    }
    for (const [, name = ''] of source.matchAll(/labelOf\('(\w+)'|['"`]enums:(\w+)\./g)) {
      enumerations.add(name);
    }
  }
  namespaces.delete('enums');
  expect([...namespaces].toSorted()).toEqual(rendererTexts.namespaces);
  expect([...enumerations].toSorted()).toEqual(rendererTexts.enumerations);
});

const screen = (id: string, root: object) => ({ id, query: {}, root }) as never;

test.each<[string, object, string[]]>([
  ['a text', { text: 'a:one' }, ['a:one']],
  ['a plural', { text: 'a:few' }, ['a:few_one', 'a:few_other']],
  ['an enumeration', { format: { as: 'enumeration', of: 'role' } }, ['enums:role.admin']],
  ['a module of its own', { screen: 'b' }, []],
])('of a screen that names %s', (_, root, expected) => {
  const isPublic = findPublicTexts([{ index: {} as never, screens: [screen('c.index', root)] }]);
  const texts = {
    a: { one: '1', few_one: '1', few_other: '2', deep: { other: '3' } },
    b: { title: 'b' },
    c: { deep: { title: 'c' } },
    enums: { role: { admin: 'r' }, country: { PL: 'p' }, urgency: { HIGH: 'u' } },
    ui: { close: 'x' },
  };
  expect([...listKeys(pickTexts(texts, isPublic) as never)].toSorted()).toEqual(
    [...expected, 'c:deep.title', 'enums:urgency.HIGH', 'ui:close'].toSorted(),
  );
});

/** Every text's key, and that of all forms of a plural. */
function listKeys(texts: Record<string, object>): Set<string> {
  const keys = new Set<string>();
  const visit = (group: object, above: string) => {
    for (const [key, text] of Object.entries(group)) {
      if (typeof text === 'object') visit(text, `${above}${key}.`);
      else keys.add(above + key);
    }
  };
  for (const [namespace, group] of Object.entries(texts)) visit(group, `${namespace}:`);
  return keys;
}

function listKeysNamed(body: string): string[] {
  const known = new Set(
    [...body.matchAll(/"((?:[a-z]+-)*[a-z]+:[\w.-]+)"/g)].map(([, key = '']) => key),
  );
  return [...known];
}

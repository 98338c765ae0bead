import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { roles } from '../../../schemas/entities/access.ts';
import { countries } from '../../../schemas/entities/market.ts';
import { manifestIndexSchema, screenManifestSchema } from '../../../schemas/manifest/compiled.ts';
import { loadFiles } from '../../../server/manifests/read/load.ts';
import { readManifests } from '../../../server/manifests/serve/readManifests.ts';
import { createManifestCache } from '../../../server/manifests/serve/serve.ts';
import type { ManifestSet } from '../../../server/manifests/session/manifestSet.ts';
import { mayBeEmpty } from '../../support/atLeastOne.ts';
import { compareEnumerationLabels, listKeys, listTexts, readLabels } from '../../support/labels.ts';
import { realDirectories } from './directories.ts';
import { holder, visitor } from './subjects.ts';

const signIn = { authority: 'https://sign-in.example', clientId: 'portal', scope: 'openid' };
let set: ManifestSet;
let cache: ReturnType<typeof createManifestCache>;

beforeAll(async () => {
  const read = await readManifests(realDirectories);
  expect(read.faults).toEqual([]);
  if (!read.set) throw new Error('The manifests have faults.');
  set = read.set;
  cache = createManifestCache(set, { signIn, problems: [] });
});

const subjects = countries.flatMap((country) => [
  visitor(country),
  ...roles.flatMap((role) => [holder(country, role), holder(country, role, [])]),
]);

/** Whoever sees a page may open what it opens. */
function addOpened(shown: Set<string>, screens: ManifestSet['markets']['PL']['screens']) {
  for (const id of shown) for (const one of screens.get(id)?.opens ?? []) shown.add(one);
}

describe('every market, role and licence', () => {
  test.each(subjects.map((subject) => [JSON.stringify(subject).slice(0, 90), subject] as const))(
    '%s compiles, and each open screen with it',
    (_name, subject) => {
      const index = manifestIndexSchema.parse(JSON.parse(cache.index(subject).body));
      const shown = new Set<string>();
      for (const route of index.routes) {
        if (route.guard !== 'open') {
          expect(route).toEqual({
            name: route.name,
            path: route.path,
            title: route.title,
            guard: route.guard,
            layout: route.layout,
          });
          continue;
        }
        expect(Boolean(route.screen) !== Boolean(route.redirect)).toBe(true);
        if (!route.screen) continue;
        shown.add(route.screen);
        const screen = cache.findScreen(route.screen, subject);
        expect(screen).toBeDefined();
        screenManifestSchema.parse(JSON.parse(screen?.body ?? ''));
        expect(screen?.body).not.toMatch(/"(access|order)":/);
      }
      for (const { screen } of mayBeEmpty(index.notifications)) {
        shown.add(screen);
        expect(cache.findScreen(screen, subject)).toBeDefined();
      }
      const { screens } = set.markets[subject.country];
      addOpened(shown, screens);
      for (const id of screens.keys()) {
        if (!shown.has(id)) expect(cache.findScreen(id, subject)).toBeUndefined();
      }
    },
  );
});

test('without a licence, a screen says that the package does not include it', () => {
  const screen = cache.findScreen('consumption.property', holder('PL', 'portal_admin', []));
  expect(JSON.parse(screen?.body ?? '').root).toMatchObject({
    title: 'consumption:property.title',
    children: [{ type: 'empty', title: 'core:notIncluded.title' }],
  });
  const subUser = cache.findScreen('consumption.property', holder('PL', 'portal_user', []));
  expect(JSON.parse(subUser?.body ?? '').root).toMatchObject({
    children: [{ type: 'empty', description: 'core:noAccess.description' }],
  });
  // There is nobody whom staff could ask.
  const staff = cache.findScreen('consumption.property', holder('PL', 'portal_super_admin', []));
  expect(JSON.parse(staff?.body ?? '').root).toMatchObject({
    children: [{ title: 'core:noAccess.title', description: 'core:noAccess.otherRole' }],
  });
});

test('a phone number is asked for wherever an account is made or changed', () => {
  const found = (['portal_admin', 'portal_support'] as const).flatMap((role) =>
    [...set.markets.PL.screens.keys()].flatMap((id) => {
      const body = cache.findScreen(id, holder('PL', role))?.body ?? '{}';
      return [...objectsOf(JSON.parse(body))]
        .filter(({ properties }) => Object.hasOwn(properties ?? {}, 'phoneNumber'))
        .map(({ required, properties }) => ({ id, required, properties }));
    }),
  );
  expect(new Set(found.map(({ id }) => id)).size).toBeGreaterThan(4);
  for (const { id, required, properties } of found) {
    expect([id, required]).toEqual([id, expect.arrayContaining(['phoneNumber'])]);
    expect(properties).toHaveProperty(
      'phoneNumber',
      expect.not.objectContaining({ nullable: true }),
    );
  }
});

/** Each object of a screen: nodes, controls, sources. */
function* objectsOf(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const inner of Object.values(value)) yield* objectsOf(inner);
}

test('a screen whose fields say another period than one would expect says why', () => {
  const silent: string[] = [];
  let said = 0;
  for (const id of set.markets.PL.screens.keys()) {
    const body = cache.findScreen(id, holder('PL', 'portal_admin'))?.body ?? '{}';
    const objects = [...objectsOf(JSON.parse(body))];
    for (const { shown } of objects.filter((one) => one['kind'] === 'period' && one['shown'])) {
      // Of the very same call, which is then made once.
      const reasons = objects.filter(
        ({ type, source }) =>
          type === 'section' && JSON.stringify(source) === JSON.stringify(shown),
      );
      const words = JSON.stringify(reasons);
      if (words.includes('$data.limit') && words.includes('$data.endedOn')) said += 1;
      else silent.push(id);
    }
  }
  expect(silent).toEqual([]);
  expect(said).toBeGreaterThan(2);
});

test('what stands beside a table of the same answer asks for it in the same way', () => {
  const sorted = (params: object = {}) => JSON.stringify(Object.entries(params).toSorted());
  const beside = [...set.markets.PL.screens.keys()].flatMap((id) => {
    const body = cache.findScreen(id, holder('PL', 'portal_admin'))?.body ?? '{}';
    const objects = [...objectsOf(JSON.parse(body))] as {
      type?: string;
      paging?: string;
      pageSizes: number[];
      source?: { call: string; params?: object };
    }[];
    const tables = objects.filter(({ type, paging }) => type === 'table' && paging !== 'client');
    return tables.flatMap(({ source: rows, pageSizes: [size] }) =>
      objects
        // Dots are of all rows, and ask when they are scrolled to.
        .filter(({ type }) => type !== 'table' && type !== 'dots')
        .filter(({ source }) => source && source.call === rows?.call)
        .map(({ source }) => [id, sorted(source?.params), sorted({ ...rows?.params, size })]),
    );
  });
  expect(beside).toHaveLength(5);
  expect(beside.filter(([, asked, wanted]) => asked !== wanted)).toEqual([]);
});

describe('texts', () => {
  const directory = realDirectories.localesDirectory;
  const keysOf = async (language: string) => listTexts(await loadFiles(realDirectories), language);

  test.each(['pl', 'cs'])('%s is complete', async (locale) => {
    expect(await keysOf(locale)).toEqual(await keysOf('en'));
  });

  test('each enumeration has labels, and no label is left over', async () => {
    const { found, wanted } = await compareEnumerationLabels();
    expect(found).toEqual(wanted);
  });

  test('every text is used', () => {
    const read = (directory: string, isRead: RegExp) =>
      readdirSync(directory, { recursive: true, encoding: 'utf8' })
        // The schemas of editors name every text.
        .filter((name) => isRead.test(name) && !name.startsWith('schema/'))
        .map((name) => readFileSync(path.join(directory, name), 'utf8'))
        .join('\n');
    const said = [
      read(realDirectories.manifestsDirectory, /\.json$/),
      ...['renderer', 'schemas', 'server'].map((name) => read(name, /\.tsx?$/)),
    ].join('\n');
    const words = new Set(said.match(/\w+/g));
    // The code puts keys together from words. Elsewhere words are put together, too, what schemas say
    // of their own is found by its sentence, and one text is the specification's for forms that name a
    // field in its message.
    const others = /^(enums:|fields:|explanations:nouns|values:own|validation:requiredNamed)/;
    const namespaces = readdirSync(path.join(directory, 'en')).map((name) => path.parse(name).name);
    const keys = namespaces.flatMap((namespace) =>
      listKeys(readLabels('en', namespace), `${namespace}:`),
    );
    const unused = keys.filter((key) => {
      const named = key.replace(/_(one|other)$/, '');
      return !said.includes(named) && !named.split(/\W/).every((word) => words.has(word));
    });
    expect(unused.filter((key) => !others.test(key))).toEqual([]);
  });

  test('Danish, Swedish and Norwegian are there to be filled in', () => {
    for (const locale of ['da', 'sv', 'nb']) {
      expect(existsSync(path.join(directory, locale, 'core.json'))).toBe(true);
    }
  });
});

test('each screen, once of up to 600 lines, stays a file that one can read', () => {
  const { manifestsDirectory } = realDirectories;
  const screens = readdirSync(manifestsDirectory, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.screen.json'),
  );
  const lengths = screens.map((name) => {
    const text = readFileSync(path.join(manifestsDirectory, name), 'utf8');
    return [name, text.split('\n').length - 1] as const;
  });
  expect(lengths.length).toBeGreaterThan(50);
  expect(lengths.filter(([, lines]) => lines > 180)).toEqual([]);
});

test('screens stay small', () => {
  const subject = holder('PL', 'portal_admin');
  const fresh = createManifestCache(set, { signIn, problems: [] });
  const sizes = [...set.markets.PL.screens.keys()].map(
    (id) => gzipSync(fresh.findScreen(id, subject)?.body ?? '').length,
  );
  expect(sizes.length).toBeGreaterThan(20);
  // As sent: those with a form for each type of report say most of it eleven times.
  expect(Math.max(...sizes)).toBeLessThan(5000);
});

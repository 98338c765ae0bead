import { rm } from 'node:fs/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createManifestService } from '../../../server/manifests/serve/createManifestService.ts';
import type { LoadState } from '../../../server/manifests/serve/status.ts';
import { small, writeSmall } from './small.ts';
import { holder } from './subjects.ts';

const signIn = { authority: 'https://sign-in.example', clientId: 'portal', scope: 'openid' };
const admin = holder('PL', 'portal_admin');
const moduleFile = 'manifests/modules/consumption/module.json';
const indexFile = 'manifests/modules/consumption/index.screen.json';
const listFile = 'manifests/modules/consumption/list.screen.json';
const overrideFile = 'manifests/overrides/pl/consumption/index.screen.json';
const override = (columns: object) => ({
  $schema: '../../../schema/screen-override.schema.json',
  manifestVersion: 2,
  children: { properties: { columns } },
});

async function start(spoil: Readonly<Record<string, unknown>> = {}) {
  const files = await writeSmall();
  for (const [place, content] of Object.entries(spoil)) await files.save(place, content);
  const states: LoadState[] = [];
  const onLoad = (state: LoadState) => states.push(state);
  const service = await createManifestService({ ...files.directories, signIn, onLoad });
  onTestFinished(() => service.close());
  const rootOf = (id: string, subject = admin) =>
    JSON.parse(service.findScreen(id, subject)?.body ?? '{}').root;
  const columnsOf = (subject = admin) =>
    rootOf('consumption.index', subject).children[0].columns.map(({ id }: { id: string }) => id);
  /** Saves several files and waits until they are read. */
  const change = async (changes: Readonly<Record<string, unknown>>) => {
    const before = states.length;
    for (const [place, content] of Object.entries(changes)) {
      if (content === undefined) await rm(files.fileOf(place));
      else await files.save(place, content);
    }
    await vi.waitFor(() => expect(states.length).toBeGreaterThan(before), {
      interval: 20,
    });
  };
  const textsOf = (locale: 'en' | 'pl') => JSON.parse(service.texts(locale).body);
  const exceptions = () => states.at(-1)?.exceptions ?? [];
  return { ...files, service, rootOf, columnsOf, change, textsOf, exceptions, states };
}

const titled = (place: keyof typeof small, title: string) => ({ ...small[place], title });

test('a fault keeps its own file as it was, and no other', async () => {
  const { service, rootOf, change, exceptions } = await start();
  await change({
    [indexFile]: titled(indexFile, 'home:tilte'),
    [listFile]: titled(listFile, 'home:more'),
  });
  expect(rootOf('consumption.index').title).toBe('home:title');
  expect(rootOf('consumption.list').title).toBe('home:more');
  expect(service.problems()).toHaveLength(1);
  expect(exceptions()).toEqual([
    {
      file: indexFile,
      inEffect: 'its last good version',
      why: [expect.stringContaining('index.screen.json:4:12  title')],
    },
  ]);

  // The other files go on while the fault stays.
  await change({ [listFile]: titled(listFile, 'home:title') });
  expect(rootOf('consumption.list').title).toBe('home:title');
  expect(service.problems()).toHaveLength(1);

  await change({ [indexFile]: titled(indexFile, 'home:more') });
  expect(rootOf('consumption.index').title).toBe('home:more');
  expect([service.problems(), exceptions()]).toEqual([[], []]);
});

test('what is no JSON stays as it was, too', async () => {
  const { rootOf, change, exceptions } = await start();
  await change({ [moduleFile]: '{', [listFile]: titled(listFile, 'home:more') });
  expect(rootOf('consumption.index').title).toBe('home:title');
  expect(rootOf('consumption.list').title).toBe('home:more');
  expect(exceptions().map(({ file }) => file)).toEqual([moduleFile]);
});

test('so does an override, for its market alone', async () => {
  const cz = 'manifests/overrides/cz/consumption/index.screen.json';
  const { columnsOf, change } = await start({
    [overrideFile]: override({ city: null }),
    [cz]: override({ city: null }),
  });
  const czech = holder('CZ', 'portal_admin');
  expect([columnsOf(), columnsOf(czech)]).toEqual([['name'], ['name']]);
  await change({
    [overrideFile]: override({ town: null }),
    [cz]: override({ city: { first: true } }),
  });
  expect([columnsOf(), columnsOf(czech)]).toEqual([['name'], ['city', 'name']]);
});

test('and a part, in all screens that take it', async () => {
  const hintFile = 'manifests/parts/hint.part.json';
  const hint = (title: string) => ({
    $schema: '../schema/part.schema.json',
    manifestVersion: 2,
    type: 'empty',
    title,
    icon: 'drop',
  });
  const { rootOf, change, exceptions } = await start({
    [hintFile]: hint('home:title'),
    [listFile]: { ...small[listFile], children: { hint: { use: 'parts.hint' } } },
  });
  await change({
    [hintFile]: hint('home:tilte'),
    [indexFile]: titled(indexFile, 'home:more'),
  });
  expect(rootOf('consumption.list').children[0].title).toBe('home:title');
  expect(rootOf('consumption.index').title).toBe('home:more');
  expect(exceptions().map(({ file }) => file)).toEqual([hintFile]);
});

test('and a file of texts', async () => {
  const { textsOf, change, exceptions } = await start();
  await change({
    'locales/pl/home.json': '{ "title": ',
    'locales/en/home.json': { title: 'House', more: 'More' },
  });
  expect(textsOf('en').home.title).toBe('House');
  expect(textsOf('pl').home.title).toBe('Dom');
  expect(exceptions().map(({ file }) => file)).toEqual(['locales/pl/home.json']);
  await change({ 'locales/pl/home.json': { title: 'Mieszkanie' } });
  expect(textsOf('pl').home).toEqual({ title: 'Mieszkanie', more: 'More' });
});

describe('a fault in a file that did not change', () => {
  const withoutList = {
    ...small[moduleFile],
    routes: { 'consumption-index': small[moduleFile].routes['consumption-index'] },
  };

  test('takes back the change that caused it, and no other', async () => {
    const { rootOf, change, exceptions } = await start();
    await change({
      [moduleFile]: withoutList,
      [indexFile]: titled(indexFile, 'home:more'),
      'locales/en/home.json': { title: 'House', more: 'More' },
    });
    expect(rootOf('consumption.index').title).toBe('home:more');
    expect(rootOf('consumption.list').title).toBe('home:title');
    expect(exceptions()).toEqual([
      {
        file: moduleFile,
        inEffect: 'its last good version',
        why: [expect.stringContaining('list.screen.json:1:1')],
      },
    ]);
    // Once the screen goes as well, so does the route.
    await change({ [listFile]: undefined });
    expect(exceptions()).toEqual([]);
    expect(rootOf('consumption.list')).toBeUndefined();
  });

  test('brings back a file that others need', async () => {
    const { rootOf, change, exceptions } = await start();
    await change({ [listFile]: undefined, [indexFile]: titled(indexFile, 'home:more') });
    expect(rootOf('consumption.list').title).toBe('home:title');
    expect(rootOf('consumption.index').title).toBe('home:more');
    expect(exceptions().map(({ file }) => file)).toEqual([listFile]);
  });

  test('brings back a text that others need', async () => {
    const { textsOf, rootOf, change } = await start();
    await change({
      'locales/en/home.json': { title: 'House' },
      [indexFile]: titled(indexFile, 'home:title'),
      [listFile]: { ...small[listFile], subtitle: 'home:title' },
    });
    expect(textsOf('en').home).toEqual({ title: 'Home', more: 'More' });
    expect(rootOf('consumption.list').subtitle).toBe('home:title');
  });
});

describe('a file that never was good', () => {
  test('becomes a page that says so where it is a screen', async () => {
    const { rootOf, exceptions } = await start({ [indexFile]: titled(indexFile, 'home:tilte') });
    expect(rootOf('consumption.index').title).toBe('core:broken.title');
    expect(rootOf('consumption.list').title).toBe('home:title');
    expect(exceptions()).toMatchObject([
      { file: indexFile, inEffect: 'a page that says that it is broken' },
    ]);
  });

  test('is left out where it is an override, while others come in', async () => {
    const { columnsOf, rootOf, change, exceptions } = await start();
    await change({
      [overrideFile]: override({ town: null }),
      [listFile]: titled(listFile, 'home:more'),
    });
    expect(columnsOf()).toEqual(['name', 'city']);
    expect(rootOf('consumption.list').title).toBe('home:more');
    expect(exceptions()).toMatchObject([{ file: overrideFile, inEffect: 'nothing' }]);
  });

  test('closes a module to everybody, and mends', async () => {
    const { service, rootOf, change } = await start({ [moduleFile]: '{}' });
    expect(rootOf('consumption.index')).toBeUndefined();
    expect(service.findOperationRefusal('property.list', admin)).toBeDefined();
    expect(rootOf('home.index').title).toBe('home:title');
    await change({ [moduleFile]: small[moduleFile] });
    expect(rootOf('consumption.index').title).toBe('home:title');
    expect(service.problems()).toEqual([]);
  });

  test('has its own fault for a reason, whatever became of its module after it', async () => {
    const { exceptions } = await start({
      [indexFile]: '{',
      [moduleFile]: titled(moduleFile, 'home:tilte'),
    });
    const told = exceptions().map(({ file, why }) => [file, why.join()]);
    expect(Object.fromEntries(told)).toMatchObject({
      [indexFile]: expect.stringContaining('index.screen.json:1:'),
      [moduleFile]: expect.stringContaining('home:tilte'),
      [listFile]: expect.stringContaining('home:tilte'),
    });
  });

  test('refuses the start where it is a market', async () => {
    const market = { ...small['manifests/markets/pl.json'], timeZone: 'Europe/Warsow' };
    await expect(start({ 'manifests/markets/pl.json': market })).rejects.toThrow(
      /Mend these files:\n {2}manifests\/markets\/pl\.json:10:15/,
    );
  });
});

test('a market with a fault stays as it was', async () => {
  const { service, change, rootOf } = await start();
  await change({
    'manifests/markets/pl.json': { ...small['manifests/markets/pl.json'], timeZone: 'Mars' },
    [indexFile]: titled(indexFile, 'home:more'),
  });
  expect(service.market('PL').timeZone).toBe('Europe/Warsaw');
  expect(rootOf('consumption.index').title).toBe('home:more');
});

test('directories that go away leave everything as it was, and are noticed when they are back', async () => {
  const { directories, service, rootOf, change, save } = await start();
  await rm(directories.manifestsDirectory, { recursive: true });
  await vi.waitFor(() => expect(service.problems()).toHaveLength(1));
  expect(rootOf('consumption.index').title).toBe('home:title');
  for (const [place, content] of Object.entries(small)) await save(place, content);
  await change({ [indexFile]: titled(indexFile, 'home:more') });
  await vi.waitFor(() => expect(service.problems()).toEqual([]));
  expect(rootOf('consumption.index').title).toBe('home:more');
});

describe('a source of imports', () => {
  const file = 'manifests/imports/sources/meters.json';
  const source = {
    $schema: '../../schema/import-source.schema.json',
    manifestVersion: 2,
    markets: ['PL'],
    match: { header: ['Zähler'] },
    columns: { Zähler: 'serial' },
  };

  test('counts in its markets, a moment after it is written, and stays as it last was good', async () => {
    const { service, change } = await start();
    expect(service.importSources('PL')).toEqual({ known: [], broken: [] });
    await change({ [file]: source });
    const [known] = service.importSources('PL').known;
    expect(known).toMatchObject({ name: 'meters', source: { columns: { Zähler: 'serial' } } });
    expect(service.importSources('CZ').known).toEqual([]);
    await change({ [file]: { ...source, columns: { Zähler: 'seriall' } } });
    expect(service.importSources('PL')).toEqual({ known: [known], broken: [] });
    expect(service.problems()).toEqual([expect.stringContaining('did you mean "serial"?')]);
  });

  test('that never was good is known to be broken: no file may be taken for another’s', async () => {
    const { service } = await start({ [file]: { ...source, kind: 'reading' } });
    expect(service.importSources('CZ')).toEqual({ known: [], broken: ['meters'] });
  });

  test('is written where the manifests are, in place of what was there', async () => {
    const { service, change } = await start();
    const place = service.importSourceFile('meters');
    expect([await place.isThere(), await place.canBeWritten()]).toEqual([false, true]);
    await place.write(JSON.stringify(source));
    expect(await place.isThere()).toBe(true);
    await vi.waitFor(() => expect(service.importSources('PL').known).toHaveLength(1));
    await change({ [file]: undefined });
    expect(service.importSources('PL').known).toEqual([]);
  });
});

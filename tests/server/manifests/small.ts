import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { ManifestDirectories } from '../../../server/manifests/read/load.ts';

/** A portal of a few lines, whose files a test can spoil. */

const market = (country: string, instance: number, timeZone: string, modules: object) => ({
  $schema: '../schema/market.schema.json',
  manifestVersion: 2,
  country,
  instance,
  domains: [country.toLowerCase()],
  language: 'en',
  timeZone,
  tiles: null,
  contactUrl: null,
  contactEmail: 'contact@example.org',
  modules,
});
const module = { $schema: '../../schema/module.schema.json', manifestVersion: 2 };
const screen = { $schema: '../../schema/screen.schema.json', manifestVersion: 2 };

export const small = {
  'manifests/markets/pl.json': market('PL', 11, 'Europe/Warsaw', { home: true, consumption: true }),
  'manifests/markets/cz.json': market('CZ', 12, 'Europe/Prague', { home: true, consumption: true }),
  'manifests/markets/dk.json': market('DK', 9, 'Europe/Copenhagen', {
    home: true,
    consumption: false,
  }),
  'manifests/modules/home/module.json': {
    ...module,
    title: 'home:title',
    access: { public: true },
    routes: {
      start: { path: '/', redirect: 'home', title: 'home:title' },
      home: { path: '/home', screen: 'home.index', title: 'home:title' },
    },
  },
  'manifests/modules/home/index.screen.json': {
    ...screen,
    title: 'home:title',
    children: { tiles: { type: 'tiles', from: 'modules', empty: { title: 'home:title' } } },
  },
  'manifests/modules/consumption/module.json': {
    ...module,
    title: 'home:title',
    requires: ['home'],
    licence: { anyFeature: ['CONSUMPTION_BASIC'] },
    routes: {
      'consumption-index': {
        path: '/consumption',
        screen: 'consumption.index',
        title: 'home:title',
      },
      'consumption-list': { path: '/list', screen: 'consumption.list', title: 'home:title' },
    },
  },
  'manifests/modules/consumption/index.screen.json': {
    ...screen,
    title: 'home:title',
    children: {
      properties: {
        type: 'table',
        source: 'property.list',
        rowKey: 'worksId',
        columns: { name: { label: 'home:title' }, city: { label: 'home:title' } },
        empty: { title: 'home:title' },
      },
    },
  },
  'manifests/modules/consumption/list.screen.json': {
    ...screen,
    title: 'home:title',
    children: { nothing: { type: 'empty', title: 'home:more', icon: 'drop' } },
  },
  'locales/en/core.json': {
    notIncluded: { title: 'Not included', description: 'Ask us' },
    noAccess: { title: 'Closed', description: 'Ask her', otherRole: 'Not yours' },
    broken: { title: 'Broken', description: 'We know' },
    search: 'Search',
  },
  'locales/en/home.json': { title: 'Home', more: 'More' },
  'locales/pl/home.json': { title: 'Dom', more: 'Więcej' },
};

/** Writes the small portal, which goes with the test. */
export async function writeSmall() {
  const root = await mkdtemp(path.join(tmpdir(), 'small-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const directories: ManifestDirectories = {
    manifestsDirectory: path.join(root, 'manifests'),
    localesDirectory: path.join(root, 'locales'),
  };
  const fileOf = (place: string) => path.join(root, place);
  /** As most editors do it: a new file takes the place of the old one. */
  const save = async (place: string, content: unknown) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content, undefined, 2);
    await mkdir(path.dirname(fileOf(place)), { recursive: true });
    await writeFile(`${fileOf(place)}~`, text);
    await rename(`${fileOf(place)}~`, fileOf(place));
  };
  for (const [place, content] of Object.entries(small)) await save(place, content);
  return { root, directories, fileOf, save };
}

import { describe, expect, test } from 'vitest';
import { type ModuleFile, moduleFileSchema } from '../../../schemas/manifest/files.ts';
import type { MarketManifests } from '../../../server/manifests/session/manifestSet.ts';
import type { Part } from '../../../server/manifests/session/partTree.ts';
import { findItems, listInventory, suggestItems } from '../../../server/manifestTools/inventory.ts';

type Maps = Readonly<Record<string, readonly Part[]>>;

/** A part as the compiler makes it, its maps named `member: noun`. */
function part(id: string, noun: string, maps: Maps = {}, content: object = {}): Part {
  return {
    id,
    noun,
    path: [],
    access: undefined,
    calls: [],
    links: [],
    content: content as Part['content'],
    maps: Object.entries(maps).map(([said, parts]) => {
      const [member = '', ofNoun = ''] = said.split(': ');
      return { facts: { noun: ofNoun, whenEmpty: 'drop' }, path: member.split('.'), parts };
    }),
  };
}

const module = (more: object): ModuleFile =>
  moduleFileSchema.parse({ manifestVersion: 2, title: 'desk:title', ...more });
const entry = { label: 'desk:title', icon: 'home', route: 'desk-index' };
const option = { label: 'desk:title', icon: 'home', action: { do: 'print' } };

const manifests = {
  modules: new Map([
    [
      'desk',
      module({
        navigation: entry,
        tile: { ...entry, description: 'desk:title' },
        routes: {
          'desk-index': { path: '/desk', screen: 'desk.index', title: 'desk:title' },
          'desk-edit': { path: '/desk/{i}', screen: 'desk.edit', title: 'desk:title' },
          'desk-new': { path: '/desk/news', screen: 'desk.edit', title: 'desk:title' },
          start: { path: '/', redirect: 'desk-index', title: 'desk:title' },
        },
        notifications: { late: { label: 'desk:title', screen: 'desk.late' } },
        sidebar: { menu: { label: 'desk:title', options: { first: option, last: option } } },
      }),
    ],
    ['list', module({})],
  ]),
  screens: new Map([
    [
      'desk.index',
      {
        module: 'desk',
        page: part('root', 'page', {
          'children: node': [
            part(
              'list',
              'node',
              {
                'columns: column': [part('name', 'column'), part('open', 'column')],
                'rowActions: row action': [part('open', 'row action')],
              },
              { type: 'table', form: 'desk.data' },
            ),
          ],
        }),
      },
    ],
    [
      'desk.edit',
      {
        module: 'desk',
        page: part('root', 'page', {
          'children: node': [
            part('editor', 'node', {}, { type: 'form', form: 'desk.data' }),
            part('gone', 'node', {}, { type: 'form', form: 'desk.gone' }),
          ],
        }),
      },
    ],
  ]),
  forms: new Map([
    [
      'desk.data',
      {
        parts: part('desk.data', 'form', {
          'sections: section': [part('what', 'section')],
          'fields: field': [
            part('name', 'field'),
            part('address', 'field', { 'fields: field': [part('city', 'field')] }),
          ],
        }),
      },
    ],
  ]),
} as unknown as MarketManifests;

const things = listInventory(manifests);
const addressesOf = (found: typeof things) =>
  found.map(({ noun, address }) => `${noun} ${address}`);
const find = (address: string) => addressesOf(findItems(things, address));

test('everything of a market that somebody may see is listed', () => {
  expect(addressesOf(things)).toEqual([
    'module desk',
    'navigation entry desk',
    'tile desk',
    'route desk-index',
    'route desk-edit',
    'route desk-new',
    'route start',
    'section of the notification panel desk.late',
    'sidebar section desk.menu',
    'option desk.menu.first',
    'option desk.menu.last',
    'module list',
    'screen desk.index',
    'node desk.index/list',
    'column desk.index/list/name',
    'column desk.index/list/open',
    'row action desk.index/list/open',
    'screen desk.edit',
    'node desk.edit/editor',
    'field desk.edit/editor/name',
    'field desk.edit/editor/address',
    'field desk.edit/editor/address/city',
    'node desk.edit/gone',
  ]);
  expect([...new Set(things.map(({ of }) => of))]).toEqual([
    ...['module', 'entry', 'route', 'notification', 'sidebar', 'option'],
    ...['screen', 'part', 'field'],
  ]);
  const of = (address: string) => things.find((thing) => thing.address === address);
  expect(of('desk.menu')).toMatchObject({ section: 'menu', options: ['first', 'last'] });
  expect(of('desk.menu.last')).toMatchObject({ section: 'menu', id: 'last', module: 'desk' });
  expect(of('desk.late')).toMatchObject({ id: 'late', screen: 'desk.late' });
  expect(of('start')).toMatchObject({ path: '/', screen: undefined, module: 'desk' });
  expect(of('desk.edit/editor/address/city')).toMatchObject({
    of: 'field',
    form: 'desk.data',
    node: ['editor'],
    ids: ['address', 'city'],
    part: { id: 'city' },
  });
  expect(of('desk.index/list/name')).toMatchObject({ of: 'part', ids: ['list', 'name'] });
});

describe('an address finds', () => {
  test.each([
    ['desk.index', ['screen desk.index']],
    ['screen desk.index', ['screen desk.index']],
    ['Desk Index', ['screen desk.index']],
    ['  desk . index  ', ['screen desk.index']],
    ['screens desk.index', ['screen desk.index']],
    ['page desk.index root', ['screen desk.index']],
    ['index', ['screen desk.index']],
    ['module desk', ['module desk']],
    ['modules desk', ['module desk']],
    ['modules list', ['module list']],
    ['tile desk', ['tile desk']],
    ['tiles desk', ['tile desk']],
    ['navigation entry desk', ['navigation entry desk']],
    ['navigation desk', ['navigation entry desk']],
    ['entries desk', []],
    ['desk', ['module desk', 'navigation entry desk', 'tile desk']],
    ['route desk-new', ['route desk-new']],
    ['desk desk-new', ['route desk-new']],
    ['start', ['route start']],
    ['desk.late', ['section of the notification panel desk.late']],
    ['notifications late', ['section of the notification panel desk.late']],
    ['notification desk late', ['section of the notification panel desk.late']],
    ['section desk menu', ['sidebar section desk.menu']],
    ['sidebar menu', ['sidebar section desk.menu']],
    ['option desk.menu.first', ['option desk.menu.first']],
    ['options last', ['option desk.menu.last']],
    ['desk.index/list', ['node desk.index/list']],
    ['desk.index root.children.list', ['node desk.index/list']],
    ['desk.index/list/columns/open', ['column desk.index/list/open']],
    ['desk.index.list.rowActions.open', ['row action desk.index/list/open']],
    ['row action open', ['row action desk.index/list/open']],
    ['open', ['column desk.index/list/open', 'row action desk.index/list/open']],
    ['desk.edit/editor/name', ['field desk.edit/editor/name']],
    ['desk.data.name', ['field desk.edit/editor/name']],
    ['form name', ['field desk.edit/editor/name']],
    ['name', ['column desk.index/list/name', 'field desk.edit/editor/name']],
    ['desk.data.fields.address.fields.city', ['field desk.edit/editor/address/city']],
    ['edit city', ['field desk.edit/editor/address/city']],
    ['city edit', []],
    ['list', ['module list']],
    ['node list', ['node desk.index/list']],
    ['list.index', []],
    ['columns desk.index list name', ['column desk.index/list/name']],
    ['columnss desk.index list name', []],
    ['desk.edit root.children.editor.fields.name', ['field desk.edit/editor/name']],
    ['desk.edit children editor address city', ['field desk.edit/editor/address/city']],
    ['column', []],
    ['', []],
    ['desk.index list nothing', []],
    ['inde', []],
  ])('%j: %j', (address, found) => {
    expect(find(address)).toEqual(found);
  });

  test.each([
    ['/desk', ['route desk-index', 'screen desk.index', 'navigation entry desk', 'tile desk']],
    ['/desk/', ['route desk-index', 'screen desk.index', 'navigation entry desk', 'tile desk']],
    ['/desk/news', ['route desk-new', 'screen desk.edit']],
    ['/desk/17', ['route desk-edit', 'screen desk.edit']],
    ['/desk/{i}', ['route desk-edit', 'screen desk.edit']],
    ['/', ['route start']],
    ['/desk/17/more', []],
    ['/des', []],
    ['/a/desk', []],
  ])('as a page’s %s: %j', (address, found) => {
    expect(find(address)).toEqual(found);
  });
});

test.each([
  ['desk.inde', ['desk.index', 'desk-index', 'desk.late']],
  ['/desk/nwes', ['/desk/news', '/desk/{i}', 'desk-new']],
  ['tile dask', ['tile desk', '/desk', 'desk']],
])('the nearest to %s are suggested', (address, nearest) => {
  expect(suggestItems(things, address)).toEqual(nearest);
});

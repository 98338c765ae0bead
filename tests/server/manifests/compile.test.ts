import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AccessSubject } from '../../../schemas/accessRule.ts';
import { readManifests } from '../../../server/manifests/serve/readManifests.ts';
import { createManifestCache } from '../../../server/manifests/serve/serve.ts';
import { compileScreen } from '../../../server/manifests/session/compile.ts';
import { compileIndex } from '../../../server/manifests/session/compileIndex.ts';
import { mayBeEmpty } from '../../support/atLeastOne.ts';
import { copyGood } from './directories.ts';
import { holder, visitor } from './subjects.ts';

const signIn = { authority: '', clientId: '', scope: '' };
const envelope = { signIn, texts: 'v1', problems: [] };
const admin = holder('PL', 'portal_admin');

type Change = (file: Record<string, never>) => void;

/** The good manifests with changes to some of their files. */
async function readChanged(changes: Record<string, Change>) {
  const directories = await copyGood();
  for (const [place, change] of Object.entries(changes)) {
    const file = path.join(directories.manifestsDirectory, place);
    // A file that isn't there begins empty.
    const content = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
    change(content);
    await writeFile(file, JSON.stringify(content));
  }
  const { set, faults } = await readManifests(directories);
  expect(faults).toEqual([]);
  if (!set) throw new Error('The changed manifests have faults.');
  return set;
}

const moduleFile = 'modules/consumption/module.json';
const indexFile = 'modules/consumption/index.screen.json';
const propertyFile = 'modules/consumption/property.screen.json';
// biome-ignore lint/suspicious/noExplicitAny: files are looked into freely here.
type Free = any;

async function screenOf(changes: Record<string, Change>, id: string, subject: AccessSubject) {
  const set = await readChanged(changes);
  return compileScreen(set.markets[subject.country], id, subject) as Free;
}
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

describe('order', () => {
  test('maps become lists in the order of the file', async () => {
    const screen = await screenOf(
      {
        [indexFile]: (file: Free) => {
          const { columns } = file.children.properties;
          file.children.properties.columns = {
            zebra: columns.name,
            b: columns.name,
            a: columns.name,
            name: columns.name,
          };
        },
      },
      'consumption.index',
      admin,
    );
    // The override of the good manifests puts name first.
    expect(ids(screen.root.children[0].columns)).toEqual(['name', 'zebra', 'b', 'a']);
    expect(screen.root.children[0].columns[0]).not.toHaveProperty('first');
    expect(screen.root.id).toBe('root');
  });
});

describe('query parameters', () => {
  const declaredBy = async (change: Change) =>
    (await screenOf({ [propertyFile]: change }, 'consumption.property', admin)).query;

  test('say what their controls let them be, for an address can hold anything', async () => {
    const query = await declaredBy((file: Free) => {
      file.query.silent = {};
      file.query.timeframe = { default: 'DAILY' };
    });
    expect(query).toEqual({
      timeframe: { default: 'DAILY', only: ['MONTHLY', 'DAILY'] },
      begin: { isDay: true },
      end: { isDay: true, atLeast: 'begin' },
      silent: {},
    });
  });

  test('may be none where none can be chosen', async () => {
    const query = await declaredBy((file: Free) => {
      file.children.controls.items.timeframe.none = 'consumption:title';
    });
    expect(query.timeframe.only).toEqual(['', 'MONTHLY', 'DAILY']);
  });

  test('are as they are declared without a control that the reader gets', async () => {
    const query = await declaredBy((file: Free) => {
      file.children.controls.items.timeframe.access = { anyRole: ['portal_support'] };
    });
    expect(query.timeframe).toEqual({ default: 'MONTHLY' });
  });
});

describe('overrides', () => {
  test('change one market only', async () => {
    const set = await readChanged({
      'markets/cz.json': (file: Free) => {
        file.modules.consumption = true;
      },
    });
    const columns = (country: 'PL' | 'CZ') => {
      const subject = holder(country, 'portal_admin');
      const screen = compileScreen(set.markets[country], 'consumption.index', subject) as Free;
      return ids(screen.root.children[0].columns);
    };
    expect(columns('PL')).toEqual(['name', 'city']);
    expect(columns('CZ')).toEqual(['city', 'name']);
  });

  test('remove with null, add, and change single keys', async () => {
    const screen = await screenOf(
      {
        'overrides/pl/consumption/index.screen.json': (file: Free) => {
          file.children.properties = {
            search: null,
            columns: {
              city: null,
              name: { primary: true },
              worksNo: { label: 'consumption:title', field: 'worksNo' },
            },
          };
        },
      },
      'consumption.index',
      admin,
    );
    const [table] = screen.root.children;
    expect(table).not.toHaveProperty('search');
    expect(ids(table.columns)).toEqual(['name', 'worksNo']);
    expect(table.columns[0]).toMatchObject({ primary: true, field: 'name', sort: 'name' });
  });

  test('of a module change its access in that market', async () => {
    const directories = await copyGood();
    const place = path.join(directories.manifestsDirectory, 'overrides/pl/consumption/module.json');
    await mkdir(path.dirname(place), { recursive: true });
    const override = {
      $schema: '../../../schema/module-override.schema.json',
      manifestVersion: 2,
      access: { notRole: ['portal_user'] },
    };
    await writeFile(place, JSON.stringify(override));
    const { set, faults } = await readManifests(directories);
    expect(faults).toEqual([]);
    const guards = (role: 'portal_user' | 'portal_admin') =>
      set &&
      compileIndex(set.markets.PL, holder('PL', role), envelope).routes.map(({ guard }) => guard);
    expect(guards('portal_user')).toEqual(['denied', 'denied', 'open', 'open']);
    expect(guards('portal_admin')).toEqual(['open', 'open', 'open', 'open']);
  });
});

describe('pruning', () => {
  test('a refused column, control or node goes, and its siblings stay', async () => {
    const barred = { notRole: ['portal_admin'] };
    const changes = {
      [propertyFile]: (file: Free) => {
        file.children.graph.access = barred;
        file.children.controls.items.period.access = barred;
      },
    };
    const screen = await screenOf(changes, 'consumption.property', admin);
    expect(ids(screen.root.children)).toEqual(['controls', 'stats']);
    expect(ids(screen.root.children[0].items)).toEqual(['timeframe']);
    expect(JSON.stringify(screen)).not.toContain('access');
    const other = await screenOf(changes, 'consumption.property', holder('PL', 'portal_user'));
    expect(ids(other.root.children)).toEqual(['controls', 'graph', 'stats']);
  });

  test('a node goes with its children, and a root without any says so', async () => {
    const screen = await screenOf(
      {
        [indexFile]: (file: Free) => {
          const { properties } = file.children;
          properties.access = { anyFeature: ['REPORT_JOB'] };
          file.children = {
            outer: {
              type: 'section',
              children: { inner: { type: 'section', children: { properties } } },
            },
          };
        },
        'overrides/pl/consumption/index.screen.json': (file: Free) => {
          file.children = undefined;
        },
      },
      'consumption.index',
      holder('PL', 'portal_admin', ['CONSUMPTION_BASIC']),
    );
    expect(screen.root).toEqual({
      id: 'root',
      type: 'page',
      title: 'consumption:title',
      children: [
        {
          id: 'not-included',
          type: 'empty',
          title: 'core:notIncluded.title',
          description: 'core:notIncluded.description',
          icon: 'lock',
        },
      ],
    });
  });

  test('what calls an operation that the session may not call goes with its children', async () => {
    const inModules = (file: Free) => {
      file.modules.consumption = true;
    };
    const changes = {
      'markets/cz.json': inModules,
      'markets/dk.json': inModules,
      'modules/home/module.json': (file: Free) => {
        file.requires = ['consumption'];
      },
      'modules/home/index.screen.json': (file: Free) => {
        const text = { type: 'text', text: 'home:title' };
        const call = { call: 'property.list' };
        const choice = {
          kind: 'choice',
          query: 'a',
          label: 'home:title',
          enumeration: 'timeframe',
        };
        file.query = { a: {} };
        file.children = {
          controls: {
            type: 'controls',
            label: 'home:title',
            items: {
              free: choice,
              asking: { ...choice, options: { source: call, value: 'worksId' } },
            },
          },
          goes: { type: 'section', source: call, children: { text } },
          stays: text,
        };
      },
    };
    const shown = async (subject: AccessSubject) => {
      const { children } = (await screenOf(changes, 'home.index', subject)).root;
      return [ids(children), ids(children[0].items)];
    };
    expect(await shown(admin)).toEqual([
      ['controls', 'goes', 'stays'],
      ['free', 'asking'],
    ]);
    for (const subject of [holder('PL', 'portal_admin', []), visitor('PL')]) {
      expect(await shown(subject)).toEqual([['controls', 'stays'], ['free']]);
    }
  });

  test('a row link to a closed route goes', async () => {
    const screen = await screenOf(
      {
        [moduleFile]: (file: Free) => {
          file.routes['consumption-property'].access = { anyRole: ['portal_support'] };
        },
      },
      'consumption.index',
      admin,
    );
    expect(screen.root.children[0]).not.toHaveProperty('rowLink');
    expect(screen.root.children[0].search).toBeDefined();
  });

  test('a screen is there only behind an open route', async () => {
    const set = await readChanged({
      [moduleFile]: (file: Free) => {
        file.routes['consumption-property'].access = { anyRole: ['portal_support'] };
      },
    });
    const find = (subject: AccessSubject) =>
      compileScreen(set.markets[subject.country], 'consumption.property', subject);
    expect(find(admin)).toBeUndefined();
    expect(find(visitor('PL'))).toBeUndefined();
    expect(find(holder('CZ', 'portal_support'))).toBeUndefined();
    expect(find(holder('PL', 'portal_support'))).toBeDefined();
  });
});

describe('index', () => {
  test('guards routes, and tells visitors nothing of what lies behind', async () => {
    const set = await readChanged({});
    const { routes, navigation, signedIn } = compileIndex(set.markets.PL, visitor('PL'), envelope);
    expect(signedIn).toBe(false);
    expect(navigation).toEqual([]);
    expect(routes.map(({ name, guard }) => [name, guard])).toEqual([
      ['consumption-index', 'signIn'],
      ['consumption-property', 'signIn'],
      ['home', 'open'],
      ['start', 'open'],
    ]);
    expect(routes[0]).not.toHaveProperty('screen');
    expect(routes[3]).toMatchObject({ redirect: '/home' });
  });

  test('routes say what links to them take along: what they and those above them read', async () => {
    const set = await readChanged({
      [moduleFile]: (file: Free) => {
        file.routes['consumption-index'].breadcrumb = 'consumption-property';
      },
    });
    const { routes } = compileIndex(set.markets.PL, admin, envelope);
    const queries = Object.fromEntries(routes.map(({ name, query }) => [name, query]));
    expect(queries['consumption-property']).toContain('timeframe');
    expect(queries['consumption-index']).toEqual(queries['consumption-property']);
    expect(queries.home).toBeUndefined();
  });

  test('a market without a module has nothing of it', async () => {
    const set = await readChanged({});
    const { routes } = compileIndex(set.markets.CZ, holder('CZ', 'portal_admin'), envelope);
    expect(routes.map(({ name }) => name)).toEqual(['home', 'start']);
  });

  test.each(['hide', 'upgrade'] as const)('an unlicensed entry: %s', async (whenLocked) => {
    const set = await readChanged({
      [moduleFile]: (file: Free) => {
        file.navigation.whenLocked = whenLocked;
      },
    });
    const { navigation } = compileIndex(set.markets.PL, holder('PL', 'portal_user', []), envelope);
    expect(navigation.map(({ id, locked }) => [id, locked])).toEqual(
      whenLocked === 'hide' ? [] : [['consumption', true]],
    );
  });

  test('the notification panel has the sections of licensed modules, and serves their screens', async () => {
    const changes = {
      'modules/consumption/module.json': (file: Free) => {
        file.notifications = {
          news: { label: 'consumption:title', screen: 'consumption.news' },
          secret: {
            label: 'consumption:title',
            screen: 'consumption.index',
            access: { anyRole: ['portal_support'] },
          },
        };
      },
    };
    const set = await readChanged({
      ...changes,
      'modules/consumption/news.screen.json': (file: Free) => {
        file.$schema = '../../schema/screen.schema.json';
        file.manifestVersion = 2;
        file.title = 'consumption:title';
        file.children = {};
      },
    });
    const sections = (subject: AccessSubject) =>
      compileIndex(set.markets.PL, subject, envelope).notifications.map(({ id }) => id);
    expect(sections(holder('PL', 'portal_admin'))).toEqual(['consumption.news']);
    expect(sections(holder('PL', 'portal_support'))).toEqual([
      'consumption.news',
      'consumption.secret',
    ]);
    expect(sections(holder('PL', 'portal_admin', []))).toEqual([]);
    expect(sections(visitor('PL'))).toEqual([]);
    const shows = (subject: AccessSubject) =>
      compileScreen(set.markets.PL, 'consumption.news', subject) !== undefined;
    expect(shows(holder('PL', 'portal_admin'))).toBe(true);
    expect(shows(holder('PL', 'portal_admin', []))).toBe(false);
    expect(shows(visitor('PL'))).toBe(false);
  });

  test('problems are for support only', async () => {
    const set = await readChanged({});
    const problems = ['a.json:1:1  broken'];
    const read = (role: 'portal_support' | 'portal_admin') =>
      compileIndex(set.markets.PL, holder('PL', role), { ...envelope, problems }).problems;
    expect(read('portal_support')).toEqual(problems);
    expect(read('portal_admin')).toEqual([]);
  });
});

describe('etags', () => {
  test('are the same for the same class, whatever the order, also in another process', async () => {
    const caches = [await readChanged({}), await readChanged({})].map((set) =>
      createManifestCache(set, envelope),
    );
    const one: AccessSubject = { ...admin, features: ['REPORT_JOB', 'CONSUMPTION_BASIC'] };
    const other: AccessSubject = { ...admin, features: ['CONSUMPTION_BASIC', 'REPORT_JOB'] };
    const [first, second] = caches;
    expect(first?.index(one).etag).toMatch(/^"[\w-]{27}"$/);
    expect(first?.index(one)).toBe(first?.index(other));
    expect(first?.index(one).etag).toBe(second?.index(one).etag);
    const screens = caches.map((cache) => cache.findScreen('consumption.property', one));
    expect(screens[0]?.etag).toBe(screens[1]?.etag);
  });

  test('differ where what is served differs', async () => {
    const cache = createManifestCache(await readChanged({}), envelope);
    const etags = [
      visitor('PL'),
      admin,
      holder('PL', 'portal_admin', []),
      holder('CZ', 'portal_admin'),
    ].map((subject) => cache.index(subject).etag);
    expect(new Set(etags).size).toBe(etags.length);
  });

  test('keys are in canonical order', async () => {
    const cache = createManifestCache(await readChanged({}), envelope);
    const body = JSON.parse(cache.findScreen('consumption.property', admin)?.body ?? '');
    const check = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      if (!Array.isArray(value)) expect(Object.keys(value)).toEqual(Object.keys(value).toSorted());
      for (const member of mayBeEmpty(Object.values(value))) check(member);
    };
    check(body);
  });
});

describe('a module’s own menu', () => {
  const sidebar = {
    first: {
      label: 'consumption:title',
      options: {
        a: {
          label: 'consumption:title',
          icon: 'bell',
          action: { do: 'signOut' },
          access: { anyFeature: ['WARNING_CO2'] },
          whenLocked: 'upgrade',
        },
        b: {
          label: 'consumption:title',
          action: { do: 'go', to: { route: 'consumption-index' } },
          active: true,
        },
        c: {
          label: 'consumption:title',
          action: { do: 'signOut' },
          access: { anyFeature: ['WARNING_CO2'] },
        },
        d: {
          label: 'consumption:title',
          action: { do: 'signOut' },
          access: { anyRole: ['portal_support'] },
          whenLocked: 'upgrade',
        },
      },
    },
    second: {
      label: 'consumption:title',
      options: { only: { label: 'consumption:title', action: { do: 'signOut' } } },
    },
  };
  const sectionsFor = async (subject: AccessSubject) => {
    const set = await readChanged({
      [moduleFile]: (file: Free) => {
        file.sidebar = sidebar;
        file.routes['consumption-index'].layout = 'sidebar';
      },
    });
    const index = compileIndex(set.markets.PL, subject, envelope);
    return { sections: index.sidebars?.consumption ?? [], routes: index.routes };
  };

  test('is in order; what the plan lacks is locked or left out, what the role lacks is hidden', async () => {
    const { sections, routes } = await sectionsFor(
      holder('PL', 'portal_admin', ['CONSUMPTION_BASIC']),
    );
    expect(ids(sections)).toEqual(['first', 'second']);
    expect(sections[0]?.options).toMatchObject([
      { id: 'a', sectionId: 'first', hasPrivilege: false, active: false, icon: 'bell' },
      { id: 'b', sectionId: 'first', hasPrivilege: true, active: true },
    ]);
    expect(routes.find(({ name }) => name === 'consumption-index')?.sidebar).toBe('consumption');
  });

  test('opens with the plan and the role', async () => {
    const { sections } = await sectionsFor(holder('PL', 'portal_support'));
    expect(sections[0]?.options.map(({ id, hasPrivilege }) => `${id} ${hasPrivilege}`)).toEqual([
      'a true',
      'b true',
      'c true',
      'd true',
    ]);
  });
});

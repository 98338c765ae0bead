import { describe, expect, test } from 'vitest';
import { compareSnapshots } from '../../../server/manifestTools/compare.ts';
import { foldForms } from '../../../server/manifestTools/foldForms.ts';
import type { View } from '../../../server/manifestTools/snapshot.ts';
import { tellers } from './tellers.ts';

type Parts = Readonly<Record<string, unknown>>;

/** `PL/visitor/en`: what a visitor from Poland gets in English. */
function view(audience: string, parts: Parts = {}): View {
  const [country = '', role = '', language = ''] = audience.split('/');
  return { country, role, language, parts: new Map(Object.entries(parts)) };
}

const admin = 'PL/portal_admin/en';
const page = (...children: object[]) => ({ root: { id: 'root', type: 'page', children } });
const screen = (...children: object[]) => ({ 'screens/a.index': page(...children) });

/** The words of each difference for one audience. */
function tell(before: Parts, after: Parts): string[] {
  return compareSnapshots([view(admin, before)], [view(admin, after)], tellers.en).map(
    ({ words }) => words,
  );
}

const longList = Array.from({ length: 20 }, (_one, at) => `Value ${at}`);

describe('what is different is told', () => {
  const table = (more: object) => ({ id: 't', type: 'table', ...more });
  const columns = (...ids: string[]) =>
    screen(table({ columns: ids.map((id) => ({ id, label: `The ${id}` })) }));
  test.each<[string, Parts, Parts, string[]]>([
    ['nothing of what is equal', columns('a', 'b'), columns('a', 'b'), []],
    ['a new screen', {}, screen(), ['screen a.index appears']],
    ['a screen that is gone', screen(), {}, ['screen a.index vanishes']],
    [
      'another value of the page',
      { 'screens/a.index': { root: { title: 'Old', wide: true } } },
      { 'screens/a.index': { root: { title: 'New', wide: false } } },
      ['root.title in a.index: «Old» → «New»', 'root.wide in a.index: true → false'],
    ],
    [
      'a value of a part, by the names that lead to it',
      screen(table({ action: { to: { route: 'x' } } })),
      screen(table({ action: { to: { route: 'y' } } })),
      ['action.to.route in a.index › t: «x» → «y»'],
    ],
    [
      'a value that comes and one that goes',
      screen(table({ limit: 5 })),
      screen(table({ rows: null })),
      ['limit in a.index › t: 5 → nothing', 'rows in a.index › t: nothing → null'],
    ],
    [
      'a value of another kind whole',
      screen(table({ limit: { of: 1 }, rows: 1, tags: ['a'], pairs: [{ x: 1 }] })),
      screen(table({ limit: 1, rows: { of: 1 }, tags: ['b'], pairs: [{ x: 2 }] })),
      [
        'limit in a.index › t: {"of":1} → 1',
        'rows in a.index › t: 1 → {"of":1}',
        'tags in a.index › t: ["a"] → ["b"]',
        'pairs in a.index › t: [{"x":1}] → [{"x":2}]',
      ],
    ],
    [
      'a long text with its beginning',
      screen(table({ note: 'x'.repeat(118) })),
      screen(table({ note: 'y'.repeat(119) })),
      [`note in a.index › t: «${'x'.repeat(118)}» → «${'y'.repeat(116)}…`],
    ],
    [
      'what comes and goes within long lists, wherever they are',
      screen(table({ enum: longList }), { ...table({ enum: longList }), id: 'u' }),
      screen(
        ...['t', 'u'].map((id) => ({ ...table({ enum: [...longList.slice(1), 'New'] }), id })),
      ),
      ['enum in a.index › t: without "Value 0", with "New", and in 1 more place'],
    ],
    [
      'no more than ten of them, and the order where nothing else differs',
      screen(table({ enum: longList, only: longList })),
      screen(table({ enum: [], only: longList.toReversed() })),
      [
        `enum in a.index › t: without ${longList
          .slice(0, 10)
          .map((one) => JSON.stringify(one))
          .join(', ')} and 10 more`,
        'only in a.index › t: another order from "Value 19" on',
      ],
    ],
    [
      'a part that comes, and one that goes',
      columns('a', 'b'),
      columns('b', 'c'),
      ['column The a (a) hidden in a.index › t', 'column The c (c) shown in a.index › t'],
    ],
    ['the first of a kind', columns(), columns('a'), ['column The a (a) shown in a.index › t']],
    ['the last of a kind', columns('a'), columns(), ['column The a (a) hidden in a.index › t']],
    [
      'an empty list of what nobody knows as a list',
      screen(table({ strange: [] })),
      screen(table({ strange: [{ id: 'a' }] })),
      ['strange in a.index › t: [] → [{"id":"a"}]'],
    ],
    [
      'a list of unknown parts by its own name',
      screen(table({ strange: [{ id: 'a' }, { id: 'b' }] })),
      screen(table({ strange: [{ id: 'a' }] })),
      ['strange b hidden in a.index › t'],
    ],
    [
      'a list that has others than parts whole',
      screen(table({ strange: [{ id: 'a' }, 'b'] })),
      screen(table({ strange: [{ id: 'a' }] })),
      ['strange in a.index › t: [{"id":"a"},"b"] → [{"id":"a"}]'],
    ],
    [
      'another order, of those that are in both',
      columns('a', 'b', 'c', 'd'),
      columns('c', 'a', 'b', 'x'),
      [
        'column The d (d) hidden in a.index › t',
        'column The x (x) shown in a.index › t',
        'order of columns in a.index › t: c, a, b',
      ],
    ],
  ])('%s', (_name, before, after, words) => {
    expect(tell(before, after)).toEqual(words);
  });

  test.each([
    [{ id: 'a', label: 'Label', title: 'Title', path: '/path' }, 'Label (a)'],
    [{ id: 'a', label: { one: 'x' }, title: 'Title', path: '/path' }, 'Title (a)'],
    [{ id: 'a', path: '/path' }, '/path (a)'],
    [{ id: 'a', label: 'a' }, 'a'],
    [{ id: 'a', label: '' }, 'a'],
    [{ name: 'a' }, 'a'],
    [{ name: 'a', title: 'Title' }, 'Title (a)'],
    [{ id: 'a', name: 'b' }, 'a'],
  ])('the part %j as %s', (part, name) => {
    const columnsOf = (list: object[]) => screen(table({ columns: list }));
    expect(tell(columnsOf([]), columnsOf([part]))).toEqual([`column ${name} shown in a.index › t`]);
  });

  test('what stands in the index by the kind that the manifests give it', () => {
    const option = { id: 'x', label: 'X' };
    const before = {
      index: { routes: [{ name: 'home', path: '/home' }], tiles: [{ id: 'a' }], sidebars: {} },
      operations: [{ id: 'account.get' }, { id: 'account.list' }],
    };
    const after = {
      index: {
        routes: [{ name: 'home', path: '/start' }],
        tiles: [],
        sidebars: { home: [{ id: 's', label: 'S', options: [option] }] },
      },
      operations: [{ id: 'account.list' }],
    };
    expect(tell(before, after)).toEqual([
      'path in index › home: «/home» → «/start»',
      'tile a hidden in index',
      'sidebar section S (s) shown in index',
      'operation account.get hidden in operations',
    ]);
    const menu = (...options: object[]) => ({
      index: { sidebars: { home: [{ id: 's', label: 'S', options }] } },
    });
    expect(tell(menu(), menu(option))).toEqual(['option X (x) shown in index › s']);
    const menus = (...sections: object[]) => ({ index: { sidebars: { home: sections } } });
    expect(tell(menus(), menus({ id: 's' }))).toEqual(['sidebar section s shown in index']);
  });
});

describe('one edit that shows in many places', () => {
  const labelled = (label: string, ids: readonly string[], more: object = {}) =>
    screen(...ids.map((id) => ({ id, type: 'text', text: label, ...more })));

  test.each([
    [['a'], 'text in a.index › a: «Old» → «New»'],
    [['a', 'b'], 'text in a.index › a: «Old» → «New», and in 1 more place'],
    [['a', 'b', 'c'], 'text in a.index › a: «Old» → «New», and in 2 more places'],
  ])('is told once: %j', (ids, words) => {
    expect(tell(labelled('Old', ids), labelled('New', ids))).toEqual([words]);
  });

  test('is one only where the same text becomes the same, of the same member', () => {
    const parts = (...parts: object[]) => screen(...parts);
    const before = parts(
      { id: 'a', text: 'Old' },
      { id: 'b', text: 'Old' },
      { id: 'c', title: 'Old' },
    );
    const after = parts(
      { id: 'a', text: 'New' },
      { id: 'b', text: 'Else' },
      { id: 'c', title: 'New' },
    );
    expect(tell(before, after)).toHaveLength(3);
  });

  test.each([
    [2, 3, '2 → 3'],
    ['all', 3, '«all» → 3'],
    [2, 'all', '2 → «all»'],
  ])('is one each where it is not of a text: %j, %j', (before, after, words) => {
    const of = (limit: unknown) => labelled('Same', ['a', 'b'], { limit });
    expect(tell(of(before), of(after))).toEqual([
      `limit in a.index › a: ${words}`,
      `limit in a.index › b: ${words}`,
    ]);
  });

  test('is one for all who get it, in whatever places', () => {
    const both = ['a', 'b'];
    const of = (text: string) => [
      view(admin, labelled(text, both)),
      view('PL/portal_user/en', labelled(text, ['a'])),
    ];
    expect(compareSnapshots(of('Old'), of('New'), tellers.en)).toEqual([
      {
        words: 'text in a.index › a: «Old» → «New», and in 1 more place',
        audiences: ['PL / everybody'],
      },
    ]);
  });

  const tableOf = (at: string, columns: object) => ({ id: 't', type: 'table', at, columns });
  const inScreens = (one: object, other: object) => [
    view(admin, { 'screens/a.index': page(one) }),
    view('PL/portal_user/en', { 'screens/b.index': page(other) }),
  ];
  const listed = (...ids: string[]) => ids.map((id) => ({ id, at: `part.json:${id}` }));

  test.each<[string, object, object, string]>([
    ['a column less', listed('x', 'y'), listed('x'), 'column y hidden in a.index › t'],
    [
      'a value that is no text',
      listed('x'),
      listed('x').map((one) => ({ ...one, hidden: true })),
      'hidden in a.index › t › x: nothing → true',
    ],
    ['another order', listed('x', 'y'), listed('y', 'x'), 'order of columns in a.index › t: y, x'],
  ])('is one where it stands in the same place of a file: %s', (_name, before, after, words) => {
    const shared = (columns: object) =>
      inScreens(tableOf('part.json:1', columns), tableOf('part.json:1', columns));
    expect(compareSnapshots(shared(before), shared(after), tellers.en)).toEqual([
      { words: `${words}, and in 1 more place`, audiences: ['PL / everybody'] },
    ]);
    const own = (columns: object) => {
      const elsewhere = JSON.parse(JSON.stringify(columns).replaceAll('part', 'other'));
      return inScreens(tableOf('part.json:1', columns), tableOf('other.json:1', elsewhere));
    };
    expect(compareSnapshots(own(before), own(after), tellers.en)).toHaveLength(2);
  });

  test('says nothing of lines that only moved', () => {
    const of = (at: string, more: object = {}) =>
      inScreens(tableOf(at, [{ id: 'x', at: `${at}0`, ...more }]), tableOf(at, []));
    expect(compareSnapshots(of('part.json:1'), of('part.json:9'), tellers.en)).toEqual([]);
    const changed = compareSnapshots(
      of('part.json:1'),
      of('part.json:9', { hidden: true }),
      tellers.en,
    );
    expect(changed.map(({ words }) => words)).toEqual([
      'hidden in a.index › t › x: nothing → true',
    ]);
  });
});

describe('whom a difference concerns', () => {
  const roles = ['visitor', 'portal_admin', 'portal_user'];
  const audiences = ['PL', 'CZ'].flatMap((country) =>
    roles.flatMap((role) => ['en', 'pl'].map((language) => `${country}/${role}/${language}`)),
  );
  const of = (changed: readonly string[]) => [
    audiences.map((audience) => view(audience, { index: { wide: false } })),
    audiences.map((audience) => view(audience, { index: { wide: changed.includes(audience) } })),
  ];
  const [all, here, signedIn] = [/./, /^PL/, /^PL.*portal/];
  test.each<[string, RegExp, string[]]>([
    ['everybody, country by country', all, ['PL / everybody', 'CZ / everybody']],
    ['everybody of a country', here, ['PL / everybody']],
    ['everybody signed in', signedIn, ['PL / everybody signed in']],
    ['visitors', /^PL.*visitor/, ['PL / visitor']],
    ['one role', /^CZ.*user/, ['CZ / portal_user']],
    [
      'two roles, one of them the visitor’s',
      /^PL.*(visitor|user)/,
      ['PL / visitor', 'PL / portal_user'],
    ],
    ['one language', /user\/pl/, ['PL / portal_user (pl)', 'CZ / portal_user (pl)']],
    [
      'everybody, but in one language',
      /^PL.*en$/,
      ['PL / visitor (en)', 'PL / portal_admin (en)', 'PL / portal_user (en)'],
    ],
    [
      'one role in all languages and another in one',
      /^PL.*(admin|user\/en)/,
      ['PL / portal_admin', 'PL / portal_user (en)'],
    ],
  ])('%s', (_name, pattern, names) => {
    const [before = [], after = []] = of(audiences.filter((audience) => pattern.test(audience)));
    expect(compareSnapshots(before, after, tellers.en)).toEqual([
      { words: 'wide in index: false → true', audiences: names },
    ]);
  });

  test('who has got manifests, and who has them no longer', () => {
    const before = [view('PL/visitor/en'), view('CZ/visitor/en')];
    const after = [view('PL/visitor/en'), view('DK/visitor/en')];
    expect(compareSnapshots(before, after, tellers.en)).toEqual([
      { words: 'no longer there', audiences: ['CZ / everybody'] },
      { words: 'new', audiences: ['DK / everybody'] },
    ]);
  });

  test('a market that is new is told with all that it has, and a role with nothing else', () => {
    const parts = {
      index: { wide: true, tiles: [{ id: 'a', label: 'A' }], sidebars: {} },
      ...screen(),
      operations: [{ id: 'account.get' }],
    };
    const polish = view('PL/visitor/en', parts);
    const danish = view('DK/visitor/en', parts);
    const words = [
      'wide in index: nothing → true',
      'tile A (a) shown in index',
      'sidebars in index: nothing → {}',
      'screen a.index appears',
      'operation account.get shown in operations',
    ];
    const tellNew = (...views: View[]) =>
      compareSnapshots([polish], [polish, ...views], tellers.en).map((one) => one.words);
    expect(tellNew(danish)).toEqual(['new', ...words]);
    expect(tellNew(view('PL/portal_user/en', parts))).toEqual(['new']);
    expect(compareSnapshots([polish, danish], [polish], tellers.en)).toHaveLength(1 + words.length);
  });

  test.each([
    ['en', 'pl'],
    ['pl', 'en'],
  ])('with what it is called in English, in %s and %s', (...languages) => {
    const labels: Record<string, string> = { en: 'Cold water', pl: 'Zimna woda' };
    const of = (list: (label?: string) => object[]) =>
      languages.map((language) =>
        view(`PL/visitor/${language}`, screen({ id: 't', columns: list(labels[language]) })),
      );
    expect(
      compareSnapshots(
        of((label) => [{ id: 'a', label }]),
        of(() => []),
        tellers.en,
      ),
    ).toEqual([
      { words: 'column Cold water (a) hidden in a.index › t', audiences: ['PL / everybody'] },
    ]);
  });
});

test('what a form’s schema says of a field stands with the field, without hashes', () => {
  const form = {
    id: 'f',
    validator: 'b4d5',
    fields: [
      { name: 'a', label: 'A' },
      { name: 'list', fields: [{ name: 'x' }, { name: 'y' }] },
      { name: 'group', fields: [{ name: 'x' }] },
      { name: 'tags' },
      { name: 'none' },
      'no field',
      { id: 'nameless' },
    ],
    schema: {
      type: 'object',
      required: ['a', 'list'],
      properties: {
        a: { type: 'string', maxLength: 9, label: 'of the schema' },
        list: {
          type: 'array',
          items: { required: ['y'], properties: { x: { type: 'number' }, y: { minimum: 1 } } },
        },
        group: { required: ['x'], properties: { x: { type: 'boolean' } } },
        tags: { type: 'array', items: { type: 'string' } },
      },
    },
  };
  const folded = {
    id: 'f',
    fields: [
      { name: 'a', type: 'string', maxLength: 9, label: 'A', required: true },
      {
        name: 'list',
        type: 'array',
        required: true,
        fields: [
          { name: 'x', type: 'number' },
          { name: 'y', minimum: 1, required: true },
        ],
      },
      { name: 'group', fields: [{ name: 'x', type: 'boolean', required: true }] },
      { name: 'tags', type: 'array', items: { type: 'string' } },
      { name: 'none' },
      'no field',
      { id: 'nameless' },
    ],
  };
  expect(foldForms({ nodes: [form, null] })).toEqual({ nodes: [folded, null] });
  const others = [
    { schema: 'a.name', fields: [] },
    { schema: {}, fields: {} },
    { validator: 'kept' },
  ];
  expect(foldForms(others)).toEqual(others);
  expect(foldForms({ fields: [{ name: 'a' }], schema: { properties: null } })).toEqual({
    fields: [{ name: 'a' }],
  });
});

import { expect, test } from 'vitest';
import type { AccessRule } from '../../../schemas/accessRule.ts';
import { compareAcceptance, writeAcceptance } from '../../../server/manifestTools/acceptance.ts';

type Acceptance = Parameters<typeof writeAcceptance>[0];

const route = (...rules: AccessRule[]) => [
  { name: 'a-index', layout: 'map', rules, in: ['PL', 'CZ'] },
];
const entry = (more: object = {}) => ({
  route: 'a-index',
  rules: [{}],
  whenLocked: 'hide',
  licence: [],
  in: ['PL'],
  ...more,
});
const kinds = <Value>(tile: Value, others: Value) => ({
  navigation: others,
  topBar: others,
  userMenu: others,
  tile,
});
/** Tiles by module, in the order in which Poland has them. */
const accepted = (
  routes: Record<string, ReturnType<typeof route>>,
  tiles: Record<string, object> = {},
): Acceptance => {
  const own = Object.entries(tiles).map(([module, one]) => [module, [one]]);
  const order = [{ in: ['PL'], modules: Object.keys(tiles) }];
  const entries = kinds(Object.fromEntries(own), {});
  return { routes, entries, order: kinds(order, [] as typeof order) } as never;
};
const nothing = accepted({});
const place = 'route /a in PL, CZ: a-index, layout map, open to';

test('what is as it was accepted makes no line, and what is new or gone one each', () => {
  const one = accepted({ '/a': route({}) }, { a: entry() });
  expect(compareAcceptance(one, one)).toEqual([]);
  const told = [
    `${place} whoever is signed in`,
    'tile a in PL: leads to a-index, for whoever is signed in',
  ];
  expect(compareAcceptance(nothing, one)).toEqual(told.map((line) => `+ ${line}`));
  expect(compareAcceptance(one, nothing)).toEqual(told.map((line) => `- ${line}`));
  for (const none of [undefined, null, {}]) {
    expect(compareAcceptance(none, one)).toEqual(compareAcceptance(nothing, one));
  }
});

test('what was and what is stand together, by what they are of', () => {
  const before = accepted({ '/b': route({}), '/a': route({}) });
  const after = accepted({ '/b': route({ public: true }), '/a': route({}), '/c': route({}) });
  expect(compareAcceptance(before, after).map((line) => line.slice(0, 10))).toEqual([
    ...['+ route /b', '- route /b', '+ route /c'],
  ]);
});

test('an entry that comes first moves no other, and another order is told by itself', () => {
  const tiles = (...modules: string[]) =>
    accepted({}, Object.fromEntries(modules.map((module) => [module, entry()])));
  expect(compareAcceptance(tiles('b', 'c'), tiles('a', 'b', 'c'))).toEqual([
    '+ tile a in PL: leads to a-index, for whoever is signed in',
  ]);
  expect(compareAcceptance(tiles('a', 'b', 'c'), tiles('c', 'a'))).toEqual(
    [
      '- order of tile in PL: a, c',
      '+ order of tile in PL: c, a',
      '- tile b in PL: leads to a-index, for whoever is signed in',
    ].toSorted((one, other) => (one.slice(2) < other.slice(2) ? -1 : 1)),
  );
});

test('a tile that comes first, and one that moves, are a line each of the file', () => {
  const linesOf = (...modules: string[]) => {
    const tiles = Object.fromEntries(modules.map((module) => [module, entry()]));
    const { routes, entries, order } = accepted({}, tiles);
    const sorted = Object.fromEntries(
      Object.entries(entries.tile).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    );
    return writeAcceptance({ routes, entries: { ...entries, tile: sorted }, order }).split('\n');
  };
  const before = linesOf('b', 'c', 'd');
  const newIn = (after: string[]) => after.filter((line) => !before.includes(line));
  expect(newIn(linesOf('a', 'b', 'c', 'd'))).toHaveLength(2);
  expect(newIn(linesOf('d', 'b', 'c'))).toHaveLength(1);
});

test('a file of an older form, whose entries are a list, is compared all the same', () => {
  const now = accepted({ '/a': route({}) }, { a: entry(), b: entry() });
  const list = [
    { module: 'a', ...entry() },
    { module: 'b', ...entry({ licence: ['A'] }) },
  ];
  const old = { routes: now.routes, entries: kinds(list, []) };
  expect(compareAcceptance(old, now).map((line) => line.slice(0, 8))).toEqual([
    ...['+ tile b', '- tile b'],
  ]);
});

test.each<[AccessRule[], string]>([
  [[{ public: true }], 'anybody'],
  [[{ public: true }, {}], 'whoever is signed in'],
  [
    [{ anyRole: ['portal_admin', 'portal_support'] }],
    'whoever is signed in, portal_admin or portal_support',
  ],
  [
    [{ notRole: ['portal_admin', 'portal_user'] }],
    'whoever is signed in, not portal_admin nor portal_user',
  ],
  [
    [{ anyFeature: ['CONSUMPTION_ADV'] }, { countries: ['PL', 'DK'] }],
    'whoever is signed in, features CONSUMPTION_ADV, markets PL, DK',
  ],
  [[{ anyRole: [], notRole: [], anyFeature: [], countries: [] }], 'whoever is signed in'],
])('the rules %j are open to %s', (rules, words) => {
  const line = `+ ${place} ${words}`;
  expect(compareAcceptance(nothing, accepted({ '/a': route(...rules) }))).toEqual([line]);
});

test.each([
  [{ licence: ['A', 'B'] }, ', licensed by A or B'],
  [{ licence: ['A'], whenLocked: 'upgrade' }, ', licensed by A, else locked'],
  [{}, ''],
])('an entry with %j is told so: %s', (more, words) => {
  const after = accepted({}, { first: entry(), a: entry(more) });
  expect(compareAcceptance(nothing, after)[0]).toBe(
    `+ tile a in PL: leads to a-index, for whoever is signed in${words}`,
  );
});

test('the file is JSON with a line for each route and entry', () => {
  const now = accepted({ '/a': route({}), '/b': route({}) }, { a: entry(), b: entry() });
  const text = writeAcceptance(now);
  expect(JSON.parse(text)).toEqual(now);
  expect(text.endsWith('}\n')).toBe(true);
  const lines = text.split('\n');
  expect(lines.filter((line) => line.startsWith('    "/'))).toHaveLength(2);
  expect(lines.filter((line) => line.startsWith('      "'))).toHaveLength(2);
});

import { describe, expect, test } from 'vitest';
import { decideRoute, type GuardDecision } from '../../../renderer/app/guard.ts';
import type { AccessSubject } from '../../../schemas/accessRule.ts';
import { type Feature, features, type Role } from '../../../schemas/entities/access.ts';
import { type Country, countries } from '../../../schemas/entities/market.ts';
import { type ManifestIndex, manifestIndexSchema } from '../../../schemas/manifest/compiled.ts';
import { readManifests } from '../../../server/manifests/readManifests.ts';
import { createManifestCache } from '../../../server/manifests/serve.ts';
import { realDirectories } from './directories.ts';
import {
  closedRoutes,
  furtherRoutes,
  holders,
  isShown,
  letsIn,
  navigationRows,
  openRoutes,
  type RouteRow,
  topBarRows,
  userMenuRows,
} from './specificationTables.ts';

/** Every cell of the tables of specification §2, the «no»s too, as server and browser decide it. */

const signIn = { authority: 'https://sign-in.example', clientId: 'portal', scope: 'openid' };
const { set, faults } = await readManifests(realDirectories);
if (!set) throw new Error(faults.join('\n'));
const cache = createManifestCache(set, { signIn, problems: [] });
const indexes = new Map<AccessSubject, ManifestIndex>();

function subjectOf(
  country: Country,
  held: readonly Role[] | undefined,
  licensed: readonly Feature[],
): AccessSubject {
  if (held) return { signedIn: true, country, roles: held, features: licensed };
  return { signedIn: false, country, roles: [], features: [] };
}

function indexOf(subject: AccessSubject): ManifestIndex {
  const known = indexes.get(subject);
  if (known) return known;
  const index = manifestIndexSchema.parse(JSON.parse(cache.index(subject).body));
  indexes.set(subject, index);
  return index;
}

const licences: readonly (readonly Feature[])[] = [features, []];
const cells = countries.flatMap((country) =>
  holders.flatMap((held) =>
    licences.map((licensed) => ({ country, held, subject: subjectOf(country, held, licensed) })),
  ),
);
/** Lets everything in that somebody may enter: it knows each route's screen. */
const everybody = (country: Country) =>
  cells.filter((cell) => cell.country === country && cell.held?.length === 1);

const nameCell = ({ country, held, subject }: (typeof cells)[number]) =>
  `${country} ${held ? held.join('+') || 'no role' : 'visitor'} ${subject.features.length}`;

/** What the specification demands of a route that the market has. */
function wanted(row: RouteRow, { held, subject }: (typeof cells)[number]) {
  const isAllowed = letsIn(row, held);
  const refusal = subject.signedIn ? 'denied' : 'signIn';
  return { guard: isAllowed ? 'open' : refusal, decision: wantedDecision(row, subject, isAllowed) };
}

/** One page under two brands. */
const loginPages = ['/auth/login', '/auth/eco-trend'];

function wantedDecision(
  { path }: RouteRow,
  { signedIn }: AccessSubject,
  isAllowed: boolean,
): GuardDecision {
  if (!isAllowed) return { do: 'go', to: '/', remember: !signedIn };
  if (signedIn && (path === '/' || loginPages.includes(path))) {
    return { do: 'go', to: '/dashboard', remember: false };
  }
  const redirect = redirects.get(path);
  return redirect ? { do: 'go', to: redirect, remember: false } : { do: 'show' };
}

/** Addresses that only lead on, to another one of the same tables. */
const redirects = new Map([
  ['/', '/auth/login'],
  ['/profile-settings', '/profile-settings/profile'],
]);

const rows = [...openRoutes, ...closedRoutes, ...furtherRoutes];
const isIn = (row: RouteRow, country: Country) => !row.countries || row.countries.includes(country);

describe.each(rows.map((row) => [row.path, row] as const))('%s', (path, row) => {
  const routeFor = (subject: AccessSubject) =>
    indexOf(subject).routes.find((route) => route.path === path);

  test('is where its module is on, with its name and layout', () => {
    for (const { country, subject } of cells) {
      const route = routeFor(subject);
      expect([country, route !== undefined]).toEqual([country, isIn(row, country)]);
      if (!route) continue;
      if (row.name) expect(route.name).toBe(row.name);
      if (row.layout) expect(route.layout).toBe(row.layout);
    }
  });

  test('is open to whom the table says, and to nobody else', () => {
    const found = cells.flatMap((cell) => {
      const route = routeFor(cell.subject);
      if (!route) return [];
      const decision = decideRoute(route, indexOf(cell.subject));
      return [[nameCell(cell), { guard: route.guard, decision }]];
    });
    const demanded = cells
      .filter(({ country }) => isIn(row, country))
      .map((cell) => [nameCell(cell), wanted(row, cell)]);
    expect(found).toEqual(demanded);
  });

  test('shows its screen to the same people', () => {
    for (const country of countries) {
      const screen = everybody(country)
        .map(({ subject }) => routeFor(subject)?.screen)
        .find(Boolean);
      if (!isIn(row, country) || redirects.has(path)) {
        expect(screen).toBeUndefined();
        continue;
      }
      expect(screen).toBeDefined();
      for (const cell of cells) {
        if (cell.country !== country) continue;
        const isServed = cache.findScreen(screen ?? '', cell.subject) !== undefined;
        expect([nameCell(cell), isServed]).toEqual([nameCell(cell), letsIn(row, cell.held)]);
      }
    }
  });

  test('has a breadcrumb that leads to the dashboard', () => {
    for (const { subject } of everybody('PL')) {
      const { routes } = indexOf(subject);
      const route = routeFor(subject);
      if (row.access === 'anybody' || route?.guard !== 'open') continue;
      const way = [route];
      for (let one = way[0]; one?.breadcrumb?.parent; one = way[0]) {
        const { parent } = one.breadcrumb;
        way.unshift(routes.find(({ name }) => name === parent) ?? expect.fail(parent));
      }
      expect(way.map(({ guard }) => guard)).toEqual(way.map(() => 'open'));
      expect(way.every(({ breadcrumb }) => breadcrumb !== undefined)).toBe(true);
      expect(way[0]?.name).toBe('dashboard');
    }
  });
});

test.each(countries)('in %s there is no route that no table lists', (country) => {
  const { routes } = indexOf(subjectOf(country, undefined, []));
  const listed = rows.map(({ path }) => path);
  expect(routes.map(({ path }) => path).filter((path) => !listed.includes(path))).toEqual([]);
});

const oneFeatureEach = [[], ...features.map((feature) => [feature]), [...features]];

describe.each([
  ['navigation', navigationRows],
  ['topBar', topBarRows],
  ['userMenu', userMenuRows],
] as const)('%s', (kind, entries) => {
  test.each(
    countries.flatMap((country) =>
      holders.map((held) => [country, held?.join('+'), held] as const),
    ),
  )('in %s for %s, with each feature', (country, _name, held) => {
    for (const licensed of oneFeatureEach) {
      const index = indexOf(subjectOf(country, held, licensed));
      const shown = index[kind];
      const demanded = entries.filter((row) => isShown(row, country, held, licensed));
      expect([licensed, shown.map(({ id }) => id)]).toEqual([
        licensed,
        demanded.map(({ id }) => id),
      ]);
      expect(shown.filter(({ locked }) => locked)).toEqual([]);
      // An entry that leads into a closed door would be worse than none.
      for (const { path } of shown) {
        expect(index.routes.find((route) => route.path === path)?.guard).toBe('open');
      }
    }
  });
});

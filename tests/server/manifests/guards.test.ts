import { beforeAll, describe, expect, test } from 'vitest';
import { decideRoute, type GuardDecision } from '../../../renderer/app/guard.ts';
import type { AccessRule, AccessSubject } from '../../../schemas/accessRule.ts';
import { type Feature, features, type Role } from '../../../schemas/entities/access.ts';
import { type Country, countries } from '../../../schemas/entities/market.ts';
import { type ManifestIndex, manifestIndexSchema } from '../../../schemas/manifest/compiled.ts';
import { readManifests } from '../../../server/manifests/serve/readManifests.ts';
import { createManifestCache } from '../../../server/manifests/serve/serve.ts';
import { compareAcceptance, readAcceptance } from '../../../server/manifestTools/acceptance.ts';
import { mayBeEmpty } from '../../support/atLeastOne.ts';
import { accepted, entryState, holders, letsIn } from './accepted.ts';
import { realDirectories } from './directories.ts';

/** Every cell of the accepted tables, the «no»s too, as server and browser decide it. */

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
type Cell = (typeof cells)[number];
const nameCell = ({ country, held, subject }: Cell) =>
  `${country} ${held ? held.join('+') || 'no role' : 'visitor'} ${subject.features.length}`;

const paths = Object.keys(accepted.routes);
/** The rules of a route in a market; undefined where it isn't there. */
const rulesIn = (path: string, country: Country) =>
  accepted.routes[path]?.find((one) => one.in.includes(country))?.rules;

/** One page under two brands. */
const loginPages = ['/auth/login', '/auth/eco-trend'];
let redirects = new Map<string, string>();
beforeAll(() => {
  const { routes } = set.markets.PL;
  const leading = [...routes.values()].filter(({ route }) => route.redirect);
  redirects = new Map(
    leading.map(({ route }) => [route.path, routes.get(route.redirect ?? '')?.route.path ?? '']),
  );
});

function wantedDecision(
  path: string,
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

function wanted(path: string, rules: readonly AccessRule[], { held, subject }: Cell) {
  const isAllowed = letsIn(rules, held);
  const refusal = subject.signedIn ? 'denied' : 'signIn';
  const decision = wantedDecision(path, subject, isAllowed);
  return { guard: isAllowed ? 'open' : refusal, decision };
}

test('who may enter what is as it was accepted: else look, and run manifest check --accept', () => {
  expect(compareAcceptance(accepted, readAcceptance(set))).toEqual([]);
  expect(paths.length).toBeGreaterThan(50);
});

describe.each(paths)('%s', (path) => {
  const routeFor = (subject: AccessSubject) =>
    indexOf(subject).routes.find((route) => route.path === path);

  test('is open to whom the table says, and to nobody else', () => {
    const found = cells.flatMap((cell) => {
      const route = routeFor(cell.subject);
      if (!route) return [];
      const decision = decideRoute(route, indexOf(cell.subject));
      return [[nameCell(cell), { guard: route.guard, decision }]];
    });
    const demanded = cells.flatMap((cell) => {
      const rules = rulesIn(path, cell.country);
      return rules ? [[nameCell(cell), wanted(path, rules, cell)]] : [];
    });
    expect(found).toEqual(demanded);
  });

  test('shows its screen to the same people', () => {
    for (const cell of cells) {
      const rules = rulesIn(path, cell.country);
      const everybody = cells.filter(({ country }) => country === cell.country);
      const screen = everybody.map(({ subject }) => routeFor(subject)?.screen).find(Boolean);
      if (!rules || redirects.has(path)) {
        expect(screen).toBeUndefined();
        continue;
      }
      expect(screen).toBeDefined();
      const isServed = cache.findScreen(screen ?? '', cell.subject) !== undefined;
      expect([nameCell(cell), isServed]).toEqual([nameCell(cell), letsIn(rules, cell.held)]);
    }
  });
});

const inner = paths.filter((path) => {
  const rules = rulesIn(path, 'PL');
  return rules !== undefined && !letsIn(rules, undefined);
});

test.each(inner)('%s has a breadcrumb that leads to the dashboard', (path) => {
  const routes = cells
    .filter(({ country, held }) => country === 'PL' && held?.length === 1)
    .map(({ subject }) => indexOf(subject).routes);
  const open = routes.filter((all) => all.find((one) => one.path === path)?.guard === 'open');
  for (const all of open) {
    const way = all.filter((one) => one.path === path);
    for (let one = way[0]; one?.breadcrumb?.parent; one = way[0]) {
      const { parent } = one.breadcrumb;
      way.unshift(all.find(({ name }) => name === parent) ?? expect.fail(parent));
    }
    expect(way.map(({ guard }) => guard)).toEqual(way.map(() => 'open'));
    expect(way.every(({ breadcrumb }) => breadcrumb !== undefined)).toBe(true);
    expect(way[0]?.name).toBe('dashboard');
  }
});

test('every page has its place in a way that leads there, public ones too', () => {
  for (const country of countries) {
    const { routes } = indexOf(subjectOf(country, ['portal_support'], features));
    // A closed one tells nothing of itself.
    const pages = routes.filter(({ path, guard }) => path !== '/' && guard === 'open');
    expect(pages.filter(({ breadcrumb }) => !breadcrumb).map(({ name }) => name)).toEqual([]);
    const parents = (layout: string) =>
      new Map(
        pages.flatMap((page) =>
          page.layout === layout ? [[page.name, page.breadcrumb?.parent] as const] : [],
        ),
      );
    expect(new Set(parents('resources').values())).toEqual(new Set(['dashboard']));
    expect(parents('auth').get('auth-forgot-password')).toBe('auth-login');
    expect(parents('auth').get('auth-update-email')).toBe('auth-login');
    expect(parents('auth').get('auth-login')).toBeUndefined();
  }
});

const oneFeatureEach = [[], ...features.map((feature) => [feature]), [...features]];

describe.each(['navigation', 'topBar', 'userMenu', 'tile'] as const)('%s', (kind) => {
  const listed = (index: ManifestIndex, subject: AccessSubject) => {
    if (kind !== 'tile') return index[kind];
    const dashboard = JSON.parse(cache.findScreen('dashboard.index', subject)?.body ?? 'null');
    const children: { type: string; tiles?: typeof index.navigation }[] =
      dashboard?.root.children ?? [];
    return children.find(({ type }) => type === 'tiles')?.tiles ?? [];
  };

  test.each(
    countries.flatMap((country) =>
      holders.map((held) => [country, held?.join('+'), held] as const),
    ),
  )('in %s for %s, with each feature', (country, _name, held) => {
    for (const licensed of oneFeatureEach) {
      const subject = subjectOf(country, held, licensed);
      const index = indexOf(subject);
      const order = accepted.order[kind].find((one) => one.in.includes(country))?.modules ?? [];
      const demanded = order.flatMap((module) => {
        const entry = accepted.entries[kind][module]?.find((one) => one.in.includes(country));
        const state = entry && entryState(entry, held, { licensed, country });
        return state && state !== 'absent' ? [[module, state]] : [];
      });
      const shown = listed(index, subject);
      expect([licensed, shown.map(({ id, locked }) => [id, locked ? 'locked' : 'shown'])]).toEqual([
        licensed,
        demanded,
      ]);
      // An entry that leads into a closed door would be worse than none.
      for (const { path } of mayBeEmpty(shown)) {
        expect(index.routes.find((route) => route.path === path)?.guard).toBe('open');
      }
    }
  });
});

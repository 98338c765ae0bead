import type { AccessRule } from '../../schemas/accessRule.ts';
import { type Country, countries } from '../../schemas/entities/market.ts';
import { compareText } from './faults.ts';
import type { ManifestSet } from './manifestSet.ts';

/**
 * Who may enter what, in every market: what somebody has looked at and accepted. It stands in
 * manifests/accepted.json, so that a change of a rule is seen before it is in effect.
 */
export interface Acceptance {
  /** By path. */
  readonly routes: Readonly<Record<string, readonly AcceptedRoute[]>>;
  /** By kind, in their order. */
  readonly entries: Readonly<Record<EntryKind, readonly AcceptedEntry[]>>;
}

interface Accepted {
  /** The markets in which it is so. */
  readonly in: readonly Country[];
  /** All of them must let somebody in: the module's, and its own if it has one. */
  readonly rules: readonly AccessRule[];
}

export interface AcceptedRoute extends Accepted {
  readonly name: string;
  readonly layout: string;
}

export interface AcceptedEntry extends Accepted {
  readonly module: string;
  readonly route: string;
  readonly whenLocked: 'hide' | 'upgrade';
  /** One of these licenses it; empty: it needs none. */
  readonly licence: readonly string[];
}

export const entryKinds = ['navigation', 'tile', 'topBar', 'userMenu'] as const;
export type EntryKind = (typeof entryKinds)[number];

export const acceptanceFile = 'accepted.json';

/** What the manifests say now. */
export function readAcceptance({ markets }: ManifestSet): Acceptance {
  const routes = new Map<string, AcceptedRoute[]>();
  const entries: Record<EntryKind, AcceptedEntry[]> = {
    navigation: [],
    tile: [],
    topBar: [],
    userMenu: [],
  };
  for (const country of countries) {
    const { modules } = markets[country];
    for (const [name, { module, route }] of markets[country].routes) {
      const rules = listRules(modules.get(module)?.access, route.access);
      const known = routes.get(route.path) ?? [];
      routes.set(route.path, addTo(known, { name, layout: route.layout, rules }, country));
    }
    for (const [id, module] of modules) {
      const licence = module.licence?.anyFeature ?? [];
      for (const kind of entryKinds) {
        const entry = module[kind];
        if (!entry) continue;
        const { route, whenLocked, access } = entry;
        const rules = listRules(module.access, access);
        const one = { module: id, route, rules, whenLocked, licence };
        entries[kind] = addTo(entries[kind], one, country);
      }
    }
  }
  const sorted = [...routes].toSorted(([a], [b]) => compareText(a, b));
  return { routes: Object.fromEntries(sorted), entries };
}

/** The list with a market added to what is the same there, or with what is only there. */
function addTo<One extends Accepted>(list: One[], found: Omit<One, 'in'>, country: Country): One[] {
  const text = JSON.stringify(found);
  const at = list.findIndex(({ in: _in, ...rest }) => JSON.stringify(rest) === text);
  const known = list[at];
  if (!known) return [...list, { ...found, in: [country] } as One];
  return list.with(at, { ...known, in: [...known.in, country] });
}

/** The module's rule always counts; a narrower one asks for nothing when it is missing. */
function listRules(outer: AccessRule | undefined, narrower: AccessRule | undefined): AccessRule[] {
  return [outer ?? {}, ...(narrower ? [narrower] : [])];
}

/** Each difference in a line of its own: what was accepted with a minus, what is now with a plus. */
export function compareAcceptance(accepted: unknown, now: Acceptance): string[] {
  const [before, after] = [new Set(listFacts(accepted)), new Set(listFacts(now))];
  return [
    ...[...before].filter((fact) => !after.has(fact)).map((fact) => `- ${fact}`),
    ...[...after].filter((fact) => !before.has(fact)).map((fact) => `+ ${fact}`),
  ].toSorted((a, b) => compareText(a.slice(2), b.slice(2)));
}

function listFacts(value: unknown): string[] {
  const { routes = {}, entries = {} } = (value ?? {}) as Partial<Acceptance>;
  const ofRoutes = Object.entries(routes).flatMap(([path, known]) =>
    known.map(
      ({ name, layout, rules, in: places }) =>
        `route ${path} in ${places.join(', ')}: ${name}, layout ${layout}, open to ${inWords(rules)}`,
    ),
  );
  const ofEntries = Object.entries(entries).flatMap(([kind, list]) =>
    list.map(({ module, route, rules, whenLocked, licence, in: places }, at) => {
      const licensed = licence.length > 0 ? `, licensed by ${licence.join(' or ')}` : '';
      const locked = whenLocked === 'upgrade' ? ', else locked' : '';
      return `${kind} ${at + 1}, ${module} in ${places.join(', ')}: leads to ${route}, for ${inWords(rules)}${licensed}${locked}`;
    }),
  );
  return [...ofRoutes, ...ofEntries];
}

function inWords(rules: readonly AccessRule[]): string {
  const clauses = rules.flatMap((rule) => [
    ...(rule.anyRole?.length ? [rule.anyRole.join(' or ')] : []),
    ...(rule.notRole?.length ? [`not ${rule.notRole.join(' nor ')}`] : []),
    ...(rule.anyFeature?.length ? [`features ${rule.anyFeature.join(' or ')}`] : []),
    ...(rule.countries?.length ? [`markets ${rule.countries.join(', ')}`] : []),
  ]);
  const isPublic = rules.every((rule) => rule.public);
  return [isPublic ? 'anybody' : 'whoever is signed in', ...clauses].join(', ');
}

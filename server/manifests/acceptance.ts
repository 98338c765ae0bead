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
  /** Who sees it locked; left out, all whom these rules let in. */
  readonly lockedFor?: AccessRule;
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
      const one = { name, layout: route.layout, rules, in: [country] };
      routes.set(route.path, addTo(known, one));
    }
    for (const kind of entryKinds) {
      for (const id of markets[country].entryOrder[kind]) {
        const module = modules.get(id);
        const entry = module?.[kind];
        if (!module || !entry) continue;
        const licence = module.licence?.anyFeature ?? [];
        const { route, whenLocked, lockedFor, access } = entry;
        const rules = listRules(module.access, access);
        const locks = { whenLocked, ...(lockedFor && { lockedFor }) };
        const one = { module: id, route, rules, ...locks, licence, in: [country] };
        entries[kind] = addTo(entries[kind], one);
      }
    }
  }
  const sorted = [...routes].toSorted(([a], [b]) => compareText(a, b));
  return { routes: Object.fromEntries(sorted), entries };
}

/** The list with a market added to what is the same there, or with what is only there. */
function addTo<One extends Accepted>(list: readonly One[], found: One): One[] {
  const textOf = (one: One) => JSON.stringify({ ...one, in: [] });
  const at = list.findIndex((one) => textOf(one) === textOf(found));
  const known = list[at];
  return known ? list.with(at, { ...known, in: [...known.in, ...found.in] }) : [...list, found];
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
    ...compareOrder(accepted, now),
  ].toSorted((a, b) => compareText(a.slice(2), b.slice(2)));
}

/** The order of what both have: an entry that comes or goes moves no other. */
function compareOrder(accepted: unknown, now: Acceptance): string[] {
  const { entries } = (accepted ?? {}) as Partial<Acceptance>;
  return entryKinds.flatMap((kind) => {
    const [old, current] = [entries?.[kind] ?? [], now.entries[kind]].map((list) => [
      ...new Set(list.map(({ module }) => module)),
    ]);
    const was = old?.filter((module) => current?.includes(module)).join(', ');
    const is = current?.filter((module) => old?.includes(module)).join(', ');
    return was === is ? [] : [`- order of ${kind}: ${was}`, `+ order of ${kind}: ${is}`];
  });
}

function listFacts(value: unknown): string[] {
  const { routes = {}, entries } = (value ?? {}) as Partial<Acceptance>;
  const ofRoutes = Object.entries(routes).flatMap(([path, known]) =>
    known.map(
      ({ name, layout, rules, in: places }) =>
        `route ${path} in ${places.join(', ')}: ${name}, layout ${layout}, open to ${inWords(rules)}`,
    ),
  );
  const ofEntries = entryKinds.flatMap((kind) =>
    (entries?.[kind] ?? []).map((entry) => {
      const { module, route, rules, whenLocked, lockedFor, licence, in: places } = entry;
      const licensed = licence.length > 0 ? `, licensed by ${licence.join(' or ')}` : '';
      const readers = lockedFor ? ` for ${inWords([lockedFor])}` : '';
      const locked = whenLocked === 'upgrade' ? `, else locked${readers}` : '';
      return `${kind} ${module} in ${places.join(', ')}: leads to ${route}, for ${inWords(rules)}${licensed}${locked}`;
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

/** As the file has it: each route and entry in a line of its own, so that differences read well. */
export function writeAcceptance({ routes, entries }: Acceptance): string {
  const ofRoutes = Object.entries(routes).map(([path, known]) =>
    [`    ${JSON.stringify(path)}`, JSON.stringify(known)].join(': '),
  );
  const ofEntries = entryKinds.map((kind) => {
    const list = entries[kind].map((entry) => `      ${JSON.stringify(entry)}`);
    return `    ${JSON.stringify(kind)}: [\n${list.join(',\n')}\n    ]`;
  });
  return `{\n  "routes": {\n${ofRoutes.join(',\n')}\n  },\n  "entries": {\n${ofEntries.join(',\n')}\n  }\n}\n`;
}

import type { AccessRule } from '../../schemas/accessRule.ts';
import { type Country, countries } from '../../schemas/entities/market.ts';
import { compareText } from '../manifests/ground/faults.ts';
import type { ManifestSet } from '../manifests/session/manifestSet.ts';

/**
 * Who may enter what, in every market: what somebody has looked at and accepted. It stands in
 * manifests/accepted.json, so that a change of a rule is seen before it is in effect.
 */
export interface Acceptance {
  /** By path. */
  readonly routes: Readonly<Record<string, readonly AcceptedRoute[]>>;
  /** By kind, then by module. */
  readonly entries: Readonly<Record<EntryKind, ByModule>>;
  /** By kind: in which order markets have them. */
  readonly order: Readonly<Record<EntryKind, readonly AcceptedOrder[]>>;
}

type ByModule = Readonly<Record<string, readonly AcceptedEntry[]>>;

interface AcceptedOrder {
  readonly in: readonly Country[];
  readonly modules: readonly string[];
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
  const entries = byKind((): Map<string, AcceptedEntry[]> => new Map());
  const order = byKind((): AcceptedOrder[] => []);
  for (const country of countries) {
    const { modules } = markets[country];
    for (const [name, { module, route }] of markets[country].routes) {
      const rules = listRules(modules.get(module)?.access, route.access);
      const known = routes.get(route.path) ?? [];
      const one = { name, layout: route.layout, rules, in: [country] };
      routes.set(route.path, addTo(known, one));
    }
    for (const kind of entryKinds) {
      const ids = markets[country].entryOrder[kind].filter((id) => modules.get(id)?.[kind]);
      for (const id of ids) {
        const module = modules.get(id);
        const entry = module?.[kind];
        if (!module || !entry) continue;
        const licence = module.licence?.anyFeature ?? [];
        const { route, whenLocked, lockedFor, access } = entry;
        const rules = listRules(module.access, access);
        const locks = { whenLocked, ...(lockedFor && { lockedFor }) };
        const one = { route, rules, ...locks, licence, in: [country] };
        entries[kind].set(id, addTo(entries[kind].get(id) ?? [], one));
      }
      order[kind] = addTo(order[kind], { in: [country], modules: ids });
    }
  }
  return {
    routes: sorted(routes),
    entries: byKind((kind) => sorted(entries[kind])),
    order,
  };
}

function byKind<Value>(make: (kind: EntryKind) => Value): Record<EntryKind, Value> {
  const made = entryKinds.map((kind) => [kind, make(kind)] as const);
  return Object.fromEntries(made) as Record<EntryKind, Value>;
}

function sorted<Value>(values: ReadonlyMap<string, Value>): Record<string, Value> {
  return Object.fromEntries([...values].toSorted(([a], [b]) => compareText(a, b)));
}

/** The list with a market added to what is the same there, or with what is only there. */
function addTo<One extends Pick<Accepted, 'in'>>(list: readonly One[], found: One): One[] {
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

/** The order of what both have, market by market: an entry that comes or goes moves no other. */
function compareOrder(accepted: unknown, now: Acceptance): string[] {
  const { order } = (accepted ?? {}) as Partial<Acceptance>;
  return entryKinds.flatMap((kind) => {
    const moved = new Map<string, { was: string; is: string; places: Country[] }>();
    for (const country of countries) {
      const [old = [], current = []] = [order, now.order].map(
        (all) => all?.[kind].find(({ in: places }) => places.includes(country))?.modules,
      );
      const was = old.filter((module) => current.includes(module)).join(', ');
      const is = current.filter((module) => old.includes(module)).join(', ');
      if (was === is) continue;
      const known = moved.get(`${was} → ${is}`) ?? { was, is, places: [] };
      known.places.push(country);
      moved.set(`${was} → ${is}`, known);
    }
    return [...moved.values()].flatMap(({ was, is, places }) => {
      const where = `order of ${kind} in ${places.join(', ')}`;
      return [`- ${where}: ${was}`, `+ ${where}: ${is}`];
    });
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
    Object.entries(readByModule(entries?.[kind])).flatMap(([module, known = []]) =>
      known.map(({ route, rules, whenLocked, lockedFor, licence, in: places }) => {
        const licensed = licence.length > 0 ? `, licensed by ${licence.join(' or ')}` : '';
        const readers = lockedFor ? ` for ${inWords([lockedFor])}` : '';
        const locked = whenLocked === 'upgrade' ? `, else locked${readers}` : '';
        return `${kind} ${module} in ${places.join(', ')}: leads to ${route}, for ${inWords(rules)}${licensed}${locked}`;
      }),
    ),
  );
  return [...ofRoutes, ...ofEntries];
}

/** Older files have entries as a list, which name their modules. */
function readByModule(entries: ByModule | readonly unknown[] = {}): Partial<ByModule> {
  if (!Array.isArray(entries)) return entries as ByModule;
  return Object.groupBy(entries, ({ module }) => String(module));
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

/** As the file has it: each route, entry and order in a line of its own, so that differences read well. */
export function writeAcceptance({ routes, entries, order }: Acceptance): string {
  const lines = (members: object, margin: string) =>
    Object.entries(members)
      .map(([key, value]) => `${margin}${JSON.stringify(key)}: ${JSON.stringify(value)}`)
      .join(',\n');
  const ofEntries = entryKinds.map((kind) => {
    const own = lines(entries[kind], '      ');
    return `    ${JSON.stringify(kind)}: {${own && `\n${own}\n    `}}`;
  });
  const groups = [
    `  "routes": {\n${lines(routes, '    ')}\n  }`,
    `  "entries": {\n${ofEntries.join(',\n')}\n  }`,
    `  "order": {\n${lines(order, '    ')}\n  }`,
  ];
  return `{\n${groups.join(',\n')}\n}\n`;
}

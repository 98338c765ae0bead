import type { Place } from '../../ground/placeBeside.ts';
import { findPlaces, readOrder, setPlace } from './ordering.ts';
import { compareEntries, entryKinds } from './version1.ts';
import {
  type JsonObject,
  memberOf,
  objectAt,
  readValue,
  removeMember,
  setMember,
} from './writtenJson.ts';

type EntryKind = (typeof entryKinds)[number];

/** What the order of entries of several modules depends on. Changed in place. */
export interface ModuleFiles {
  /** By id. */
  readonly modules: ReadonlyMap<string, JsonObject>;
  /** By name; their own order changes only when `isOld` says so. */
  readonly markets: ReadonlyMap<string, { readonly file: JsonObject; readonly isOld: boolean }>;
  /** Of the modules, by market and then by module. */
  readonly overrides: ReadonlyMap<string, ReadonlyMap<string, JsonObject>>;
}

/**
 * Puts the modules of each market in an order that gives their entries the order that numbers gave
 * them; an entry that disagrees, as a tile may with the navigation, says beside which it stands.
 */
export function orderModules({ modules, markets, overrides }: ModuleFiles): void {
  const wanted = listWanted(modules, new Map());
  const perMarket = [...markets].map(([market, { file, isOld }]) => {
    const own = overrides.get(market) ?? new Map<string, JsonObject>();
    const map = objectAt(file, 'modules');
    const ids = (map?.members ?? []).map(({ key }) => key);
    return { own, map, ids, isOld, wanted: listWanted(modules, own) };
  });
  const fixed = perMarket.filter(({ isOld }) => !isOld).map(({ ids }) => ids);
  // As the markets list them, where nothing else is said; what has no entries can stand anywhere.
  const listed = new Set([...perMarket.flatMap(({ ids }) => ids), ...modules.keys()]);
  const entered = new Set(Object.values(wanted).flat());
  const common = joinOrders(
    [...fixed, ...Object.values(wanted)],
    [...listed].filter((id) => entered.has(id)),
  );
  for (const kind of entryKinds) placeKind(kind, common, wanted[kind], modules, modules);

  for (const { own, map, ids, isOld, wanted: here } of perMarket) {
    // What the common order says is kept where this market's own entries don't object.
    const order = isOld ? joinOrders([...Object.values(here), common], ids) : ids;
    if (map) map.members = order.flatMap((id) => memberOf(map, id) ?? []);
    for (const kind of entryKinds) placeKind(kind, order, here[kind], modules, own);
  }
  for (const files of [modules, ...overrides.values()]) {
    for (const file of files.values()) for (const kind of entryKinds) dropOrder(file, kind);
  }
}

function dropOrder(file: JsonObject, kind: EntryKind): void {
  const entry = objectAt(file, kind);
  if (!entry) return;
  removeMember(entry, 'order');
  if (entry.members.length === 0) removeMember(file, kind);
}

type Wanted = Readonly<Record<EntryKind | 'notifications', readonly string[]>>;

/** The modules in the order of their entries, by the numbers of version 1. */
function listWanted(
  modules: ReadonlyMap<string, JsonObject>,
  overrides: ReadonlyMap<string, JsonObject>,
): Wanted {
  const list = (numberOf: (file: JsonObject) => number | undefined, member: string) =>
    [...modules].flatMap(([id, file]): [string, number | undefined][] => {
      const own = overrides.get(id);
      const isThere = objectAt(file, member) ?? objectAt(own, member);
      return isThere ? [[id, (own && numberOf(own)) ?? numberOf(file)]] : [];
    });
  const order = (member: string) =>
    list((file) => readOrder(objectAt(file, member)), member)
      .filter(([, number]) => number !== undefined)
      .toSorted(compareEntries)
      .map(([id]) => id);
  const notifications = list(
    (file) => firstNumber(objectAt(file, 'notifications')),
    'notifications',
  )
    .toSorted(compareEntries)
    .map(([id]) => id);
  return {
    navigation: order('navigation'),
    tile: order('tile'),
    topBar: order('topBar'),
    userMenu: order('userMenu'),
    notifications,
  };
}

function firstNumber(sections: JsonObject | undefined): number | undefined {
  const numbers = (sections?.members ?? []).flatMap(
    ({ key }) => readOrder(objectAt(sections, key)) ?? [],
  );
  return numbers.length > 0 ? Math.min(...numbers) : undefined;
}

/** One order of all ids: by the first of the orders that says so, else as they stand. */
function joinOrders(orders: readonly (readonly string[])[], ids: readonly string[]): string[] {
  const after = new Map<string, Set<string>>(ids.map((id) => [id, new Set()]));
  const leads = (from: string, to: string): boolean =>
    from === to || [...(after.get(from) ?? [])].some((next) => leads(next, to));
  for (const order of orders) {
    const known = order.filter((id) => after.has(id));
    for (const [at, id] of known.entries()) {
      const next = known[at + 1];
      if (next !== undefined && !leads(next, id)) after.get(id)?.add(next);
    }
  }
  const left = new Set(ids);
  const joined: string[] = [];
  while (left.size > 0) {
    const isFree = (id: string) => ![...left].some((other) => after.get(other)?.has(id));
    const next = [...left].find(isFree);
    if (next === undefined) break;
    joined.push(next);
    left.delete(next);
  }
  return joined;
}

/** Lets the entries of a kind that stand elsewhere than they should say beside which they belong. */
function placeKind(
  kind: EntryKind,
  order: readonly string[],
  wanted: readonly string[],
  modules: ReadonlyMap<string, JsonObject>,
  files: ReadonlyMap<string, JsonObject>,
): void {
  const all = [...order, ...wanted.filter((id) => !order.includes(id))];
  const from = all.filter((id) => wanted.includes(id));
  const said = new Map(from.flatMap((id) => readPlace(id, objectAt(modules.get(id), kind))));
  const movable = new Set([...files].flatMap(([id, file]) => (objectAt(file, kind) ? [id] : [])));
  const places = findPlaces(from, wanted, movable, said);
  const staying = wanted.find((id) => !places.has(id));
  for (const [id, place] of places) {
    const entry = objectAt(files.get(id), kind);
    if (!entry) continue;
    // That an entry is first can't be said, but that it stands before another one.
    const beside = place.at === 'first' ? staying : place.beside;
    if (beside === undefined) continue;
    const at = place.at === 'first' ? 'before' : place.at;
    setPlace(entry, { at, beside });
    const other = said.get(id)?.at;
    if (other !== undefined && other !== at) setMember(entry, other, null);
  }
}

function readPlace(id: string, entry: JsonObject | undefined): [string, Place][] {
  for (const at of ['before', 'after'] as const) {
    const beside = readValue(memberOf(entry, at)?.value);
    if (typeof beside === 'string') return [[id, { at, beside }]];
  }
  return [];
}

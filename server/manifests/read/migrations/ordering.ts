import { type Place, placeBeside } from '../../ground/placeBeside.ts';
import { compareEntries } from './version1.ts';
import { type JsonObject, memberOf, objectAt, removeMember, setMember } from './writtenJson.ts';

type Order = readonly [id: string, order: number | undefined];

/** The entries of a map of parts in the order that their numbers gave. */
export function orderEntries(map: JsonObject): void {
  const order = listOrders(map).toSorted(compareEntries);
  sortMembers(
    map,
    order.map(([id]) => id),
  );
  for (const { key } of map.members) dropOrder(map, key);
}

/** What an override moved by numbers says of the entries of its base beside which they come to stand. */
export function placeEntries(map: JsonObject, base: JsonObject): void {
  const [before, own] = [listOrders(base), listOrders(map)];
  const removed = new Set(map.members.filter(({ value }) => isNull(value)).map(({ key }) => key));
  const laid = new Map(before);
  for (const [id, order] of own) {
    if (!removed.has(id)) laid.set(id, order ?? laid.get(id));
  }
  for (const id of removed) laid.delete(id);
  const wanted = [...laid].toSorted(compareEntries).map(([id]) => id);
  const baseIds = new Set(before.map(([id]) => id));
  const added = wanted.filter((id) => !baseIds.has(id));
  sortMembers(map, added);

  const kept = before.toSorted(compareEntries).flatMap(([id]) => (removed.has(id) ? [] : [id]));
  const movable = new Set(own.flatMap(([id, order]) => (order === undefined ? [] : [id])));
  const placements = findPlaces([...kept, ...added], wanted, new Set([...movable, ...added]));
  for (const { key } of [...map.members]) {
    const wish = placements.get(key);
    const entry = objectAt(map, key);
    if (!entry) continue;
    if (wish) setPlace(entry, wish);
    else dropOrder(map, key);
    if (entry.members.length === 0 && baseIds.has(key)) removeMember(map, key);
  }
}

/** The fewest places that lead from one order to another when only some ids may move, beside those said. */
export function findPlaces(
  from: readonly string[],
  wanted: readonly string[],
  movable: ReadonlySet<string>,
  said: ReadonlyMap<string, Place> = new Map(),
): Map<string, Place> {
  const { order } = placeBeside(from, said);
  const staying = findStaying(
    wanted.map((id) => ({
      id,
      at: order.indexOf(id),
      weight: movable.has(id) ? 1 : wanted.length,
    })),
  );
  const moving = wanted.filter((id) => movable.has(id) && !staying.has(id));
  return new Map(
    moving.map((id) => {
      const previous = wanted[wanted.indexOf(id) - 1];
      return [id, previous === undefined ? { at: 'first' } : { at: 'after', beside: previous }];
    }),
  );
}

/** Of ids in their new order, the most that stand in their old order too; what can't move counts for more. */
function findStaying(ids: readonly { id: string; at: number; weight: number }[]): Set<string> {
  interface Chain {
    readonly weight: number;
    readonly ids: readonly string[];
  }
  const none: Chain = { weight: 0, ids: [] };
  const heavier = (one: Chain, other: Chain) => (other.weight > one.weight ? other : one);
  const chains: (Chain & { readonly at: number })[] = [];
  for (const { id, at, weight } of ids) {
    const before = chains.filter((chain) => chain.at < at).reduce(heavier, none);
    chains.push({ at, weight: before.weight + weight, ids: [...before.ids, id] });
  }
  return new Set(chains.reduce(heavier, none).ids);
}

/** Writes a place where the number stood. */
export function setPlace(entry: JsonObject, place: Place): void {
  const value = place.at === 'first' ? true : place.beside;
  setMember(entry, place.at, value, 'order');
}

export function readOrder(entry: JsonObject | undefined): number | undefined {
  const value = memberOf(entry, 'order')?.value;
  const order = value?.kind === 'scalar' ? Number(JSON.parse(value.text)) : Number.NaN;
  return Number.isFinite(order) ? order : undefined;
}

function listOrders(map: JsonObject): Order[] {
  return map.members.map(({ key }) => [key, readOrder(objectAt(map, key))] as const);
}

function dropOrder(map: JsonObject, key: string): void {
  const entry = objectAt(map, key);
  if (entry) removeMember(entry, 'order');
}

function isNull(value: JsonObject['members'][number]['value']): boolean {
  return value.kind === 'scalar' && value.text === 'null';
}

/** Sorts those of the members that are named, each in the place of another. */
function sortMembers(map: JsonObject, ids: readonly string[]): void {
  const named = new Set(ids);
  const sorted = ids.flatMap((id) => memberOf(map, id) ?? []);
  const isSorted = map.members
    .filter(({ key }) => named.has(key))
    .every((one, at) => one === sorted[at]);
  if (isSorted) return;
  map.members = map.members.map((member) =>
    named.has(member.key) ? (sorted.shift() ?? member) : member,
  );
}

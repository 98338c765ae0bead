import { type Fault, joinPath, suggest } from '../ground/faults.ts';
import { type Located, type LocatedEntry, toValue } from '../ground/located.ts';
import { type Place, placeBeside } from '../ground/placeBeside.ts';

const placeKeys = ['before', 'after', 'first'] as const;

/** A place as it is written, with the entry as it is without it. */
interface Placement {
  readonly name: (typeof placeKeys)[number];
  readonly target: Located;
}

/** The parts of a map in the order that those with a place ask for, which is taken out of them. */
export function placeParts(
  entries: ReadonlyMap<string, LocatedEntry>,
  faults: Fault[],
  path: readonly string[],
): Map<string, LocatedEntry> {
  const bare = new Map<string, LocatedEntry>();
  const placements = new Map<string, Placement>();
  for (const [key, entry] of entries) {
    const placement = findPlacement(entry.value);
    bare.set(key, placement ? without(entry, placement.name) : entry);
    if (placement) placements.set(key, placement);
  }
  const report = (key: string, { name, target: { file, offset } }: Placement, message: string) =>
    faults.push({ file, offset, path: joinPath([...path, key, name]), message });
  const places = new Map<string, Place>();
  for (const [key, placement] of placements) {
    const place = readPlace(key, placement, entries, (message) => report(key, placement, message));
    if (place) places.set(key, place);
  }
  const { order, circles } = placeBeside([...bare.keys()], places);
  for (const key of circles) {
    const placement = placements.get(key);
    if (placement) report(key, placement, 'the places lead in a circle');
  }
  return new Map(
    order.flatMap((key) => {
      const entry = bare.get(key);
      return entry ? [[key, entry] as const] : [];
    }),
  );
}

/** Whether an entry says where it stands. */
export function hasPlace(value: Located): boolean {
  return findPlacement(value) !== undefined;
}

function findPlacement({ entries }: Located): Placement | undefined {
  for (const name of placeKeys) {
    const target = entries?.get(name)?.value;
    if (target) return { name, target };
  }
  return undefined;
}

function without(entry: LocatedEntry, name: string): LocatedEntry {
  const rest = new Map(entry.value.entries);
  rest.delete(name);
  return { ...entry, value: { ...entry.value, entries: rest } };
}

function readPlace(
  key: string,
  { name, target }: Placement,
  entries: ReadonlyMap<string, LocatedEntry>,
  report: (message: string) => void,
): Place | undefined {
  const found = `found ${JSON.stringify(toValue(target))}`;
  if (name === 'first') {
    if (target.scalar === true) return { at: 'first' };
    report(`expected true, ${found}`);
    return undefined;
  }
  const others = [...entries.keys()].filter((one) => one !== key);
  const beside = String(target.scalar);
  if (others.includes(beside)) return { at: name, beside };
  const suggestion = suggest(target.scalar, others);
  report(`expected the id of something beside it, ${found}${suggestion}`);
  return undefined;
}

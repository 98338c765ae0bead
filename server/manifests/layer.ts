import type { z } from 'zod';
import { partMaps, replacedWhole, shortForms } from '../../schemas/manifest/language.ts';
import { type Fault, joinPath, suggest } from './faults.ts';
import { comeAlong, type Located, type LocatedEntry, toValue } from './located.ts';
import { definitionOf, findOption, unwrap } from './schemaWalk.ts';
import { memberOf } from './walk.ts';

/**
 * Lays an override over a file, or what follows a `use` over its part: objects merge key by key,
 * `null` removes a key, anything else replaces what was there. In maps of parts `before`, `after`
 * and `first` place an entry; what is added without a place comes last, and what is changed stays
 * where it is.
 */
export function layer(
  base: Located,
  override: Located,
  schema: z.ZodType | undefined,
  faults: Fault[],
  path: readonly string[] = [],
): Located {
  const bare = schema && unwrap(schema);
  // A short form says the whole of it, and so does a part.
  const isWhole = !override.entries || override.entries.has('use') || hasFact(replacedWhole, bare);
  const under = isWhole ? base : unfold(base, bare);
  if (isWhole || !under.entries || !override.entries) return override;
  const option = optionOf(bare, toValue(under));
  const laid = layEntries(under, override.entries, option, faults, path);
  return { ...under, entries: isPartMap(option) ? place(laid, faults, path) : laid };
}

function layEntries(
  { entries: base = new Map() }: Located,
  override: ReadonlyMap<string, LocatedEntry>,
  schema: z.ZodType | undefined,
  faults: Fault[],
  path: readonly string[],
): Map<string, LocatedEntry> {
  const entries = new Map<string, LocatedEntry>(base);
  for (const [key, entry] of override) {
    const known = base.get(key);
    if (entry.value.scalar === null) {
      // One of the values that an entry with `each` stands for.
      const isOneOfEach = base.has('each') && /^[A-Z]/.test(key);
      if (isOneOfEach) entries.set(key, entry);
      else entries.delete(key);
      if (!known && !isOneOfEach) faults.push(removesNothing(key, entry, base, path));
    } else if (known && known.value.scalar !== null) {
      const member = schema && memberOf(definitionOf(schema), key);
      const value = layer(known.value, entry.value, member, faults, [...path, key]);
      entries.set(key, { ...entry, value });
    } else {
      const addedBeside = [...base.keys()];
      entries.set(key, { ...entry, value: { ...entry.value, addedBeside } });
    }
  }
  return entries;
}

function removesNothing(
  key: string,
  { keyFile: file, keyOffset: offset }: LocatedEntry,
  base: ReadonlyMap<string, LocatedEntry>,
  path: readonly string[],
): Fault {
  const message = `the override removes "${key}", which isn't there${suggest(key, base.keys())}`;
  return { file, offset, path: joinPath([...path, key]), message };
}

const placements = ['before', 'after', 'first'] as const;

/** The entries in the order that those with a place ask for, which is taken out of them. */
function place(
  entries: ReadonlyMap<string, LocatedEntry>,
  faults: Fault[],
  path: readonly string[],
): Map<string, LocatedEntry> {
  const placed = [...entries].map(([key, entry]): [string, LocatedEntry, Located | undefined] => {
    const { value } = entry;
    const found = placements.find((name) => value.entries?.has(name));
    if (!found || !value.entries) return [key, entry, undefined];
    const rest = new Map(value.entries);
    rest.delete(found);
    return [key, { ...entry, value: { ...value, entries: rest } }, value];
  });
  const order = placed.map(([key]) => key);
  for (const [key, , wish] of placed) {
    if (wish) move(order, key, wish, faults, path);
  }
  const bare = new Map(placed.map(([key, entry]) => [key, entry]));
  return new Map(order.map((key) => [key, bare.get(key) as LocatedEntry]));
}

function move(
  order: string[],
  key: string,
  wish: Located,
  faults: Fault[],
  path: readonly string[],
): void {
  const name = placements.find((one) => wish.entries?.has(one)) ?? 'first';
  const target = wish.entries?.get(name)?.value ?? wish;
  const others = order.filter((one) => one !== key);
  const at = name === 'first' ? 0 : others.indexOf(String(target.scalar));
  if (at < 0 || (name === 'first' && target.scalar !== true)) {
    const expected = name === 'first' ? 'true' : 'the id of something beside it';
    const found = JSON.stringify(toValue(target));
    const message = `expected ${expected}, found ${found}${suggest(target.scalar, others)}`;
    const { file, offset } = target;
    faults.push({ file, offset, path: joinPath([...path, key, name]), message });
    return;
  }
  others.splice(name === 'after' ? at + 1 : at, 0, key);
  order.splice(0, order.length, ...others);
}

/** What is written short, whole. */
export function unfold(located: Located, schema: z.ZodType | undefined): Located {
  const short = schema && shortForms.get(unwrap(schema));
  const value = short && toValue(located);
  if (!short || !short.isShort(value)) return located;
  return comeAlong(short.toWhole(value as never), located, located.origin ?? 'short form');
}

/** The object or record that a value under a schema is meant as. */
export function optionOf(schema: z.ZodType | undefined, value: unknown): z.ZodType | undefined {
  if (!schema) return undefined;
  const bare = unwrap(schema);
  if (definitionOf(bare).type !== 'union') return bare;
  const option = findOption(bare, value);
  return option && optionOf(option, value);
}

function isPartMap(schema: z.ZodType | undefined): boolean {
  return schema !== undefined && partMaps.get(schema) !== undefined;
}

function hasFact(registry: typeof replacedWhole, schema: z.ZodType | undefined): boolean {
  return schema !== undefined && registry.get(schema) !== undefined;
}

import type { z } from 'zod';
import { partMaps, replacedWhole, shortForms } from '../../../schemas/manifest/language.ts';
import { factsOfEach, idOfOne, isOneOfEach, readEach } from '../ground/each.ts';
import { factOf } from '../ground/facts.ts';
import { type Fault, joinPath, suggest } from '../ground/faults.ts';
import { derive, type Located, type LocatedEntry, toValue } from '../ground/located.ts';
import { definitionOf, findOption, unwrap } from '../ground/schemaWalk.ts';
import { memberOf } from '../ground/walk.ts';
import { placeParts } from './placeParts.ts';

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
  return { ...under, entries: isPartMap(option) ? placeParts(laid, faults, path) : laid };
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
    // One of the values that an entry with `each` stands for.
    const isOne = base.has('each') && isOneOfEach(key);
    if (entry.value.scalar === null) {
      if (isOne) entries.set(key, entry);
      else entries.delete(key);
      if (!known && !isOne) faults.push(removesNothing(key, entry, base, path));
    } else if (known && known.value.scalar !== null) {
      const member = schema && memberOf(definitionOf(schema), key);
      const value = layer(known.value, entry.value, member, faults, [...path, key]);
      entries.set(key, { ...entry, value });
    } else if (findRepeated(key, base)) {
      faults.push(removesNothing(key, entry, base, path));
    } else {
      const addedBeside = [...base.keys()];
      entries.set(key, { ...entry, value: { ...entry.value, addedBeside } });
    }
  }
  return entries;
}

function removesNothing(
  key: string,
  { keyFile: file, keyOffset: offset, value }: LocatedEntry,
  base: ReadonlyMap<string, LocatedEntry>,
  path: readonly string[],
): Fault {
  const verb = value.scalar === null ? 'removes' : 'changes';
  const repeated = findRepeated(key, base);
  const hint = repeated
    ? `: it is one of "${repeated.id}", so write "${repeated.id}": { "${repeated.value}": ${value.scalar === null ? 'null' : '{ … }'} }`
    : `, which isn't there${suggest(key, base.keys())}`;
  const message = `the override ${verb} "${key}"${hint}`;
  return { file, offset, path: joinPath([...path, key]), message };
}

/** The entry with `each`, and its value, of which an id is made. */
function findRepeated(
  id: string,
  entries: ReadonlyMap<string, LocatedEntry>,
): { readonly id: string; readonly value: string } | undefined {
  for (const [key, { value }] of entries) {
    const { enumeration = '', values } = readEach(value.entries) ?? {};
    const found = values?.find((one) => idOfOne(key, factsOfEach(enumeration, one)) === id);
    if (found !== undefined) return { id: key, value: found };
  }
  return undefined;
}

/** What is written short, whole. */
export function unfold(located: Located, schema: z.ZodType | undefined): Located {
  const short = schema && factOf(shortForms, unwrap(schema));
  const value = short && toValue(located);
  if (!short?.isShort(value)) return located;
  return derive(short.toWhole(value as never), located, located.origin ?? 'short form');
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
  return schema !== undefined && factOf(partMaps, schema) !== undefined;
}

function hasFact(registry: typeof replacedWhole, schema: z.ZodType | undefined): boolean {
  return schema !== undefined && factOf(registry, schema) !== undefined;
}

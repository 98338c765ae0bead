import type { z } from 'zod';
import { enumerations } from '../../../schemas/manifest/enumerations.ts';
import { partMaps } from '../../../schemas/manifest/language.ts';
import { factsOfEach, idOfOne, isOneOfEach, readEach, substitute } from '../ground/each.ts';
import { factOf } from '../ground/facts.ts';
import { type Fault, joinPath, suggest } from '../ground/faults.ts';
import {
  derive,
  entryOf,
  faultAt,
  type Located,
  type LocatedEntry,
  toValue,
  withEntries,
} from '../ground/located.ts';
import { definitionOf, unwrap } from '../ground/schemaWalk.ts';
import { memberOf } from '../ground/walk.ts';
import { layer, optionOf } from './layer.ts';
import { hasPlace, placeParts } from './placeParts.ts';

interface Repeating {
  readonly faults: Fault[];
  /** Whether the market offers a value of an enumeration. */
  readonly offers: (enumeration: string, value: string) => boolean;
}

/**
 * Entries with `each` in maps of parts, one for each value of the enumeration: `only` says which,
 * a member with a value's name is laid over that one alone, `null` takes it away, `$each` is the value,
 * and `$each.<fact>` what its row says, <fact> within texts. The ids are the rows', else the values in
 * camel case, or what a key with <fact> says; made of one entry, they can say beside which they stand.
 */
export function repeatParts(
  located: Located,
  schema: z.ZodType | undefined,
  { faults, offers }: Repeating,
  path: readonly string[] = [],
): Located {
  if (!located.entries || !schema) return located;
  const option = optionOf(schema, toValue(located));
  if (!option) return located;
  const definition = definitionOf(option);
  const repeats = factOf(partMaps, option)?.repeats === true;
  const entries = new Map<string, LocatedEntry>();
  let isPlaced = false;
  for (const [key, entry] of located.entries) {
    const member = memberOf(definition, key);
    const here = [...path, key];
    const made =
      repeats && member && entry.value.entries?.has('each')
        ? repeat(key, entry, member, { faults, offers }, here)
        : [[key, entry] as const];
    for (const [id, one] of made) {
      if (entries.has(id)) {
        const message = `expected each id once, found "${id}" again`;
        faults.push({ ...faultAt(one.value, [], message), path: here.join('.') });
      }
      entries.set(id, {
        ...one,
        value: repeatParts(one.value, member, { faults, offers }, [...path, id]),
      });
      isPlaced ||= one !== entry && hasPlace(one.value);
    }
  }
  return withEntries(located, isPlaced ? placeParts(entries, faults, path) : entries);
}

function repeat(
  key: string,
  entry: LocatedEntry,
  schema: z.ZodType,
  { faults, offers }: Repeating,
  path: readonly string[],
): [string, LocatedEntry][] {
  const { value } = entry;
  const { enumeration: name = '', values } = readEach(value.entries) ?? {};
  const report = (member: string, message: string, place = value.entries?.get(member)?.value) => {
    faults.push({ ...faultAt(place ?? value, [], message), path: [...path, member].join('.') });
  };
  if (!values) {
    const known = Object.keys(enumerations);
    report('each', `expected an enumeration, found "${name}"${suggest(name, known)}`);
    return [];
  }
  const wanted = readOnly(value, values, (one, place) =>
    report('only', `${explainValue(one, name, values)}${suggest(one, values)}`, place),
  );
  const common = new Map(value.entries);
  for (const [member, own] of value.entries ?? []) {
    const isForOne = isOneOfEach(member);
    if (isForOne || member === 'each' || member === 'only') common.delete(member);
    if (!isForOne || wanted.includes(member)) continue;
    const message = `${explainValue(member, name, values)}${suggest(member, wanted)}`;
    const { keyFile: file, keyOffset: offset } = own;
    faults.push({ file, offset, path: joinPath([...path, member]), message });
  }
  return wanted.flatMap((one): [string, LocatedEntry][] => {
    const own = value.entries?.get(one)?.value;
    if (own?.scalar === null || !offers(name, one)) return [];
    const base = { ...value, entries: common };
    const laid = own ? layer(base, own, schema, faults, [...path, one]) : base;
    const facts = factsOfEach(name, one);
    const said = substitute(laid, one, facts);
    const made = knowValue(said, `${key}.${one}`, `enums:${name}.${one}`, schema);
    return [[idOfOne(key, facts), { ...entry, value: made }]];
  });
}

function explainValue(found: string, enumeration: string, values: readonly string[]): string {
  const expected = values.includes(found) ? 'each value once' : `a value of ${enumeration}`;
  return `expected ${expected}, found "${found}"${values.includes(found) ? ' again' : ''}`;
}

/** The values that `only` names, without those that are none or named twice. */
function readOnly(
  value: Located,
  values: readonly string[],
  report: (value: string, place: Located) => void,
): readonly string[] {
  const items = value.entries?.get('only')?.value.items;
  if (!items) return values;
  const wanted: string[] = [];
  for (const item of items) {
    const one = String(item.scalar);
    if (values.includes(one) && !wanted.includes(one)) wanted.push(one);
    else report(one, item);
  }
  return wanted;
}

/** What an entry for one value is without being said: its field, and the value's label. */
function knowValue(located: Located, field: string, label: string, schema: z.ZodType): Located {
  const known = definitionOf(unwrap(schema)).shape ?? {};
  const entries = new Map(located.entries);
  const origin = 'each';
  for (const [member, value] of Object.entries({ field, label })) {
    if (!Object.hasOwn(known, member) || entries.has(member)) continue;
    entries.set(member, entryOf(derive(value, located, origin)));
  }
  return { ...located, entries };
}

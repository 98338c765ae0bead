import type { z } from 'zod';
import { type EnumerationName, enumerations } from '../../schemas/manifest/enumerations.ts';
import { partMaps } from '../../schemas/manifest/language.ts';
import { type Fault, suggest } from './faults.ts';
import { layer, optionOf } from './layer.ts';
import {
  comeAlong,
  entryOf,
  faultAt,
  type Located,
  type LocatedEntry,
  toValue,
} from './located.ts';
import { definitionOf, listValues, unwrap } from './schemaWalk.ts';
import { memberOf } from './walk.ts';

/**
 * Entries with `each` in maps of parts, one for each value of the enumeration: `only` says which,
 * a member with a value's name is laid over that one alone, `null` takes it away, and `$each` is the
 * value. The ids are the values in camel case.
 */
export function repeatParts(
  located: Located,
  schema: z.ZodType | undefined,
  faults: Fault[],
  path: readonly string[] = [],
): Located {
  if (!located.entries || !schema) return located;
  const option = optionOf(schema, toValue(located));
  if (!option) return located;
  const definition = definitionOf(option);
  const repeats = partMaps.get(option)?.repeats === true;
  const entries = new Map<string, LocatedEntry>();
  for (const [key, entry] of located.entries) {
    const member = memberOf(definition, key);
    const here = [...path, key];
    const made =
      repeats && member && entry.value.entries?.has('each')
        ? repeat(key, entry, member, faults, here)
        : [[key, entry] as const];
    for (const [id, one] of made) {
      if (entries.has(id)) {
        const message = `expected each id once, found "${id}" again`;
        faults.push({ ...faultAt(one.value, [], message), path: here.join('.') });
      }
      entries.set(id, { ...one, value: repeatParts(one.value, member, faults, [...path, id]) });
    }
  }
  return { ...located, entries };
}

function repeat(
  key: string,
  entry: LocatedEntry,
  schema: z.ZodType,
  faults: Fault[],
  path: readonly string[],
): [string, LocatedEntry][] {
  const { value } = entry;
  const name = String(value.entries?.get('each')?.value.scalar);
  const report = (member: string, message: string) => {
    const place = value.entries?.get(member)?.value ?? value;
    faults.push({ ...faultAt(place, [], message), path: [...path, member].join('.') });
  };
  if (!Object.hasOwn(enumerations, name)) {
    const known = Object.keys(enumerations);
    report('each', `expected an enumeration, found "${name}"${suggest(name, known)}`);
    return [];
  }
  const values = (listValues(enumerations[name as EnumerationName]) ?? []).map(String);
  const only = value.entries?.get('only')?.value.items?.map(({ scalar }) => String(scalar));
  for (const one of only ?? []) {
    if (values.includes(one)) continue;
    report('only', `expected a value of ${name}, found "${one}"${suggest(one, values)}`);
  }
  const common = new Map(value.entries);
  for (const member of ['each', 'only', ...values]) common.delete(member);
  return (only ?? values).flatMap((one): [string, LocatedEntry][] => {
    const own = value.entries?.get(one)?.value;
    if (own?.scalar === null) return [];
    const base = { ...value, entries: common };
    const laid = own ? layer(base, own, schema, faults, [...path, one]) : base;
    const made = knowValue(substitute(laid, one), `${key}.${one}`, `enums:${name}.${one}`, schema);
    return [[toId(one), { ...entry, value: made }]];
  });
}

/** What an entry for one value is without being said: its field, and the value's label. */
function knowValue(located: Located, field: string, label: string, schema: z.ZodType): Located {
  const known = definitionOf(unwrap(schema)).shape ?? {};
  const entries = new Map(located.entries);
  const origin = 'each';
  for (const [member, value] of Object.entries({ field, label })) {
    if (!Object.hasOwn(known, member) || entries.has(member)) continue;
    entries.set(member, entryOf(comeAlong(value, located, origin)));
  }
  return { ...located, entries };
}

function substitute(located: Located, value: string): Located {
  if (located.scalar === '$each') return { ...located, scalar: value };
  if (located.items) {
    return { ...located, items: located.items.map((item) => substitute(item, value)) };
  }
  if (!located.entries) return located;
  const entries = [...located.entries].map(([key, entry]): [string, LocatedEntry] => [
    key,
    { ...entry, value: substitute(entry.value, value) },
  ]);
  return { ...located, entries: new Map(entries) };
}

/** The id of an entry that stands for one value: `COLD_WATER_METER` → `coldWaterMeter`. */
export function toId(value: string): string {
  return value.toLowerCase().replaceAll(/_+(\w)/g, (_all, letter: string) => letter.toUpperCase());
}

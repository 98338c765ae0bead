import { type EnumerationName, enumerations } from '../../../schemas/manifest/enumerations.ts';
import { type ValueFacts, valueFacts } from '../../../schemas/manifest/valueFacts.ts';
import { fillBlanks, fillText } from './blanks.ts';
import type { Located, LocatedEntry } from './located.ts';
import { listValues } from './schemaWalk.ts';

/** What an entry with `each` stands for. */
export interface Each {
  readonly enumeration: string;
  /** Those of the enumeration; undefined: there is no such enumeration. */
  readonly values: readonly string[] | undefined;
}

/** Undefined for entries without `each`. */
export function readEach(entries: ReadonlyMap<string, LocatedEntry> | undefined): Each | undefined {
  const each = entries?.get('each');
  if (!each) return undefined;
  const enumeration = String(each.value.scalar);
  if (!Object.hasOwn(enumerations, enumeration)) return { enumeration, values: undefined };
  const rows = valueFacts[enumeration as EnumerationName];
  const values = rows?.keys() ?? listValues(enumerations[enumeration as EnumerationName]) ?? [];
  return { enumeration, values: [...values].map(String) };
}

/**
 * What the row of a value says, and its label; of enumerations without rows these alone:
 * `COLD_WATER_METER` → `coldWaterMeter`.
 */
export function factsOfEach(enumeration: string, value: string): ValueFacts {
  const rows = valueFacts[enumeration as EnumerationName];
  const label = `enums:${enumeration}.${value}`;
  return { ...(rows?.get(value) ?? { id: idOfEach(value) }), label };
}

/** A member that is for one value alone: values are in capitals, members never. */
export function isOneOfEach(member: string): boolean {
  return /^[A-Z]/.test(member);
}

/** Whether a value of some enumeration is a row. */
export function isRow(value: string): boolean {
  return Object.values(valueFacts).some((rows) => rows.has(value));
}

/** Whether the entry for a value is called so, whatever the enumeration is. */
export function isCalled(value: string, id: string, key: string): boolean {
  const rows = Object.values(valueFacts).flatMap((one) => one.get(value) ?? []);
  return [{ id: idOfEach(value) }, ...rows].some((facts) => idOfOne(key, facts) === id);
}

/** What the entry for one value is called: the key with what the row says, or as the row calls it. */
export function idOfOne(key: string, facts: ValueFacts): string {
  return key.includes('<') ? fillText(key, new Map(Object.entries(facts))) : facts.id;
}

function idOfEach(value: string): string {
  return value.toLowerCase().replaceAll(/_+(\w)/g, (_all, letter: string) => letter.toUpperCase());
}

/** `$each` is the value, and `$each.<fact>` what its row says, which within texts and keys is <fact>. */
export function substitute(located: Located, value: string, facts: ValueFacts): Located {
  return fillBlanks(fill(located, value, facts), new Map(Object.entries(facts)));
}

function fill(located: Located, value: string, facts: ValueFacts): Located {
  const { scalar } = located;
  if (typeof scalar === 'string' && scalar.startsWith('$each')) {
    const known = scalar === '$each' ? value : facts[scalar.slice('$each.'.length)];
    // What isn't known stays, for the checks to report.
    return known === undefined ? located : { ...located, scalar: known };
  }
  if (located.items) {
    return { ...located, items: located.items.map((item) => fill(item, value, facts)) };
  }
  if (!located.entries) return located;
  const entries = [...located.entries].map(([key, entry]): [string, LocatedEntry] => [
    key,
    { ...entry, value: fill(entry.value, value, facts) },
  ]);
  return { ...located, entries: new Map(entries) };
}

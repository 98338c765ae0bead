import { type EnumerationName, enumerations } from '../../../schemas/manifest/enumerations.ts';
import type { LocatedEntry } from '../ground/located.ts';
import { listValues } from '../ground/schemaWalk.ts';

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
  const values = listValues(enumerations[enumeration as EnumerationName]) ?? [];
  return { enumeration, values: values.map(String) };
}

/** A member that is for one value alone: values are in capitals, members never. */
export function isOneOfEach(member: string): boolean {
  return /^[A-Z]/.test(member);
}

/** The id of the entry for a value: `COLD_WATER_METER` → `coldWaterMeter`. */
export function idOfEach(value: string): string {
  return value.toLowerCase().replaceAll(/_+(\w)/g, (_all, letter: string) => letter.toUpperCase());
}

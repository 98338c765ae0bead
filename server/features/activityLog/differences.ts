import type { z } from 'zod';
import { type LoggedValue, listed, logFields } from './loggedValues.ts';

/** What something was and is; what is left out, it had or has none of. */
export interface Difference {
  readonly before?: LoggedValue;
  readonly after?: LoggedValue;
}
/** The same of some of several objects, by their ids. */
export type DifferenceOf = Difference & { readonly of: string };

/** Objects by their ids. */
export type Objects = ReadonlyMap<number | string, object>;

/**
 * What of some objects is another now, field by field, as far as the log may say it (loggedValues.ts). Those
 * that were changed alike are told together.
 */
export function tellDifferences(
  schema: Pick<z.ZodObject, 'shape'>,
  before: Objects,
  after: Objects,
): Record<string, Difference | DifferenceOf[]> {
  const ids = [...new Set([...before.keys(), ...after.keys()])];
  const fieldsOf = (objects: Objects, id: number | string) => {
    const known = Object.entries(objects.get(id) ?? {}).filter(([name]) => name in schema.shape);
    return logFields(schema, Object.fromEntries(known));
  };
  const groups = new Map<string, Map<string, (number | string)[]>>();
  for (const id of ids) {
    const [was, is] = [fieldsOf(before, id), fieldsOf(after, id)];
    for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
      if (was[name] === is[name]) continue;
      const alike = groups.get(name) ?? new Map<string, (number | string)[]>();
      // Undefined isn't written.
      const key = JSON.stringify({ before: was[name], after: is[name] } satisfies Loose);
      groups.set(name, alike.set(key, [...(alike.get(key) ?? []), id]));
    }
  }
  const logged = [...groups].map(([name, alike]) => [name, toDifferences(alike, ids.length)]);
  return Object.fromEntries(logged);
}

type Loose = { [Key in keyof Difference]: LoggedValue | undefined };

function toDifferences(
  alike: ReadonlyMap<string, readonly (number | string)[]>,
  objects: number,
): Difference | DifferenceOf[] {
  const all = [...alike].map(([key, ids]) => ({ difference: JSON.parse(key) as Difference, ids }));
  const [first] = all;
  if (first?.ids.length === objects) return first.difference;
  return all.map(({ difference, ids }) => ({ ...difference, of: listed(ids) }));
}

/** Each of the fields that is another now, for entries of what is no secret, texts included. */
export function tellChanges<Row extends object>(
  before: Partial<Row>,
  after: Partial<Row>,
  fields: readonly (keyof Row & string)[],
): Record<string, Difference> {
  const write = (value: unknown) => (Array.isArray(value) ? value.join(' ') : `${value ?? ''}`);
  const logged = fields
    .map((field) => [field, write(before[field]), write(after[field])] as const)
    .filter(([, was, is]) => was !== is)
    .map(([field, was, is]) => [field, { ...(was && { before: was }), ...(is && { after: is }) }]);
  return Object.fromEntries(logged);
}

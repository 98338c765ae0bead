import type { z } from 'zod';
import { type Fault, suggest } from '../ground/faults.ts';
import { faultAt, findLocated, type Located, toValue } from '../ground/located.ts';
import {
  definitionOf,
  describeSchema,
  describeValue,
  findOption,
  likelyOption,
  listValues,
  memberSchema,
  unwrap,
} from '../ground/schemaWalk.ts';

type Issue = z.core.$ZodIssue;

const fitting = new WeakMap<Located, Map<z.ZodType, unknown>>();

/**
 * Parses a file by its schema. Undefined when it doesn't fit, with each misfit as a fault. What fits
 * is kept: the same file stands in several markets, before and after all has come along.
 */
export function checkShape<Schema extends z.ZodType>(
  schema: Schema,
  located: Located,
  faults: Fault[],
): z.output<Schema> | undefined {
  const known = fitting.get(located) ?? new Map<z.ZodType, unknown>();
  if (known.has(schema)) return known.get(schema) as z.output<Schema>;
  const value = toValue(located);
  const result = schema.safeParse(value);
  if (result.success) {
    fitting.set(located, known.set(schema, result.data));
    return result.data;
  }
  for (const issue of dropFollowing(result.error.issues))
    faults.push(...explain(issue, schema, located, value));
  return undefined;
}

function explain(issue: Issue, schema: z.ZodType, located: Located, root: unknown): Fault[] {
  const { path } = issue;
  const value = valueAt(root, path);
  const inner = issuesOfOption(issue, schema, root, value);
  if (inner) return inner.flatMap((one) => explain(one, schema, located, root));
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(schema, root, path);
    const expected = known.length > 0 ? `one of the keys ${quote(known)}` : 'no key';
    return issue.keys.map((key) => {
      const message = `expected ${expected}, found "${key}"${suggest(key, known)}`;
      return faultAt(located, [...path, key], message, { atKey: true });
    });
  }
  if (issue.code === 'invalid_key') {
    const expected = issue.issues[0]?.message ?? 'another key';
    const message = `${expected}, found "${String(path.at(-1))}"`;
    return [faultAt(located, path, message, { atKey: true })];
  }
  if (value === undefined && path.length > 0) {
    const around = findLocated(located, path.slice(0, -1));
    if (around.isFaulty) return [];
    // In an override, what lacks its parts was rather meant for something that exists.
    if (around.addedBeside) {
      const key = String(path.at(-2));
      const message = explainAdded(key, around.addedBeside);
      return [faultAt(located, path.slice(0, -1), message, { atKey: true })];
    }
  }
  return [faultAt(located, path, explainValue(issue, schema, root, value))];
}

/** What is said of something that an override added and that can't stand by itself. */
export function explainAdded(key: string, beside: readonly string[]): string {
  return `the override changes "${key}", which isn't there${suggest(key, beside) || '.'} To add it, give all that it needs`;
}

/** A misspelt key is the mistake; that something is missing because of it is not another one. */
function dropFollowing(issues: readonly Issue[]): Issue[] {
  const placeOf = ({ path }: Issue) => JSON.stringify(path);
  const misspelt = new Map(
    issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys' ? [[placeOf(issue), issue.keys] as const] : [],
    ),
  );
  const isMeant = ({ path }: Issue) => {
    const keys = misspelt.get(JSON.stringify(path.slice(0, -1))) ?? [];
    return path.length > 0 && keys.some((key) => suggest(key, [path.at(-1)]) !== '');
  };
  return issues.filter(
    (issue) => (issue.code !== 'custom' || !misspelt.has(placeOf(issue))) && !isMeant(issue),
  );
}

/** What is wrong with a value that can only be meant as one of the options of a union. */
function issuesOfOption(
  issue: Issue,
  schema: z.ZodType,
  root: unknown,
  value: unknown,
): Issue[] | undefined {
  if (issue.code !== 'invalid_union' || issue.discriminator || value === undefined)
    return undefined;
  const wanted = schemaAt(schema, root, issue.path);
  const union = wanted && unwrap(wanted);
  const option = union && likelyOption(union, value);
  if (!union || !option) return undefined;
  const at = (definitionOf(union).options ?? []).findIndex((one) => one === option);
  // Their paths begin at the union.
  const inner = issue.errors[at]?.map((one) => ({ ...one, path: [...issue.path, ...one.path] }));
  return inner && dropFollowing(inner);
}

function explainValue(issue: Issue, schema: z.ZodType, root: unknown, value: unknown): string {
  const found = `found ${describeValue(value)}`;
  if (issue.code === 'invalid_union' && issue.discriminator) {
    const options = (issue as { options?: unknown[] }).options ?? [];
    return `expected one of ${quote(options)}, ${found}${suggest(value, options)}`;
  }
  const wanted = schemaAt(schema, root, issue.path);
  if (issue.code === 'custom') return issue.message;
  if (issue.code === 'invalid_format' && issue.message.startsWith('expected')) {
    return `${issue.message}, ${found}`;
  }
  if (issue.code === 'too_big' || issue.code === 'too_small') {
    const bound =
      issue.code === 'too_big' ? `at most ${issue.maximum}` : `at least ${issue.minimum}`;
    return `expected ${bound}, ${found}`;
  }
  if (!wanted) return `${issue.message}, ${found}`;
  const suggestion = suggest(value, listValues(wanted) ?? []);
  return `expected ${describeSchema(wanted)}, ${found}${suggestion}`;
}

function schemaAt(
  schema: z.ZodType,
  root: unknown,
  path: readonly PropertyKey[],
): z.ZodType | undefined {
  let found: z.ZodType | undefined = schema;
  let value = root;
  for (const key of path) {
    found = found && memberSchema(found, value, key);
    value = valueAt(value, [key]);
  }
  return found;
}

function keysAt(schema: z.ZodType, root: unknown, path: readonly PropertyKey[]): string[] {
  const found = schemaAt(schema, root, path);
  if (!found) return [];
  const bare = unwrap(found);
  const option = definitionOf(bare).type === 'union' ? findOption(bare, valueAt(root, path)) : bare;
  return option ? Object.keys(definitionOf(unwrap(option)).shape ?? {}) : [];
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

function quote(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ');
}

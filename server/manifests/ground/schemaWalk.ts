import type { z } from 'zod';
import { shortForms } from '../../../schemas/manifest/language.ts';
import { references } from '../../../schemas/manifest/references.ts';
import { factOf } from './facts.ts';

/** Looking into zod schemas: what a value at some place has to be. */

type Inner = z.ZodType & { readonly _zod: { readonly def: SchemaDefinition } };

export interface SchemaDefinition {
  readonly type: string;
  readonly innerType?: Inner;
  readonly getter?: () => Inner;
  readonly shape?: Readonly<Record<string, Inner>>;
  readonly keyType?: Inner;
  readonly valueType?: Inner;
  readonly element?: Inner;
  readonly options?: readonly Inner[];
  readonly discriminator?: string;
  readonly entries?: Readonly<Record<string, string | number>>;
  readonly values?: readonly unknown[];
  readonly out?: Inner;
  readonly format?: string;
}

const wrappers = new Set([
  'optional',
  'nullable',
  'default',
  'prefault',
  'readonly',
  'nonoptional',
]);

export function definitionOf(schema: z.ZodType): SchemaDefinition {
  return (schema as Inner)._zod.def;
}

const unwrapped = new WeakMap<z.ZodType, z.ZodType>();

/** Without `optional`, `nullable`, defaults and laziness. */
export function unwrap(schema: z.ZodType): z.ZodType {
  const known = unwrapped.get(schema);
  if (known) return known;
  const bare = unwrapOnce(schema);
  const innermost = bare === schema ? schema : unwrap(bare);
  unwrapped.set(schema, innermost);
  return innermost;
}

function unwrapOnce(schema: z.ZodType): z.ZodType {
  const { type, innerType, getter, out } = definitionOf(schema);
  if (wrappers.has(type) && innerType) return innerType;
  if (type === 'lazy' && getter) return getter();
  return type === 'pipe' && out ? out : schema;
}

const found = new WeakMap<object, Map<z.ZodType, z.ZodType | undefined>>();

/**
 * The option of a union that a value belongs to, by its form, its discriminator or by fitting. Kept
 * for objects, which nobody changes: each is looked at by one step of the compiler after the other.
 */
export function findOption(union: z.ZodType, value: unknown): z.ZodType | undefined {
  if (typeof value !== 'object' || value === null) return chooseOption(union, value);
  const options = found.get(value) ?? new Map<z.ZodType, z.ZodType | undefined>();
  found.set(value, options);
  if (!options.has(union)) options.set(union, chooseOption(union, value));
  return options.get(union);
}

function chooseOption(union: z.ZodType, value: unknown): z.ZodType | undefined {
  const { discriminator } = definitionOf(union);
  const options = listOptions(union, value);
  if (options.length === 1) return options[0];
  if (!discriminator) {
    const fitting = options.find((option) => option.safeParse(value).success);
    return fitting ?? likelyOption(union, value);
  }
  const tag = (value as Record<string, unknown> | null)?.[discriminator];
  return options.find((option) => {
    const member = definitionOf(unwrap(option)).shape?.[discriminator];
    return member?.safeParse(tag).success;
  });
}

/** The options that a value can be meant as: what is written short is not meant whole. */
export function listOptions(union: z.ZodType, value: unknown): readonly z.ZodType[] {
  const { options = [] } = definitionOf(union);
  const short = factOf(shortForms, union);
  if (!short) return options;
  return short.isShort(value) ? options.slice(0, 1) : options.slice(1);
}

/** The one option that a value which fits none is rather meant as: of its kind, with one of its keys. */
export function likelyOption(union: z.ZodType, value: unknown): z.ZodType | undefined {
  const options = listOptions(union, value);
  if (options.length === 1) return options[0];
  const alike = options.filter((option) => takesKind(option, value));
  if (alike.length === 1 || typeof value !== 'object' || value === null) {
    return alike.length === 1 ? alike[0] : undefined;
  }
  const named = alike.filter((option) => listNeeded(option).some((name) => name in value));
  return named.length === 1 ? named[0] : undefined;
}

/** Whether a schema is of values of this kind at all: objects, lists, texts and so on. */
function takesKind(schema: z.ZodType, value: unknown): boolean {
  const bare = unwrap(schema);
  const { type, options = [], values = [] } = definitionOf(bare);
  const isList = Array.isArray(value);
  if (type === 'union') return options.some((option) => takesKind(option, value));
  if (type === 'object' || type === 'record') return typeof value === 'object' && !isList;
  if (type === 'array') return isList;
  if (type === 'literal') return values.some((one) => typeof one === typeof value);
  if (type === 'enum') return typeof value === 'string';
  if (type === 'null') return value === null;
  return !['string', 'number', 'boolean'].includes(type) || typeof value === type;
}

/** The schema of a member of `value`; undefined where nothing is said about it. */
export function memberSchema(
  schema: z.ZodType,
  value: unknown,
  key: PropertyKey,
): z.ZodType | undefined {
  const bare = unwrap(schema);
  const { type, shape, valueType, element } = definitionOf(bare);
  if (type === 'object') {
    const name = String(key);
    return shape && Object.hasOwn(shape, name) ? shape[name] : undefined;
  }
  if (type === 'record') return valueType;
  if (type === 'array') return element;
  if (type !== 'union') return undefined;
  const option = findOption(bare, value);
  return option && memberSchema(option, value, key);
}

/** The names of an enum or literal; undefined for anything else. */
export function listValues(schema: z.ZodType): unknown[] | undefined {
  const { type, entries, values, options } = definitionOf(unwrap(schema));
  if (type === 'enum' && entries) return Object.values(entries);
  if (type === 'literal' && values) return [...values];
  if (type !== 'union' || !options) return undefined;
  const lists = options.map(listValues);
  return lists.every((list) => list !== undefined) ? lists.flat() : undefined;
}

/** The members that an object has to have. */
function listNeeded(schema: z.ZodType): string[] {
  return Object.entries(definitionOf(unwrap(schema)).shape ?? {})
    .filter(([, member]) => !member.safeParse(undefined).success)
    .map(([name]) => name);
}

/** More names than these are better looked up in the editor. */
const maxListed = 8;

/** What a schema expects, in words that follow "expected". */
export function describeSchema(schema: z.ZodType): string {
  const bare = unwrap(schema);
  const description = references.get(bare)?.description;
  if (description) return description;
  const definition = definitionOf(bare);
  const values = listValues(bare);
  if (values) {
    const listed = values.slice(0, maxListed).map((value) => JSON.stringify(value));
    const words = [...listed, ...(values.length > maxListed ? ['…'] : [])].join(', ');
    return values.length === 1 ? words : `one of ${words}`;
  }
  if (definition.type === 'union') {
    const kinds = [
      ...new Set((definition.options ?? []).map((option) => describeKind(bare, option))),
    ];
    return kinds.join(', or ');
  }
  if (definition.type === 'object' && definition.shape) {
    const needed = listNeeded(bare).map((name) => `"${name}"`);
    return needed.length > 0 ? `an object with ${needed.join(', ')}` : 'an object';
  }
  if (definition.type === 'string' && definition.format === 'url') return 'a web address';
  const words: Record<string, string> = {
    string: 'a text',
    number: 'a number',
    boolean: 'true or false',
    array: 'a list',
    record: 'an object',
  };
  return words[definition.type] ?? definition.type;
}

/** An option as it stands beside the others: of many objects, what they need is what tells them apart. */
function describeKind(union: z.ZodType, option: z.ZodType): string {
  const { discriminator, options = [] } = definitionOf(union);
  if (!discriminator || options.length <= maxDescribed) return describeSchema(option);
  const tags = options.flatMap((one) => {
    const member = definitionOf(unwrap(one)).shape?.[discriminator];
    return (member && listValues(member)) ?? [];
  });
  const listed = tags.slice(0, maxListed).map((tag) => JSON.stringify(tag));
  const more = tags.length > maxListed ? ', …' : '';
  return `an object whose "${discriminator}" is one of ${listed.join(', ')}${more}`;
}

/** More objects than these are told by their discriminator alone. */
const maxDescribed = 3;

/** A value as a fault shows it, shortened. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

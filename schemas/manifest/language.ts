import { z } from 'zod';

/**
 * What the manifest language is made of beyond types. Each fact stands where its schema is made, and
 * the compiler's one walk reads it: checking, layering, pruning, compiling and the tools know no list
 * of members of their own.
 */

export interface MapFacts {
  /** What one of its parts is called in words. */
  readonly noun: string;
  /** When none of its parts is left, the map alone goes, or the whole thing that it belongs to. */
  readonly whenEmpty: 'drop' | 'close';
  /** Its parts are resolved once per row of the source, or for all selected rows. */
  readonly rows?: 'each' | 'selected';
  /** An entry with `each` stands for one per value of an enumeration. */
  readonly repeats?: true;
}

declare const partsBrand: unique symbol;
/** The type of a map of parts, which tells it from plain records. */
export type Parts<Item> = Record<string, Item> & { readonly [partsBrand]?: never };
/** The item of a map of parts; never for anything else. */
export type PartOf<Map> = typeof partsBrand extends keyof Map
  ? Map extends Record<string, infer Item>
    ? Item
    : never
  : never;

/** Maps of parts by their schema. What is kept here has parts with rules of their own. */
export const partMaps = z.registry<MapFacts>();

/** Keys of maps whose entries overrides can address. */
export const idSchema = z
  .string()
  .regex(/^[a-z][a-zA-Z0-9-]{0,60}$/, 'expected an id: a letter, then letters, digits or hyphens');

/**
 * A map of parts keyed by id, in the order of the file. Overrides address its entries, access rules
 * take them away. There is no other way to make one: a record of objects that isn't made here is not
 * sent, and a test says so.
 */
export function partsOf<Item extends z.ZodType>(item: Item, facts: MapFacts) {
  return mapOf(idSchema, item, facts);
}

/** The same with keys of another kind, such as route names or the fields of a schema. */
export function mapOf<Item extends z.ZodType>(
  key: z.ZodString,
  item: Item,
  facts: MapFacts,
): z.ZodType<Parts<z.output<Item>>, Record<string, z.input<Item>>> {
  const schema = z.record(key, item);
  partMaps.add(schema, facts);
  return schema as never;
}

/** Records that hold plain values, such as the parameters of a call. */
export const plainRecords = z.registry<{ readonly plain: true }>();

export function plainRecord<Key extends z.core.$ZodRecordKey, Item extends z.ZodType>(
  key: Key,
  item: Item,
) {
  const schema = z.record(key, item);
  plainRecords.add(schema, { plain: true });
  return schema;
}

export interface ShortForm {
  readonly isShort: (value: unknown) => boolean;
  readonly toWhole: (value: never) => unknown;
}

/** Unions of a short way to write something, which comes first, and the whole ones. */
export const shortForms = z.registry<ShortForm>();

/**
 * What can be written short or whole; the compiler writes it out, so behind it there is only the
 * whole form, which is what the type says.
 */
export function shortOr<Whole extends z.ZodType, Short extends z.ZodType>(
  whole: Whole,
  short: Short,
  toWhole: (value: z.output<Short>) => Partial<z.input<Whole>>,
): z.ZodType<z.output<Whole>, z.input<Whole> | z.input<Short>> {
  const schema = z.union([short, whole]);
  shortForms.add(schema, { isShort: (value) => typeof value !== 'object', toWhole });
  return schema as never;
}

/** Members that may be left out in a file, because the compiler knows what they are then. */
export const filledMembers = z.registry<{ readonly filled: true }>();

/** Optional members that alone are left out where their calls may not be made. Any other such call takes its whole part away. */
export const droppableMembers = z.registry<{ readonly droppable: true }>();

/** Members that come along by themselves, and from where, in words that follow "from". */
export const origins = z.registry<{ readonly from: string }>();

export function comesAlong<Schema extends z.ZodType>(schema: Schema, from: string): Schema {
  origins.add(schema, { from });
  return schema;
}

/** Left out, it comes along from what is known: behind the compiler it is always there. */
export function filled<Schema extends z.ZodType>(
  schema: Schema,
  from: string,
): z.ZodType<z.output<Schema>, z.input<Schema> | undefined> {
  const optional = comesAlong(schema.optional(), from);
  filledMembers.add(optional, { filled: true });
  return optional as never;
}

/** What comes along from a schema unless `false` takes it away; the compiler takes `false` out. */
export function orNone<Schema extends z.ZodType>(
  schema: Schema,
  from: string,
): z.ZodOptional<z.ZodType<z.output<Schema>, z.input<Schema> | false>> {
  return comesAlong(z.union([schema, z.literal(false)]).optional(), from) as never;
}

/** Schemas whose value an override replaces as a whole instead of merging into it. */
export const replacedWhole = z.registry<{ readonly replaced: true }>();

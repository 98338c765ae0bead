import { z } from 'zod';
import { linePattern } from './line.ts';

/**
 * What schemas know of their entities and fields beyond their types, said once beside them, so that
 * manifests needn't say it again: how a value is written, which field names a row, what it refers to.
 * A field's label is the text `fields:<Entity>.<field>`.
 */

/** How a value is written on a screen. */
export type FieldFormat =
  | {
      readonly as:
        | 'text'
        | 'integer'
        | 'bytes'
        | 'date'
        | 'datetime'
        | 'severity'
        | 'coverage'
        | 'bars';
    }
  | {
      readonly as: 'quantity';
      /** The field beside it that holds the unit, or one that is always the same. */
      readonly unit?: string | { readonly fixed: string };
      readonly decimals?: number;
    }
  | { readonly as: 'percent'; readonly signed?: true }
  | { readonly as: 'enumeration'; readonly of: string };

/** By field schema. Dates, instants and enumerations are known by their types and need no entry. */
export const fieldFormats = z.registry<FieldFormat>();

/** A field schema that says how its values are written. */
export function writtenAs<Schema extends z.ZodType>(schema: Schema, format: FieldFormat): Schema {
  fieldFormats.add(schema, format);
  return schema;
}

/** A name, or another text of one line, as somebody enters it. */
export const lineSchema = z
  .string()
  .trim()
  .regex(
    linePattern,
    'expected one line without line breaks, control characters and marks that turn the writing direction',
  );

/** Texts whose outer spaces mean something; those of all others are trimmed, as forms do. */
export const keptAsTyped = z.registry<{ readonly why: string }>();

/**
 * Fields, of the type that may be null or left out, that are told to an account's owner alone:
 * whoever looks at the account is answered as though there were nothing.
 */
export const ownersAlone = z.registry<{ readonly why: string }>();

/** A field schema that is told to the owner alone, for a reason. */
export function forOwnerAlone<Schema extends z.ZodType>(schema: Schema, why: string): Schema {
  ownersAlone.add(schema, { why });
  return schema;
}

export interface EntityFacts {
  /** The first part of its fields' label keys; also its name in the OpenAPI document. */
  readonly name: string;
  /** The entity whose fields it has too: what has no label of its own is called as there. */
  readonly like?: string;
  /** The field that tells rows apart. */
  readonly key?: string;
  /** The field that a person calls it by. */
  readonly title?: string;
  /** Parameters of calls and routes that a row gives, with the field that holds each. */
  readonly references?: Readonly<Record<string, string>>;
  /** For figures side by side: which field is what. */
  readonly figures?: {
    readonly label: string;
    readonly value: string;
    readonly change?: string;
    /** A list of the same figure over time. */
    readonly trend?: string;
    readonly status?: string;
    /** What it is known by. */
    readonly coverage?: string;
  };
  /** For calendars: the local day, what is counted on it, how many of it are new, how urgent it is. */
  readonly calendar?: {
    readonly day: string;
    readonly count: string;
    readonly added?: string;
    readonly severity?: string;
  };
  /** For maps. */
  readonly place?: {
    readonly latitude: string;
    readonly longitude: string;
    readonly description?: readonly string[];
    /** By which a search finds it, too. */
    readonly foundBy?: readonly string[];
    readonly severity?: string;
  };
}

/** By object schema. */
export const entities = z.registry<EntityFacts>();
const byName = new Map<string, EntityFacts>();

export function findEntity(name: string): EntityFacts | undefined {
  return byName.get(name);
}

/** An object schema with its facts. */
export function entity<Schema extends z.ZodType>(schema: Schema, facts: EntityFacts): Schema {
  const named = schema.meta({ ...schema.meta(), id: facts.name });
  entities.add(named, facts);
  byName.set(facts.name, facts);
  return named;
}

import type { z } from 'zod';
import {
  type EntityFacts,
  entities,
  type FieldFormat,
  fieldFormats,
  findEntity,
} from '../../../schemas/fields.ts';
import {
  type FormSchemaName,
  formDefaults,
  formSchemas,
} from '../../../schemas/forms/formSchemas.ts';
import { enumerations } from '../../../schemas/manifest/enumerations.ts';
import { factOf } from './facts.ts';
import { definitionOf, unwrap } from './schemaWalk.ts';
import { memberOf } from './walk.ts';

/** What the schemas know of the fields that manifests show. */

export interface KnownField {
  /** Locale keys that may hold its label, the nearest first. */
  readonly labels: readonly string[];
  readonly format: FieldFormat | undefined;
}

export function factsOf(schema: z.ZodType | undefined): EntityFacts | undefined {
  return schema && factOf(entities, unwrap(schema));
}

/** What is known of the field at a dotted path of an entity. */
export function describeField(schema: z.ZodType, path: string): KnownField | undefined {
  let owner = unwrap(schema);
  let field: z.ZodType | undefined;
  let name = '';
  for (const key of path.split('.')) {
    if (field) owner = unwrap(field);
    field = memberOf(definitionOf(owner), key);
    if (!field) return undefined;
    name = key;
  }
  return field && { labels: listLabels(owner, name), format: formatOf(field) };
}

/** The keys of a field's label: of its entity, then of the one that it shares labels with. */
function listLabels(owner: z.ZodType, field: string): string[] {
  const labels: string[] = [];
  for (let facts = factsOf(owner); facts; facts = findEntity(facts.like ?? '')) {
    labels.push(`fields:${facts.name}.${field}`);
  }
  return labels;
}

/** As its schema says, else as its type shows. */
function formatOf(field: z.ZodType): FieldFormat | undefined {
  for (let schema: z.ZodType | undefined = field; schema; schema = innerOf(schema)) {
    const said = factOf(fieldFormats, schema);
    if (said) return said;
  }
  const bare = unwrap(field);
  const of = enumerationOf(bare);
  if (of === 'urgency') return { as: 'severity' };
  if (of) return { as: 'enumeration', of };
  const { format } = definitionOf(bare);
  if (format === 'date') return { as: 'date' };
  return format === 'datetime' ? { as: 'datetime' } : undefined;
}

function innerOf(schema: z.ZodType): z.ZodType | undefined {
  return definitionOf(schema).innerType;
}

const names = new WeakMap<z.ZodType, { readonly name: string | undefined }>();

/** The name of the enumeration that a schema is, described anew or not. */
export function enumerationOf(schema: z.ZodType): string | undefined {
  const kept = names.get(schema) ?? { name: nameOf(schema) };
  names.set(schema, kept);
  return kept.name;
}

function nameOf(schema: z.ZodType): string | undefined {
  const ancestors = new Set<unknown>();
  let one: z.core.$ZodType | undefined = unwrap(schema);
  while (one) {
    ancestors.add(one);
    one = one._zod.parent;
  }
  return Object.entries(enumerations).find(([, known]) => ancestors.has(known))?.[0];
}

const defaultsBySchema = new Map<z.ZodType | undefined, object>(
  Object.entries(formDefaults).map(([name, values]) => [
    formSchemas[name as FormSchemaName],
    values,
  ]),
);

/** What a field begins with, as the form's schema knows it; what begins empty needs no default. */
export function findDefault(schema: z.ZodType | undefined, field: string): unknown {
  const value: unknown = Object.entries(defaultsBySchema.get(schema) ?? {}).find(
    ([name]) => name === field,
  )?.[1];
  return typeof value === 'object' ? undefined : value;
}

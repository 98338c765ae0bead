import { createHash } from 'node:crypto';
import type {
  CompiledField,
  CompiledForm,
  CompiledSection,
  JsonSchema,
} from '../../../schemas/manifest/compiledForm.ts';
import type { EnumerationName } from '../../../schemas/manifest/enumerations.ts';
import type { FormField, FormFile } from '../../../schemas/manifest/form.ts';
import { findEnumeration, groupChoices, selectChoices } from '../../forms/groupChoices.ts';
import { innerSchema, readFormSchema } from '../../forms/jsonSchema.ts';
import type { MarketForm } from './manifestSet.ts';
import { type Allowance, keptValue, prune } from './prune.ts';

/** Is told of each schema, whose validators the browser will ask for by this name. */
export type KeepSchema = (name: string, schema: JsonSchema) => void;

/** Whether the market offers a value of an enumeration. */
type Offers = (enumeration: EnumerationName, value: string) => boolean;

/** A form for a session: its schema narrowed to the fields that the form shows to it. */
export function compileForm(
  id: string,
  { parts }: MarketForm,
  { allowance, offers }: { readonly allowance: Allowance; readonly offers: Offers },
  keepSchema: KeepSchema,
): CompiledForm {
  // What is left of a form has the shape that its file had.
  const file = keptValue(prune(parts, allowance)) as unknown as FormFile;
  const whole = readFormSchema(file.schema as Parameters<typeof readFormSchema>[0]);
  // Of a form all of whose fields were pruned nothing is left here.
  const { schema, fields } = compileFields(whole, file.fields ?? {}, offers);
  const used = new Set(fields.map(({ section }) => section));
  const sections = Object.entries(file.sections ?? {})
    .filter(([name], at) => used.has(name) || (at === 0 && used.has(undefined)))
    .map(([name, section]): CompiledSection => ({ id: name, ...section }));
  const name = nameSchema(schema);
  keepSchema(name, schema);
  const validator = `/api/manifest/validators/${name}.js`;
  return { id, schema, display: file.display, sections, fields, validator };
}

function compileFields(
  whole: JsonSchema,
  given: Readonly<Record<string, FormField>>,
  offers: Offers,
): { schema: JsonSchema; fields: CompiledField[] } {
  const shown = Object.entries(given);
  const properties: Record<string, JsonSchema> = {};
  const fields: CompiledField[] = [];
  for (const [name, field] of shown) {
    const own = whole.properties?.[name];
    // The checker has said so; a form that lacks a field is better than none.
    if (!own) continue;
    const inner = innerSchema(own);
    const nested = field.fields && inner && compileFields(inner, field.fields, offers);
    const shaped = narrow(nested ? replaceInner(own, nested.schema) : own, field);
    const narrowed = dropUnoffered(shaped, field, offers);
    properties[name] = narrowed;
    fields.push(describeField(name, field, narrowed, nested?.fields));
  }
  const required = shown
    .filter(([name, field]) => isAlwaysRequired(field) || whole.required?.includes(name))
    .map(([name]) => name);
  const schema = { type: 'object', properties, required, additionalProperties: false };
  return { schema, fields };
}

/** What shows only at times can be needed only then. */
function isAlwaysRequired({ required, visibleWhen }: FormField): boolean {
  return required === true && visibleWhen === undefined;
}

/** Keywords that mean the same in a form file and in JSON Schema. */
const bounds = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const;

function narrow(schema: JsonSchema, field: FormField): JsonSchema {
  // What must be there is not none, and a text not empty.
  const { nullable: _, ...present } = schema;
  const narrowed: Record<string, unknown> = field.required ? present : { ...schema };
  for (const bound of bounds) if (field[bound] !== undefined) narrowed[bound] = field[bound];
  if (field.decimals !== undefined) narrowed['multipleOf'] = Number(`1e-${field.decimals}`);
  if (field.required && schema.type === 'string' && !schema.enum) {
    narrowed['minLength'] = Math.max(1, Number(narrowed['minLength'] ?? 1));
  }
  // Specification §5: the dialling prefix must be given. ITU-T E.164: 15 digits at most.
  if (field.widget === 'phone') narrowed['pattern'] = '^\\+[1-9][0-9]{5,14}$';
  if (field.default !== undefined) narrowed['default'] = field.default;
  if (field.only) {
    if (schema.items) narrowed['items'] = { ...schema.items, enum: field.only };
    else narrowed['enum'] = field.only;
  }
  if (schema.items?.enum) narrowed['uniqueItems'] = true;
  return narrowed;
}

/** Without the values that the market doesn't offer. */
function dropUnoffered(schema: JsonSchema, field: FormField, offers: Offers): JsonSchema {
  const values = schema.enum ?? schema.items?.enum;
  const name = (field.enumeration ?? (values && findEnumeration(values))) as EnumerationName;
  const kept = values?.filter((value) => typeof value !== 'string' || offers(name, value));
  if (!kept || kept.length === values?.length) return schema;
  return schema.enum
    ? { ...schema, enum: kept }
    : { ...schema, items: { ...schema.items, enum: kept } };
}

function replaceInner(schema: JsonSchema, inner: JsonSchema): JsonSchema {
  return schema.properties ? { ...schema, ...inner } : { ...schema, items: inner };
}

function describeField(
  name: string,
  field: FormField,
  schema: JsonSchema,
  nested: CompiledField[] | undefined,
): CompiledField {
  const { label, help, placeholder, widget, width, section, readOnly, decimals, options } = field;
  const { visibleWhen, rules, initial, among, autocomplete, ahead, closed, noneIsAll } = field;
  const requiredWhen = field.required ? visibleWhen : field.requiredWhen;
  const values = schema.enum ?? schema.items?.enum;
  const enumeration = field.enumeration ?? (values && findEnumeration(values));
  return defined({
    name,
    label,
    width,
    help,
    placeholder,
    widget,
    section,
    initial,
    among,
    autocomplete,
    readOnly,
    decimals,
    ahead,
    closed,
    noneIsAll,
    options,
    visibleWhen,
    requiredWhen,
    enumeration,
    groups: field.grouped && values && groupChoices(values, enumeration),
    levels: field.levels && values && selectChoices(values, enumeration, field.levels),
    rules: rules && Object.values(rules),
    fields: nested,
  });
}

function defined<Value extends object>(
  value: {
    [Key in keyof Value]: Value[Key] | undefined;
  },
): Value {
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries) as Value;
}

/** Equal schemas have equal names, whoever's form they are of. */
function nameSchema(schema: JsonSchema): string {
  return createHash('sha256').update(JSON.stringify(schema)).digest('base64url').slice(0, 32);
}

import { isObject } from '../../../schemas/isObject.ts';
import type { CompiledForm, JsonSchema } from '../../../schemas/manifest/compiledForm.ts';
import { type BindingContext, resolveValue } from '../../core/bindings.ts';

/** What a form begins with: its source's answer, then what the browser knows, then its defaults. */
export function readInitial(
  { schema, fields }: Pick<CompiledForm, 'schema' | 'fields'>,
  answer: unknown,
  bindings: BindingContext,
): Record<string, unknown> {
  const known = fields.flatMap(({ name, initial }) => {
    const value = initial && resolveValue(initial, bindings);
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  const given = isObject(answer) ? answer : {};
  return pickInitial(schema, { ...Object.fromEntries(known), ...given });
}

/** What an object of a form begins with: of an answer only the fields that it has, else its defaults. */
function pickInitial(schema: JsonSchema, answer: unknown): Record<string, unknown> {
  const given = isObject(answer) ? answer : {};
  const entries = Object.entries(schema.properties ?? {}).flatMap(([name, own]) => {
    const value = pick(own, given[name]);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

function pick(schema: JsonSchema, value: unknown): unknown {
  if (schema.properties) {
    const picked = pickInitial(schema, value);
    return Object.keys(picked).length > 0 ? picked : undefined;
  }
  if (schema.items?.properties && Array.isArray(value)) {
    return value.map((one) => pickInitial(schema.items ?? {}, one));
  }
  // Of a field that may be none, null is an answer.
  const isAnswered = value !== undefined && (value !== null || schema['nullable'] === true);
  return isAnswered ? value : schema['default'];
}

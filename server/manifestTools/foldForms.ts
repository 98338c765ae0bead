import { isObject } from '../../schemas/isObject.ts';

type Json = unknown;

/**
 * A view of manifests for comparing: what a form's JSON Schema says of a field stands with the
 * field, and hashes, which differ with anything, are left out. So one edit is one difference.
 */
export function foldForms(value: Json): Json {
  if (Array.isArray(value)) return value.map(foldForms);
  if (!isObject(value)) return value;
  const folded = Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, foldForms(member)]),
  );
  if (!isObject(value['schema']) || !Array.isArray(value['fields'])) return folded;
  const { schema, validator: _hash, ...form } = folded;
  return { ...form, fields: foldFields(value['fields'], schema) };
}

function foldFields(fields: readonly Json[], schema: Json): Json[] {
  const { properties = {}, required = [] } = isObject(schema) ? schema : {};
  return fields.map((field) => {
    if (!isObject(field) || typeof field['name'] !== 'string') return field;
    const { name, fields: inner } = field;
    const own = isObject(properties) && isObject(properties[name]) ? properties[name] : {};
    const { properties: _properties, required: _required, items, ...said } = own;
    const isRequired = Array.isArray(required) && required.includes(name);
    const nested = Array.isArray(inner) && { fields: foldFields(inner, items ?? own) };
    const ofItems = !nested && items !== undefined && { items };
    return { ...said, ...ofItems, ...field, ...nested, ...(isRequired && { required: true }) };
  });
}

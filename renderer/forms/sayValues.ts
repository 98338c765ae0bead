import { getUiOptions, type RJSFSchema, type UiSchema } from '@rjsf/utils';

/**
 * What some fields of an object hold, in short, each once: choices by their labels, what is turned on by
 * the field's, anything else behind it. An empty field says its placeholder, else nothing.
 */
export function sayValues(
  fields: readonly string[],
  schema: RJSFSchema,
  uiSchema: UiSchema,
  data: Readonly<Record<string, unknown>>,
): string[] {
  const said = fields.map((name) => {
    const own = (schema.properties?.[name] ?? {}) as RJSFSchema;
    return sayValue(own, uiSchema[name] ?? {}, data[name]);
  });
  return [...new Set(said.filter((one) => one !== ''))];
}

function sayValue(schema: RJSFSchema, uiSchema: UiSchema, value: unknown): string {
  const { title = '', placeholder = '', enumNames } = getUiOptions(uiSchema);
  if (value === undefined || value === null || value === '') return placeholder;
  if (typeof value === 'boolean') return value ? title : '';
  if (typeof value === 'object') return '';
  const at = schema.enum?.indexOf(value as never) ?? -1;
  if (at < 0) return `${title}: ${value}`;
  return String((Array.isArray(enumNames) && enumNames[at]) || value);
}

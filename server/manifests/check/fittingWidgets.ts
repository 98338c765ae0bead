import type { JsonSchema } from '../../../schemas/manifest/compiledForm.ts';
import type { WidgetName } from '../../../schemas/manifest/form.ts';

const byFormat: Readonly<Record<string, readonly WidgetName[]>> = {
  date: ['date'],
  'date-time': ['datetime'],
  time: ['time'],
  email: ['email', 'text'],
  uri: ['url', 'text'],
};
const choosing: readonly WidgetName[] = ['select', 'radio'];
const byType: Readonly<Record<string, readonly WidgetName[]>> = {
  string: ['text', 'textarea', 'password', 'email', 'url', 'phone', 'color', 'date', 'time'],
  integer: ['updown', 'range', 'rating', 'text'],
  number: ['decimal', 'updown', 'range'],
  boolean: ['switch', 'checkbox', 'radio', 'select'],
};

/** The widgets that can fill in a value of a schema; the first is used when none is named. */
export function fittingWidgets(schema: JsonSchema, hasOptions: boolean): readonly WidgetName[] {
  if ((schema.items ?? schema).upload) return ['file'];
  if (schema.type === 'array') {
    if (schema.items?.enum) return ['multiselect', 'checkboxes', 'chips', 'hidden'];
    if (hasOptions) return ['multiselect', 'hidden'];
    if (schema.items?.properties) return ['hidden', 'chips'];
    return schema.items?.type === 'string' ? ['tags', 'hidden'] : ['hidden'];
  }
  if (isDateRange(schema)) return ['daterange'];
  if (schema.enum || hasOptions) return [...choosing, 'hidden'];
  const format = typeof schema['format'] === 'string' ? byFormat[schema['format']] : undefined;
  return [...(format ?? byType[String(schema.type)] ?? []), 'hidden'];
}

/** An object of a first and a last day. */
function isDateRange({ type, properties = {} }: JsonSchema): boolean {
  const members = Object.values(properties);
  const areDays = members.every((member) => member['format'] === 'date');
  return type === 'object' && members.length === 2 && areDays;
}

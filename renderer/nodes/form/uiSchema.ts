import type { UiSchema } from '@rjsf/utils';
import type {
  ChoiceGroup,
  CompiledField,
  JsonSchema,
} from '../../../schemas/manifest/compiledForm.ts';
import type { Text, Value } from '../../../schemas/manifest/references.ts';
import { labelOf, type Translate } from '../../core/text.ts';
import type { PasswordOptions } from '../../forms/wiring.ts';

interface Words {
  readonly text: (text: Text) => string;
  readonly t: Translate;
  readonly resolve: (value: Value) => unknown;
}

/** The names under which rjsf knows some widgets. */
const rjsfNames: Readonly<Record<string, string>> = { datetime: 'date-time', url: 'uri' };

/** How rjsf draws the fields of a form: labels in words, widgets, order and choices. */
export function buildUiSchema(
  fields: readonly CompiledField[],
  schema: JsonSchema,
  words: Words,
): UiSchema {
  const entries = fields.map((field) => {
    const own = schema.properties?.[field.name] ?? {};
    return [field.name, buildField(field, own, words)];
  });
  return { 'ui:order': [...fields.map(({ name }) => name), '*'], ...Object.fromEntries(entries) };
}

function buildField(field: CompiledField, schema: JsonSchema, words: Words): UiSchema {
  const { text, t, resolve } = words;
  const { label, help, placeholder, readOnly, width, options, enumeration, fields } = field;
  if (field.widget === 'chips') return buildChips(field, schema, words);
  const widget = options ? 'sourceSelect' : (field.widget ?? defaultWidget(schema));
  const values = schema.enum ?? schema.items?.enum;
  const names = enumeration && values?.map((value) => labelOf(enumeration, value, t));
  const inner = fields && buildUiSchema(fields, schema.items ?? schema, words);
  return {
    'ui:title': text(label),
    'ui:options': {
      width,
      ...passwordOptions(field, words),
      ...(field.autocomplete && { autocomplete: field.autocomplete }),
      ...(field.ahead && { ahead: true }),
      ...listOptions(field),
      ...(options && { from: options }),
      ...(field.among && { among: resolve(field.among) as unknown[] }),
      ...groupOptions(field, words),
    },
    ...(help && { 'ui:help': text(help) }),
    ...(placeholder && { 'ui:placeholder': text(placeholder) }),
    ...(readOnly && { 'ui:readonly': true }),
    // Two inputs for one object: a field, as rjsf calls it.
    ...(widget === 'daterange' && { 'ui:field': widget }),
    ...(widget && widget !== 'daterange' && { 'ui:widget': rjsfNames[widget] ?? widget }),
    ...(names && { 'ui:enumNames': names }),
    // Entries say their place themselves.
    ...(inner && (schema.items ? { items: { ...inner, 'ui:title': '' } } : inner)),
  };
}

/** Of a list whose entries come from elsewhere none is added, moved or removed. */
function listOptions({ closed }: CompiledField) {
  return closed ? { addable: false, orderable: false, removable: false } : {};
}

/** Entries of a list of objects are chosen by the first of their fields. */
function buildChips(field: CompiledField, schema: JsonSchema, words: Words): UiSchema {
  const { label, help, readOnly, noneIsAll, fields = [] } = field;
  const [choice] = fields;
  const { options, enumeration } = choice ?? field;
  const values = (choice ? schema.items?.properties?.[choice.name] : schema.items)?.enum;
  const names = enumeration && values?.map((value) => labelOf(enumeration, value, words.t));
  const inner = buildUiSchema(fields, schema.items ?? {}, words);
  return {
    'ui:title': words.text(label),
    'ui:field': options ? 'sourceChips' : 'chips',
    'ui:options': {
      ...(choice && { choice: choice.name }),
      ...(options && { from: options }),
      ...(noneIsAll && { noneIsAll }),
    },
    ...(help && { 'ui:help': words.text(help) }),
    ...(readOnly && { 'ui:readonly': true }),
    ...(names && { 'ui:enumNames': names }),
    ...(choice && {
      items: { ...inner, 'ui:title': '', [choice.name]: { 'ui:widget': 'hidden' } },
    }),
  };
}

/** The groups and ready selections of its choices. */
function groupOptions({ groups, levels }: CompiledField, { text }: Words) {
  const inWords = (some: readonly ChoiceGroup[]) =>
    some.map((group) => ({ ...group, label: text(group.label) }));
  return {
    ...(groups && { groups: inWords(groups) }),
    ...(levels && { levels: inWords(levels) }),
  };
}

/** Only of a password that is made up now one wants to know what it lacks. */
function passwordOptions({ rules }: CompiledField, { text, resolve }: Words): PasswordOptions {
  const strength = rules?.some(({ rule }) => rule === 'password') ?? false;
  const guessing = rules?.find(({ rule }) => rule === 'uncommon');
  if (!guessing) return { strength };
  const { params = [], message } = guessing;
  const names = Object.values(params)
    .map(resolve)
    .filter((name) => typeof name === 'string');
  return { strength, warning: { names, message: message && text(message) } };
}

function defaultWidget(schema: JsonSchema): string | undefined {
  if ((schema.items ?? schema).upload) return 'file';
  if (schema.enum) return 'select';
  if (schema.type === 'boolean') return 'switch';
  if (schema.type === 'integer') return 'updown';
  if (schema.type === 'number') return 'decimal';
  if (schema.type === 'array' && schema.items?.type === 'string') {
    return schema.items.enum ? 'multiselect' : 'tags';
  }
  return undefined;
}

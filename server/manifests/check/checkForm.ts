import type { z } from 'zod';
import type { FormSchemaName } from '../../../schemas/forms/formSchemas.ts';
import type { JsonSchema } from '../../../schemas/manifest/compiledForm.ts';
import { type FormField, type FormFile, formFileSchema } from '../../../schemas/manifest/form.ts';
import { ruleParams } from '../../../schemas/manifest/ruleParams.ts';
import type { RuleName } from '../../../schemas/rules.ts';
import { findEnumeration, groupsOf } from '../../forms/groupChoices.ts';
import { innerSchema, readFormSchema } from '../../forms/jsonSchema.ts';
import { type Fault, joinPath, suggest, suggestThree } from '../ground/faults.ts';
import { faultAt, type Located, toValue } from '../ground/located.ts';
import { describeValue } from '../ground/schemaWalk.ts';
import { checkDefaults, findOutside } from './checkDefaults.ts';
import { findIgnored } from './findIgnored.ts';
import { fittingWidgets } from './fittingWidgets.ts';

type Report = (path: readonly PropertyKey[], message: string, atKey?: boolean) => void;

/**
 * Checks that a form only narrows its schema: its fields exist, nothing that the schema asks for is
 * missing, no bound is wider, no choice is new, and each field can be filled in by its widget.
 */
export function checkForm(located: Located, name: FormSchemaName, faults: Fault[]): void {
  const parsed = formFileSchema.safeParse(toValue(located));
  // The shape check has said what is wrong.
  if (!parsed.success) return;
  const form = parsed.data;
  const report: Report = (path, message, atKey = false) =>
    faults.push(faultAt(located, path, message, { atKey }));
  const sections = Object.keys(form.sections ?? {});
  for (const [id, { section }] of Object.entries(form.fields)) {
    if (section === undefined || sections.includes(section)) continue;
    const message = `expected a section of this form, found "${section}"${suggest(section, sections)}`;
    report(['fields', id, 'section'], message);
  }
  checkPeriods(form, report);
  if (form.display === 'steps' && sections.length < 2) {
    report(['display'], 'expected at least two sections to step through');
  }
  for (const [id, { folded }] of Object.entries(form.sections ?? {})) {
    if (!folded || form.display !== 'steps') continue;
    report(
      ['sections', id, 'folded'],
      'expected a form without steps, which show one section',
      true,
    );
  }
  checkFields(readFormSchema(name), form.fields, ['fields'], report);
  const faulty = new Set(faults.map(({ path }) => path));
  // What a default is by itself has been told.
  checkDefaults(name, form, (path, message) => {
    if (!faulty.has(joinPath(path))) report(path, message);
  });
  for (const [id, message] of findIgnored(name, form.fields)) report(['fields', id], message, true);
}

/** Both days of a section's period are fields of it that take a day. */
function checkPeriods({ schema, sections = {}, fields }: FormFile, report: Report): void {
  const known = readFormSchema(schema as FormSchemaName).properties ?? {};
  for (const [id, { period }] of Object.entries(sections)) {
    for (const side of period ? (['begin', 'end'] as const) : []) {
      const name = period?.[side] ?? '';
      const own = Object.keys(fields).filter(
        (field) => fields[field]?.section === id && known[field]?.['format'] === 'date',
      );
      if (own.includes(name)) continue;
      const message = `expected a field of this section that takes a day, found "${name}"${suggest(name, own)}`;
      report(['sections', id, 'period', side], message);
    }
  }
}

function checkFields(
  schema: JsonSchema,
  fields: Readonly<Record<string, FormField>>,
  path: readonly PropertyKey[],
  report: Report,
): void {
  const known = Object.keys(schema.properties ?? {});
  for (const [name, field] of Object.entries(fields)) {
    const own = schema.properties?.[name];
    if (!own) {
      const message = `expected a field of the schema, found "${name}"${suggestThree(name, known)}`;
      report([...path, name], message, true);
      continue;
    }
    checkField(own, field, [...path, name], report);
    if (!schema.required?.includes(name)) continue;
    if (field.visibleWhen) {
      const message = `expected no condition, for the schema always needs "${name}"`;
      report([...path, name, 'visibleWhen'], message, true);
    }
    if (field.access) {
      const message = `expected no access rule, for the schema needs "${name}" of everybody`;
      report([...path, name, 'access'], message, true);
    }
  }
  for (const name of schema.required ?? []) {
    if (Object.hasOwn(fields, name)) continue;
    report(path, `expected the field "${name}", which the schema needs, found nothing`);
  }
}

/** What each keyword can be said of, and on which side of the schema's own it must stay. */
const bounds = {
  minimum: { types: ['number', 'integer'], side: 'least' },
  maximum: { types: ['number', 'integer'], side: 'most' },
  decimals: { types: ['number'], side: undefined },
  minLength: { types: ['string'], side: 'least' },
  maxLength: { types: ['string'], side: 'most' },
  minItems: { types: ['array'], side: 'least' },
  maxItems: { types: ['array'], side: 'most' },
} as const;

function checkBounds(
  schema: JsonSchema,
  field: FormField,
  path: readonly PropertyKey[],
  report: Report,
): void {
  const type = String(schema.type);
  for (const [keyword, { types, side }] of Object.entries(bounds)) {
    const given = field[keyword as keyof typeof bounds];
    if (given === undefined) continue;
    if (!(types as readonly string[]).includes(type)) {
      const message = `expected "${keyword}" on ${types.join(' or ')}, found ${type}`;
      report([...path, keyword], message, true);
      continue;
    }
    const own = schema[keyword];
    if (typeof own !== 'number') continue;
    if (side === 'least' ? given >= own : given <= own) continue;
    report([...path, keyword], `expected at ${side} the schema’s ${own}, found ${given}`);
  }
}

/** What has to be at most, by what has to be at least. */
const ranges = { minimum: 'maximum', minLength: 'maxLength', minItems: 'maxItems' } as const;

/** Checks that some input fits the bounds, the form's and the schema's together. */
function checkRanges(
  schema: JsonSchema,
  field: FormField,
  path: readonly PropertyKey[],
  report: Report,
): void {
  for (const [low, high] of Object.entries(ranges) as [keyof typeof ranges, 'maximum'][]) {
    const [least, most] = [field[low] ?? schema[low], field[high] ?? schema[high]];
    if (typeof least !== 'number' || typeof most !== 'number' || least <= most) continue;
    const said = field[high] === undefined ? low : high;
    if (field[said] === undefined) continue;
    const [word, other] = said === low ? ['most', most] : ['least', least];
    const opposite = said === low ? high : low;
    const message = `expected at ${word} ${other}, which "${opposite}" is, found ${field[said]}: no input fits both`;
    report([...path, said], message);
  }
  const choices = field.only ?? schema.items?.enum;
  if (schema.type === 'array' && choices && (field.minItems ?? 0) > choices.length) {
    const message = `expected at most ${choices.length}, as there are choices, found ${field.minItems}`;
    report([...path, 'minItems'], message);
  }
}

function checkField(
  schema: JsonSchema,
  field: FormField,
  path: readonly PropertyKey[],
  report: Report,
): void {
  checkBounds(schema, field, path, report);
  checkRanges(schema, field, path, report);
  const choices = schema.enum ?? schema.items?.enum;
  for (const [at, value] of (field.only ?? []).entries()) {
    if (choices?.includes(value)) continue;
    const message = choices
      ? `expected a choice of the schema, found ${describeValue(value)}${suggest(value, choices)}`
      : 'expected a field with choices';
    report([...path, 'only', at], message);
  }
  checkGrouped(schema, field, path, report);
  checkChips(schema, field, path, report);
  if (field.ahead && schema['format'] !== 'date') {
    report([...path, 'ahead'], 'expected a field that takes a day', true);
  }
  checkRules(field, path, report);
  checkWidget(schema, field, path, report);
  checkDefault(schema, field, path, report);
  const inner = innerSchema(schema);
  if (field.fields && !inner) {
    report(
      [...path, 'fields'],
      `expected an object or a list of objects, found ${schema.type}`,
      true,
    );
  } else if (inner) {
    checkFields(inner, field.fields ?? {}, [...path, 'fields'], report);
  }
}

function checkGrouped(
  schema: JsonSchema,
  { grouped, levels = {}, widget, enumeration }: FormField,
  path: readonly PropertyKey[],
  report: Report,
): void {
  const choices = schema.items?.enum;
  const groups = groupsOf(enumeration ?? (choices && findEnumeration(choices)));
  if (!grouped) {
    if (Object.keys(levels).length > 0) {
      report([...path, 'levels'], 'expected "grouped": true beside it, found nothing', true);
    }
  } else if (!groups) {
    report([...path, 'grouped'], 'expected a field whose choices have groups', true);
  } else if (widget !== 'checkboxes') {
    const message = `expected "widget": "checkboxes" beside it, found ${describeValue(widget)}`;
    report([...path, 'grouped'], message, true);
  } else {
    checkLevels(levels, [...new Set(Object.values(groups.groupOf))], [...path, 'levels'], report);
  }
}

/** Of a list of objects, the first of their fields is what is chosen. */
function checkChips(
  schema: JsonSchema,
  { widget, noneIsAll, fields = {} }: FormField,
  path: readonly PropertyKey[],
  report: Report,
): void {
  if (widget !== 'chips') {
    const message = `expected "widget": "chips" beside it, found ${describeValue(widget)}`;
    if (noneIsAll) report([...path, 'noneIsAll'], message, true);
    return;
  }
  const [first, ...others] = Object.keys(fields);
  if (first === undefined || (fields[first]?.options ?? schema.items?.properties?.[first]?.enum)) {
    return;
  }
  const message = `expected its first field to have choices, found "${first}"${suggest(first, others)}`;
  report([...path, 'widget'], message);
}

function checkLevels(
  levels: NonNullable<FormField['levels']>,
  known: readonly string[],
  path: readonly PropertyKey[],
  report: Report,
): void {
  for (const [id, { groups = [] }] of Object.entries(levels)) {
    for (const [at, group] of groups.entries()) {
      if (known.includes(group)) continue;
      const message = `expected a group of the choices, found "${group}"${suggest(group, known)}`;
      report([...path, id, 'groups', at], message);
    }
  }
}

function checkRules(
  { rules: given = {} }: FormField,
  path: readonly PropertyKey[],
  report: Report,
) {
  for (const [id, { rule, params }] of Object.entries(given)) {
    const here = [...path, 'rules', id];
    if (!Object.hasOwn(ruleParams, rule)) {
      const message = `expected a rule, found "${rule}"${suggest(rule, Object.keys(ruleParams))}`;
      report([...here, 'rule'], message);
      continue;
    }
    const schema: z.ZodType = ruleParams[rule as RuleName];
    const fault = schema.safeParse(params ?? []).error?.issues[0];
    if (fault) report([...here, ...(params ? ['params'] : [])], `${fault.message} for "${rule}"`);
  }
}

function checkWidget(
  schema: JsonSchema,
  { widget, options }: FormField,
  path: readonly PropertyKey[],
  report: Report,
): void {
  const fitting = fittingWidgets(schema, options !== undefined);
  if (widget === undefined || fitting.includes(widget)) return;
  const listed = fitting.map((one) => `"${one}"`).join(', ');
  report([...path, 'widget'], `expected one of ${listed} for this field, found "${widget}"`);
}

function checkDefault(
  schema: JsonSchema,
  field: FormField,
  path: readonly PropertyKey[],
  report: Report,
): void {
  const { default: value } = field;
  if (value === undefined) {
    if (field.widget !== 'hidden' || field.visibleWhen || field.initial) return;
    report([...path, 'default'], 'expected a default for what nobody can fill in, found nothing');
    return;
  }
  const choices = field.only ?? schema.enum;
  const types: Readonly<Record<string, (one: unknown) => boolean>> = {
    string: (one) => typeof one === 'string',
    number: (one) => typeof one === 'number',
    integer: Number.isInteger,
    boolean: (one) => typeof one === 'boolean',
    array: Array.isArray,
  };
  const fits = types[String(schema.type)]?.(value) ?? false;
  const outside = fits && findOutside(schema, field, value);
  if (outside) report([...path, 'default'], `${outside}, found ${describeValue(value)}`);
  if (fits && (!choices || choices.includes(value as string))) return;
  const expected = choices
    ? `one of ${choices.map((one) => JSON.stringify(one)).join(', ')}`
    : schema.type;
  report([...path, 'default'], `expected ${expected}, found ${describeValue(value)}`);
}

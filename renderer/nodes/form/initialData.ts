import { isObject } from '../../../schemas/isObject.ts';
import type {
  CompiledForm,
  CompiledSection,
  JsonSchema,
} from '../../../schemas/manifest/compiledForm.ts';
import { type BindingContext, resolveValue } from '../../core/bindings.ts';
import { today } from '../../core/date/calendarDays.ts';
import { clampPeriod, usualPeriods } from '../../core/date/usualPeriods.ts';

type Begun = Pick<CompiledForm, 'schema' | 'fields'> & Partial<Pick<CompiledForm, 'sections'>>;

/** What a form begins with: its source's answer, what the browser knows, its defaults, its sections' periods. */
export function readInitial(
  { schema, fields, sections = [] }: Begun,
  answer: unknown,
  bindings: BindingContext,
): Record<string, unknown> {
  const known = fields.flatMap(({ name, initial }) => {
    const value = initial && resolveValue(initial, bindings);
    const isNothing = value === undefined || value === '' || isEmptyList(value);
    return isNothing ? [] : [[name, value] as const];
  });
  const given = isObject(answer) ? answer : {};
  const initial = pickInitial(schema, { ...Object.fromEntries(known), ...given });
  return {
    ...initial,
    ...narrow(fields, initial, bindings),
    ...findPeriods(sections, schema, initial),
  };
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

/** Of lists what can be chosen at all: a default doesn't know what its reader has. */
function narrow(
  fields: CompiledForm['fields'],
  known: Readonly<Record<string, unknown>>,
  bindings: BindingContext,
): Record<string, unknown> {
  const narrowed = fields.flatMap(({ name, among }) => {
    const [value, choices] = [known[name], among && resolveValue(among, bindings)];
    const isNarrower = Array.isArray(value) && Array.isArray(choices);
    return isNarrower ? [[name, value.filter((one) => choices.includes(one))]] : [];
  });
  return Object.fromEntries(narrowed);
}

/** The usual periods that sections begin with, where the form has both of their days and knows neither. */
function findPeriods(
  sections: readonly CompiledSection[],
  { properties = {} }: JsonSchema,
  known: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const now = today();
  const days = sections.flatMap(({ period }) => {
    if (!period?.default) return [];
    const fields = [period.begin, period.end];
    if (fields.some((field) => !properties[field] || known[field])) return [];
    const { begin, end } = clampPeriod(usualPeriods(now)[period.default], now);
    return [
      [period.begin, begin],
      [period.end, end],
    ];
  });
  return Object.fromEntries(days);
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

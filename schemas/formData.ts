import { compileCondition } from './conditions.ts';
import type { CompiledField, CompiledForm, CompiledSection } from './manifest/compiledForm.ts';
import type { FieldRule } from './manifest/form.ts';
import type { Rule, RuleParams } from './plainRules.ts';

/** What JSON Schema can't say of a form's data; server and browser ask the same functions. */

export interface FieldFault {
  /** The dotted path of the field. */
  readonly field: string;
  /** `required`, or the rule that failed. */
  readonly rule: string;
  readonly params?: RuleParams | undefined;
  /** The form file's own words. */
  readonly message?: unknown;
}

/** Those of rules.ts or plainRules.ts. Handed in, so that a browser loads its engine for patterns only if it must. */
type Rules = Readonly<Record<string, Rule>>;
type Data = Readonly<Record<string, unknown>>;
type Shape = Pick<CompiledForm, 'fields' | 'sections'>;

/** Whether a field shows while the form holds `data`: its own condition and its section's. */
export function isShown(field: CompiledField, { sections }: Shape, data: Data): boolean {
  const section = field.section ? sections.find(({ id }) => id === field.section) : sections[0];
  return holds(field, data) && (!section || holds(section, data));
}

/** The data of what shows: a field that is hidden is not submitted. */
export function withoutHidden(form: Shape, data: Data): Record<string, unknown> {
  const hidden = new Set(
    form.fields.filter((field) => !isShown(field, form, data)).map(({ name }) => name),
  );
  return Object.fromEntries(Object.entries(data).filter(([name]) => !hidden.has(name)));
}

/** Hidden fields that have a value, fields that are needed now, and rules that fail. */
export function findFieldFaults(form: Shape, data: Data, rules: Rules): FieldFault[] {
  return form.fields.flatMap((field) => {
    const value = data[field.name];
    if (!isShown(field, form, data)) {
      return value === undefined ? [] : [{ field: field.name, rule: 'hidden' }];
    }
    return faultsOf(field, field.name, value, data, rules);
  });
}

function faultsOf(
  field: CompiledField,
  path: string,
  value: unknown,
  data: Data,
  rules: Rules,
): FieldFault[] {
  const faults: FieldFault[] = [];
  if (field.requiredWhen && compileCondition(field.requiredWhen)((name) => read(data, name))) {
    if (isMissing(value)) faults.push({ field: path, rule: 'required' });
  }
  for (const { rule, params, message } of field.rules ?? []) {
    const judge = Object.hasOwn(rules, rule) ? rules[rule] : undefined;
    // An unknown rule can't be kept, so it fails.
    if (!judge?.(value, resolveParams(params, data))) {
      faults.push({ field: path, rule, params, message });
    }
  }
  const inner = field.fields ?? [];
  const parts = Array.isArray(value)
    ? value.map((one, at) => [`${path}.${at}`, one])
    : [[path, value]];
  for (const [place, part] of parts as [string, unknown][]) {
    if (typeof part !== 'object' || part === null) continue;
    for (const one of inner) {
      const own = (part as Data)[one.name];
      faults.push(...faultsOf(one, `${place}.${one.name}`, own, data, rules));
    }
  }
  return faults;
}

/** A parameter `@field` stands for that field's value, as for `confirmed`. */
function resolveParams(params: FieldRule['params'], data: Data): RuleParams {
  const resolve = (value: unknown) =>
    typeof value === 'string' && value.startsWith('@') ? read(data, value.slice(1)) : value;
  if (Array.isArray(params)) return params.map(resolve);
  if (!params) return [];
  return Object.fromEntries(Object.entries(params).map(([name, one]) => [name, resolve(one)]));
}

function isMissing(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return true;
  return Array.isArray(value) ? value.length === 0 : typeof value === 'string' && !value.trim();
}

function holds({ visibleWhen }: CompiledField | CompiledSection, data: Data): boolean {
  return !visibleWhen || compileCondition(visibleWhen)((name) => read(data, name));
}

function read(data: unknown, path: string): unknown {
  let value = data;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

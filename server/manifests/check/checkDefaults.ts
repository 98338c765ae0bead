import { findFieldFaults } from '../../../schemas/formData.ts';
import { type FormSchemaName, formSchemas } from '../../../schemas/forms/formSchemas.ts';
import type { CompiledField, JsonSchema } from '../../../schemas/manifest/compiledForm.ts';
import type { FormField, FormFile } from '../../../schemas/manifest/form.ts';
import { rules } from '../../../schemas/rules.ts';

type Report = (path: readonly PropertyKey[], message: string) => void;

/**
 * Checks that what a form begins with could be saved as it is: by what the schema says of fields, alone
 * and together, and by the form's own rules.
 */
export function checkDefaults(
  name: FormSchemaName,
  { fields, sections = {} }: FormFile,
  report: Report,
): void {
  const defaults = Object.fromEntries(
    Object.entries(fields).flatMap(([id, field]) =>
      isEmpty(field.default) ? [] : [[id, field.default]],
    ),
  );
  const { error } = formSchemas[name].safeParse(defaults);
  for (const { path, message } of error?.issues ?? []) {
    const id = String(path[0]);
    if (Object.hasOwn(defaults, id)) report(['fields', id, 'default'], message);
  }
  const shape = {
    fields: Object.entries(fields).map(([id, field]) => withRules(id, field)),
    sections: Object.entries(sections).map(([id, section]) => ({ id, ...section })),
  };
  for (const { field, rule } of findFieldFaults(shape, defaults, rules)) {
    // What a condition hides at first isn't sent.
    if (!Object.hasOwn(defaults, field) || rule === 'hidden' || rule === 'required') continue;
    const found = JSON.stringify(defaults[field]);
    const message = `expected what the field’s own rule "${rule}" lets pass, found ${found}`;
    report(['fields', field, 'default'], message);
  }
}

/** What begins with nothing isn't wrong: somebody has to fill it in. */
function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** A field as those see it that judge what is sent. */
function withRules(name: string, field: FormField): CompiledField {
  const { rules: own = {}, fields: _inner, ...rest } = field;
  return { ...rest, name, rules: Object.values(own) } as unknown as CompiledField;
}

/** What a value of the right kind breaks of the bounds, the form's where it has its own. */
export function findOutside(
  schema: JsonSchema,
  field: FormField,
  value: unknown,
): string | undefined {
  if (isEmpty(value)) return undefined;
  const bound = (
    keyword: 'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems',
  ) => field[keyword] ?? (schema[keyword] as number | undefined);
  const measures = {
    number: { of: value as number, least: bound('minimum'), most: bound('maximum'), what: '' },
    string: {
      of: typeof value === 'string' ? value.length : 0,
      least: bound('minLength'),
      most: bound('maxLength'),
      what: ' characters',
    },
    object: {
      of: Array.isArray(value) ? value.length : 0,
      least: bound('minItems'),
      most: bound('maxItems'),
      what: ' items',
    },
  };
  const kind = typeof value;
  if (kind !== 'number' && kind !== 'string' && kind !== 'object') return undefined;
  const { of, least, most, what } = measures[kind];
  if (least !== undefined && of < least) return `expected at least ${least}${what}`;
  if (most !== undefined && of > most) return `expected at most ${most}${what}`;
  const { decimals } = field;
  if (kind !== 'number' || decimals === undefined || Number(of.toFixed(decimals)) === of) {
    return undefined;
  }
  return `expected at most ${decimals} decimals`;
}

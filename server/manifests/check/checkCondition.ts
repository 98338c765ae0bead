import type { z } from 'zod';
import { suggestThree } from '../ground/faults.ts';
import type { Names } from '../ground/names.ts';
import type { Report } from '../ground/report.ts';
import { findField } from '../ground/responseFields.ts';
import {
  definitionOf,
  describeSchema,
  describeValue,
  listValues,
  unwrap,
} from '../ground/schemaWalk.ts';
import type { Scope } from '../ground/scope.ts';
import type { Visit } from '../ground/walk.ts';
import { schemaOfBinding } from './checkBinding.ts';

/** Checks that what a comparison compares with can be what its field is: else it never holds. */
export function checkComparison(visit: Visit<Scope>, _names: Names, report: Report): void {
  const { field, ...operators } = visit.value as unknown as Readonly<Record<string, unknown>>;
  const schema = typeof field === 'string' ? schemaOf(field, visit.scope) : undefined;
  if (!schema) return;
  for (const [operator, value] of Object.entries(operators)) {
    if (operator === 'isEmpty') continue;
    const wanted = operator === 'contains' ? (elementOf(schema) ?? schema) : schema;
    for (const one of Array.isArray(value) ? value : [value]) {
      if (fits(wanted, one)) continue;
      const known = (listValues(wanted) ?? []).map(String);
      const message = `expected ${describeSchema(wanted)} to compare "${field}" with, found ${describeValue(one)}`;
      report(`${message}${suggestThree(one, known)}`, [...visit.path, operator]);
    }
  }
}

/** What a field of the form or a binding is; undefined where only the reader knows. */
function schemaOf(operand: string, scope: Scope): z.ZodType | undefined {
  const [schema, path] = operand.startsWith('$')
    ? schemaOfBinding(operand, scope)
    : [scope.form, operand];
  const found = schema && findField(schema, path);
  return found && 'schema' in found ? found.schema : undefined;
}

function elementOf(schema: z.ZodType): z.ZodType | undefined {
  return definitionOf(unwrap(schema)).element;
}

/** Whether a value is of a schema's kind, and one of its names if it has names; null is nothing. */
function fits(schema: z.ZodType, value: unknown): boolean {
  if (value === null || (typeof value === 'string' && value.startsWith('$'))) return true;
  const bare = unwrap(schema);
  const { type, options = [] } = definitionOf(bare);
  if (type === 'union') return options.some((option) => fits(option, value));
  const names = listValues(bare);
  if (names) return names.includes(value);
  const kinds: Readonly<Record<string, string>> = {
    string: 'string',
    number: 'number',
    int: 'number',
    boolean: 'boolean',
  };
  const kind = kinds[type];
  return kind === undefined || typeof value === kind;
}

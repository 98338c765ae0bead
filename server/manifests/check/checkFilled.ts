import type { z } from 'zod';
import { filledMembers } from '../../../schemas/manifest/language.ts';
import { factOf } from '../ground/facts.ts';
import { describeField } from '../ground/knownFields.ts';
import type { Report } from '../ground/report.ts';
import { definitionOf } from '../ground/schemaWalk.ts';
import { anything, isHidden, type Scope } from '../ground/scope.ts';
import type { Visit } from '../ground/walk.ts';
import { aboutText } from '../read/texts.ts';

/** What the schemas don't know has to be said, unless what they are asked for is itself unknown. */
export function reportUnfilled(visit: Visit<Scope>, report: Report): void {
  const { schema, value, isKey, meta, scope } = visit;
  const { shape } = definitionOf(schema);
  if (!shape || isKey || typeof value !== 'object' || value === null) return;
  // What a source answers that isn't known, nobody can know.
  if (scope.row === anything || scope.data === anything || isHidden(scope)) return;
  if (isUnknownField(visit) || (meta?.reference === 'texts' && 'texts' in value)) return;
  for (const [name, member] of Object.entries(shape)) {
    if (Object.hasOwn(value, name) || !factOf(filledMembers, member)) continue;
    const labels = name === 'label' ? labelsOf(visit) : undefined;
    const message = labels
      ? `expected the text "${labels[0]}" in locales/en, found none: add it, or say "label"`
      : `expected "${name}", which no schema knows here`;
    report(message, undefined, undefined, (labels ?? [':']).map(aboutText));
  }
}

/** The texts that would be the label of a column, fact or field; undefined where none would. */
function labelsOf({ meta, value, path, scope }: Visit<Scope>): readonly string[] | undefined {
  const { field, value: binding } = value as { field?: unknown; value?: unknown };
  const [, name] = /^\$data\.(.+)$/.exec(String(binding)) ?? [];
  const places = {
    column: [scope.row, field],
    'field-of-form': [scope.fieldsOf, path.at(-1)],
    fact: [scope.data, name],
  } as const;
  const kind = String(meta?.reference) as keyof typeof places;
  const [schema, called] = Object.hasOwn(places, kind) ? places[kind] : [];
  const labels = schema && called !== undefined && describeField(schema, String(called))?.labels;
  return labels && labels.length > 0 ? labels : undefined;
}

/** Whether a column, fact or field of a form is of a field that isn't there, which is told by itself. */
function isUnknownField({ meta, value, path, scope }: Visit<Scope>): boolean {
  const { field, value: binding } = value as { field?: unknown; value?: unknown };
  if (meta?.reference === 'column') return lacks(scope.row, field);
  if (meta?.reference === 'field-of-form') return lacks(scope.fieldsOf, path.at(-1));
  const [, name] = /^\$data\.(.+)$/.exec(String(binding)) ?? [];
  return meta?.reference === 'fact' && lacks(scope.data, name);
}

function lacks(schema: z.ZodType | undefined, field: unknown): boolean {
  return schema !== undefined && field !== undefined && !describeField(schema, String(field));
}

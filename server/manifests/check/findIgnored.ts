import type { ReportDefinition } from '../../../schemas/entities/report.ts';
import { fieldsOf, fieldsOfTypes } from '../../../schemas/entities/reportKinds.ts';
import type { FormSchemaName } from '../../../schemas/forms/formSchemas.ts';
import type { FormField } from '../../../schemas/manifest/form.ts';

type Fields = Readonly<Record<string, FormField>>;

/** The fields of a form that would be filled in for nothing, each with the reason. */
export function findIgnored(name: FormSchemaName, fields: Fields): [string, string][] {
  return ignoring[name]?.(fields) ?? [];
}

/** By schemas of which one field decides on others. */
const ignoring: Partial<Record<FormSchemaName, (fields: Fields) => [string, string][]>> = {
  reportDefinition(fields) {
    const { reportType } = fields;
    // Forms that let choose the type show what each needs by conditions.
    const type = reportType?.default as ReportDefinition['reportType'] | undefined;
    if (type === undefined || reportType?.only?.length !== 1) return [];
    const { needs, takes } = fieldsOf(type);
    const known: readonly string[] = [...needs, ...takes];
    return [...fieldsOfTypes, 'startDate', 'endDate', 'generationDay']
      .filter((field) => Object.hasOwn(fields, field) && !known.includes(field))
      .map((field) => [field, `a report of the type ${type} takes no "${field}": take it out`]);
  },
};

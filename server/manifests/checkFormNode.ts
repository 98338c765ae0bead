import type { z } from 'zod';
import type { Operation } from '../../schemas/api/operation.ts';
import { isOperationId, operations } from '../../schemas/api/operations.ts';
import { formSchemas, isFormSchemaName } from '../../schemas/forms/formSchemas.ts';
import type { Report, Scope } from './checkReferences.ts';
import type { Names } from './names.ts';
import { listFields } from './responseFields.ts';
import type { Visit } from './walkReferences.ts';

/** The schema of what a form submits; undefined when the form or its schema isn't known. */
export function formOf(form: unknown, names: Names): z.ZodObject | undefined {
  const schema = typeof form === 'string' ? names.forms.get(form) : undefined;
  return schema && isFormSchemaName(schema) ? formSchemas[schema] : undefined;
}

/** Checks that the call takes what the form submits: its body is the form's schema. */
export function checkFormNode(visit: Visit<Scope>, names: Names, report: Report): void {
  const { form, submit } = visit.value as unknown as { form: string; submit?: { call?: string } };
  const schema = formOf(form, names);
  const call = submit?.call;
  if (!schema || !call || !isOperationId(call)) return;
  const operation: Operation = operations[call];
  if (operation.body === schema) return;
  const fields = listFields(schema).slice(0, 5).join(', ');
  report(
    `expected an operation whose body is the form’s schema "${names.forms.get(form)}" (${fields}…), found "${call}"`,
    [...visit.path, 'submit', 'call'],
  );
}

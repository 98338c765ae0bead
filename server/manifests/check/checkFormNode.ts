import type { Operation } from '../../../schemas/api/operation.ts';
import { isOperationId, operations } from '../../../schemas/api/operations.ts';
import type { Node } from '../../../schemas/manifest/node.ts';
import { suggest } from '../ground/faults.ts';
import type { Names } from '../ground/names.ts';
import type { Report } from '../ground/report.ts';
import { listFields } from '../ground/responseFields.ts';
import { formOf, type Scope } from '../ground/scope.ts';
import type { Visit } from '../ground/walk.ts';

type FormNode = Extract<Node, { type: 'form' }>;

/** Whether what is filled in is the body of a call: a body that is said takes it apart. */
export function sendsForm(
  submit: FormNode['submit'],
): submit is Extract<FormNode['submit'], { do: 'call' }> {
  return submit.do === 'call' && submit.body === undefined;
}

/** Checks that the call takes what the form submits: its body is the form's schema. */
export function checkFormNode(visit: Visit<Scope>, names: Names, report: Report): void {
  const { form, submit, source, preview, sample, forecast } =
    visit.value as unknown as Partial<FormNode>;
  const schema = formOf(form, names);
  if (preview && !source) {
    report('expected a source whose answer shows what is typed, found none', [
      ...visit.path,
      'preview',
    ]);
  }
  if (!schema) return;
  const known = listFields(schema);
  for (const field of Object.keys(forecast?.fills ?? {})) {
    if (known.includes(field)) continue;
    const message = `expected a field of the form’s schema, found "${field}"${suggest(field, known)}`;
    report(message, [...visit.path, 'forecast', 'fills', field]);
  }
  const calls = [
    { call: submit && sendsForm(submit) ? submit.call : undefined, at: ['submit'] },
    { call: sample?.header.call, at: ['sample', 'header'] },
    { call: sample?.rows.call, at: ['sample', 'rows'] },
    { call: forecast?.source.call, at: ['forecast', 'source'] },
  ];
  for (const { call, at } of calls) {
    if (!call || !isOperationId(call)) continue;
    const operation: Operation = operations[call];
    if (operation.body === schema) continue;
    const fields = listFields(schema).slice(0, 5).join(', ');
    report(
      `expected an operation whose body is the form’s schema "${names.forms.get(form ?? '')}" (${fields}…), found "${call}"`,
      [...visit.path, ...at, 'call'],
    );
  }
}

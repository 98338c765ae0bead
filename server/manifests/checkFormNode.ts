import type { Operation } from '../../schemas/api/operation.ts';
import { isOperationId, operations } from '../../schemas/api/operations.ts';
import type { Node } from '../../schemas/manifest/node.ts';
import type { Report } from './checkReferences.ts';
import type { Names } from './names.ts';
import { listFields } from './responseFields.ts';
import { formOf, type Scope } from './scope.ts';
import type { Visit } from './walk.ts';

type FormNode = Extract<Node, { type: 'form' }>;

/** Checks that the call takes what the form submits: its body is the form's schema. */
export function checkFormNode(visit: Visit<Scope>, names: Names, report: Report): void {
  const { form, submit, source, preview } = visit.value as unknown as Partial<FormNode>;
  const schema = formOf(form, names);
  if (preview && !source) {
    report('expected a source whose answer shows what is typed, found none', [
      ...visit.path,
      'preview',
    ]);
  }
  const call = submit && 'call' in submit ? submit.call : undefined;
  if (!schema || !call || !isOperationId(call)) return;
  const operation: Operation = operations[call];
  if (operation.body === schema) return;
  const fields = listFields(schema).slice(0, 5).join(', ');
  report(
    `expected an operation whose body is the form’s schema "${names.forms.get(form ?? '')}" (${fields}…), found "${call}"`,
    [...visit.path, 'submit', 'call'],
  );
}

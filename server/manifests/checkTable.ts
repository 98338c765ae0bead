import { filterFields, type Operation } from '../../schemas/api/operation.ts';
import { isOperationId, operations } from '../../schemas/api/operations.ts';
import type { Report } from './checkReferences.ts';
import { answersA } from './checkSource.ts';
import { suggest } from './faults.ts';
import type { Names } from './names.ts';
import { unwrap } from './schemaWalk.ts';
import type { Scope } from './scope.ts';
import type { Visit } from './walk.ts';

interface Table {
  readonly paging?: string;
  readonly rows?: string;
  readonly source?: { readonly call?: string };
  readonly columns?: Readonly<
    Record<string, { readonly field?: string; readonly filter?: string }>
  >;
}

/**
 * Checks that a table's call answers a page, unless the browser has all rows of a list in it, and that
 * a server's table filters by what its operation can: the browser has but a page.
 */
export function checkTable(visit: Visit<Scope>, _names: Names, report: Report): void {
  const { paging, rows, source, columns = {} } = visit.value as Table;
  const call = source?.call;
  if (!call || !isOperationId(call)) return;
  if (rows !== undefined && paging !== 'client') {
    report('expected "paging": "client" beside "rows", for a page has its rows in "content"', [
      ...visit.path,
      'rows',
    ]);
  }
  if (rows === undefined && !answersA('page', call)) {
    const message = `expected an operation that answers a page, found "${call}"`;
    report(message, [...visit.path, 'source', 'call']);
  }
  if (paging === 'client') return;
  const operation: Operation = operations[call];
  const parameter = operation.query?.shape['filter'];
  const { fields = {} } = (parameter && filterFields.get(unwrap(parameter))) ?? {};
  for (const [id, { field = '', filter }] of Object.entries(columns)) {
    if (filter === undefined || fields[field] === filter) continue;
    const path = [...visit.path, 'columns', id, 'filter'];
    if (!Object.hasOwn(fields, field)) {
      const hint = suggest(field, Object.keys(fields)) || ', or "paging": "client"';
      report(`expected a field that ${call} filters by, found "${field}"${hint}`, path);
    } else {
      report(`expected "${fields[field]}", as ${call} filters "${field}", found "${filter}"`, path);
    }
  }
}

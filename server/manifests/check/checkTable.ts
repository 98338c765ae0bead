import { filterFields, type Operation } from '../../../schemas/api/operation.ts';
import { isOperationId, operations } from '../../../schemas/api/operations.ts';
import { suggest } from '../ground/faults.ts';
import type { Names } from '../ground/names.ts';
import type { Report } from '../ground/report.ts';
import { findRow } from '../ground/responseFields.ts';
import { unwrap } from '../ground/schemaWalk.ts';
import type { Scope } from '../ground/scope.ts';
import type { Visit } from '../ground/walk.ts';
import { type Columns, checkColumns, checkTabs, type Tabs } from './checkColumns.ts';
import { answersA } from './checkSource.ts';

interface Table {
  readonly paging?: string;
  readonly rows?: string;
  readonly source?: { readonly call?: string };
  readonly columns?: Columns;
  readonly tabs?: Tabs;
}

/**
 * Checks that a table's call answers a page, unless the browser has all rows of a list in it, and that
 * a server's table filters by what its operation can: the browser has but a page.
 */
export function checkTable(visit: Visit<Scope>, _names: Names, report: Report): void {
  const { paging, rows, source, columns = {}, tabs } = visit.value as Table;
  checkColumns(columns, (message, at) => report(message, [...visit.path, 'columns', ...at]));
  if (tabs)
    checkTabs(tabs, columns, (message, at) => report(message, [...visit.path, 'tabs', ...at]));
  const call = source?.call;
  if (!call || !isOperationId(call)) return;
  if (rows !== undefined && paging !== 'client') {
    report('expected "paging": "client" beside "rows", for a page has its rows in "content"', [
      ...visit.path,
      'rows',
    ]);
  }
  const isList = paging === 'client' && findRow(operations[call].response, 'content');
  if (rows === undefined && !isList && !answersA('page', call)) {
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

import { isOperationId } from '../../../schemas/api/operations.ts';
import type { Names } from '../ground/names.ts';
import type { Report } from '../ground/report.ts';
import { findRow } from '../ground/responseFields.ts';
import type { Scope } from '../ground/scope.ts';
import type { Visit } from '../ground/walk.ts';
import { reportMissing } from './checkBinding.ts';
import { readOperation } from './checkSource.ts';

/** Checks that a picker's call can be searched, and that the chosen row is read as the others. */
export function checkPick(visit: Visit<Scope>, _names: Names, report: Report): void {
  const { path } = visit;
  const { source, chosen, text, most } = visit.value as {
    most?: number;
    source?: { call?: string };
    chosen?: { call?: string };
    text?: string;
  };
  const call = source?.call ?? '';
  if (isOperationId(call) && !readOperation(call).query?.shape['search']) {
    const message = `expected an operation with a "search" parameter, found ${call}`;
    report(message, [...path, 'source', 'call']);
  }
  const own = chosen?.call ?? '';
  if (text === undefined || !isOperationId(own)) return;
  const { response } = readOperation(own);
  // Of several, the call answers a page.
  const row = most === undefined ? response : (findRow(response, 'content') ?? response);
  reportMissing(row, text, `a field of ${own}`, (message) => report(message, [...path, 'text']));
}

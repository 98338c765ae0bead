import type { z } from 'zod';
import { sessionUserSchema } from '../../schemas/entities/account.ts';
import type { Report, Scope } from './checkReferences.ts';
import { suggest } from './faults.ts';
import { findField } from './responseFields.ts';

/** Checks that what a binding names is known where it stands. */
export function checkBinding(binding: string, scope: Scope, report: Report): void {
  const [space = '', first = '', ...rest] = binding.slice(1).split('.');
  const path = [first, ...rest].join('.');
  if (space === 'route') {
    const known = scope.routeParameters;
    if (known?.has(path) || known === undefined) return;
    const where = `expected a parameter in the path of each route that shows this screen`;
    report(`${where}, found "${binding}"${suggest(path, known)}`);
  } else if (space === 'query') {
    if (scope.query.has(path)) return;
    const message = `expected a parameter declared in "query", found "${binding}"`;
    report(`${message}${suggest(path, scope.query.keys())}`);
  } else if (space === 'row') {
    if (scope.row) reportMissing(scope.row, path, 'a field of the row', report);
    else report(`expected a row around it, found "${binding}" outside of rows`);
  } else if (space === 'data') {
    if (scope.data) reportMissing(scope.data, path, 'a field of the source above', report);
    else report(`expected a source above it, found "${binding}" without one`);
  } else {
    reportMissing(sessionUserSchema, path, 'a field of the session', report);
  }
}

export function reportMissing(schema: z.ZodType, path: string, what: string, report: Report): void {
  const found = findField(schema, path);
  if ('schema' in found) return;
  const message = `expected ${what}, found "${path}"`;
  report(`${message}${suggest(found.missing, found.candidates)}`);
}

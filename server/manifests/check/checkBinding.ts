import { z } from 'zod';
import { sessionUserSchema } from '../../../schemas/entities/account.ts';
import { manifestIndexSchema } from '../../../schemas/manifest/compiled.ts';
import { suggest, suggestThree } from '../ground/faults.ts';
import { unknownQuery } from '../ground/names.ts';
import type { Report } from '../ground/report.ts';
import { findField } from '../ground/responseFields.ts';
import type { Scope } from '../ground/scope.ts';
import { aboutQuery } from './checkLink.ts';

/** What a page knows of the device that it is shown on. */
const deviceSchema = z.object({ darkMode: z.boolean() });

/** What each space of bindings looks into, and what is said when there is none or it lacks the name. */
const spaces: Readonly<
  Record<string, { of: (scope: Scope) => z.ZodType | undefined; what: string; none: string }>
> = {
  row: { of: ({ row }) => row, what: 'a field of the row', none: 'a row around it' },
  selection: {
    of: ({ selection }) => selection,
    what: 'a field of the rows',
    none: 'a selection of rows',
  },
  form: { of: ({ form }) => form, what: 'a field of the form', none: 'a form around it' },
  answer: {
    of: ({ answer }) => answer,
    what: 'a field of the call’s answer',
    none: 'the call of a `next` around it',
  },
  data: { of: ({ data }) => data, what: 'a field of the source above', none: 'a source above it' },
  session: { of: () => sessionUserSchema, what: 'a field of the session', none: '' },
  market: { of: () => manifestIndexSchema.shape.market, what: 'a field of the market', none: '' },
  device: { of: () => deviceSchema, what: 'a field of the device', none: '' },
};

/** Checks that what a binding names is known where it stands. */
export function checkBinding(binding: string, scope: Scope, report: Report): void {
  const [space = '', ...names] = binding.slice(1).split('.');
  const path = names.join('.');
  if (space === 'route') {
    const known = scope.routeParameters;
    if (known?.has(path) || known === undefined) return;
    const where = `expected a parameter in the path of each route that shows this screen`;
    report(`${where}, found "${binding}"${suggest(path, known)}`);
    return;
  }
  if (space === 'query') {
    if (scope.query.has(path) || scope.query === unknownQuery) return;
    const message = `expected a parameter declared in "query", found "${binding}"`;
    const about = aboutQuery(scope.screen, path);
    report(`${message}${suggest(path, scope.query.keys())}`, undefined, undefined, about);
    return;
  }
  const found = spaces[space];
  const schema = found?.of(scope);
  if (found && schema) reportMissing(schema, path, found.what, report);
  else report(`expected ${found?.none}, found "${binding}" without one`);
}

/** What a binding looks into, and the path to it there; undefined for addresses, whose values are texts. */
export function schemaOfBinding(
  binding: string,
  scope: Scope,
): readonly [z.ZodType | undefined, string] {
  const [space = '', ...names] = binding.slice(1).split('.');
  return [spaces[space]?.of(scope), names.join('.')];
}

export function reportMissing(schema: z.ZodType, path: string, what: string, report: Report): void {
  const found = findField(schema, path);
  if ('schema' in found) return;
  const message = `expected ${what}, found "${path}"`;
  report(`${message}${suggestThree(found.missing, found.candidates)}`);
}

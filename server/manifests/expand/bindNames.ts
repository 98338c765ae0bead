import type { z } from 'zod';
import { describeField, factsOf } from '../ground/knownFields.ts';
import { derive, type Located } from '../ground/located.ts';
import type { Names } from '../ground/names.ts';
import { findField } from '../ground/responseFields.ts';
import { definitionOf, unwrap } from '../ground/schemaWalk.ts';
import type { Scope } from '../ground/scope.ts';

/** What is nearest and has a name: parameters and placeholders needn't be said. */

export type Nearest =
  | { readonly binding: string; readonly origin: string }
  | { readonly ambiguous: string }
  | undefined;

/** What a parameter of a call or route is by its name: the answer's, the row's, else the query's or the route's. */
export function bindParameter(name: string, scope: Scope): Nearest {
  const answered = factsOf(scope.answer)?.references?.[name];
  if (answered) return { binding: `$answer.${answered}`, origin: 'the call’s answer' };
  const field = factsOf(scope.row)?.references?.[name];
  if (field) return { binding: `$row.${field}`, origin: `row ${factsOf(scope.row)?.name}` };
  const inQuery = scope.query.has(name) && !scope.secrets.has(name);
  const inRoute = scope.routeParameters?.has(name) ?? false;
  if (inQuery && inRoute) return { ambiguous: `the query and the route both have "${name}"` };
  if (inQuery) return { binding: `$query.${name}`, origin: 'query of the screen' };
  return inRoute ? { binding: `$route.${name}`, origin: 'route' } : undefined;
}

/** A text whose {{placeholders}} have what is nearest and is called so. */
export function bindText(located: Located, scope: Scope, { texts }: Names): Located {
  const message = typeof located.scalar === 'string' ? { key: located.scalar } : undefined;
  const key = message?.key ?? located.entries?.get('key')?.value.scalar;
  const wanted = texts.get(String(key)) ?? texts.get(`${key}_other`) ?? [];
  const given = located.entries?.get('values')?.value;
  const found = wanted
    .filter((name) => !given?.entries?.has(name))
    .flatMap((name) => {
      const value = bindPlaceholder(name, scope);
      return value === undefined ? [] : [[name, value] as const];
    });
  if (found.length === 0) return located;
  const origin = `placeholders of ${key}`;
  const known = derive(Object.fromEntries(found), given ?? located, origin);
  const entries = new Map([...(given?.entries ?? []), ...(known.entries ?? [])]);
  const values = { ...known, entries };
  const whole = message
    ? derive({ key: message.key, values: {} }, located, located.origin ?? origin)
    : located;
  const members = new Map(whole.entries);
  members.set('values', { keyFile: values.file, keyOffset: values.offset, value: values });
  return { ...whole, entries: members };
}

function bindPlaceholder(name: string, scope: Scope): unknown {
  const { row, data, query, routeParameters } = scope;
  if (row && hasField(row, name)) return written(row, name, `$row.${name}`);
  if (data && hasField(data, name)) return written(data, name, `$data.${name}`);
  if (query.has(name)) return `$query.${name}`;
  return routeParameters?.has(name) ? `$route.${name}` : undefined;
}

function hasField(schema: z.ZodType, name: string): boolean {
  return definitionOf(unwrap(schema)).type === 'object' && 'schema' in findField(schema, name);
}

/** Days, changes and enumerations don't read well as they are kept. */
function written(schema: z.ZodType, name: string, value: string): unknown {
  const format = describeField(schema, name)?.format;
  if (format?.as === 'date') return { as: 'date', value };
  if (format?.as === 'percent' && format.signed) return { as: 'percent', value };
  return format?.as === 'enumeration' ? { enumeration: format.of, value } : value;
}

import { z } from 'zod';
import { isOperationId, type OperationId, operations } from '../../schemas/api/operations.ts';
import { formSchemas, isFormSchemaName } from '../../schemas/forms/formSchemas.ts';
import { type EnumerationName, enumerations } from '../../schemas/manifest/enumerations.ts';
import { routeSchema } from '../../schemas/manifest/files.ts';
import type { ReferenceKind } from '../../schemas/manifest/references.ts';
import { checkBinding, reportMissing } from './checkBinding.ts';
import { checkFormNode, formOf } from './checkFormNode.ts';
import { checkLink } from './checkLink.ts';
import { checkPick } from './checkPick.ts';
import { checkCommand, checkSource, readOperation } from './checkSource.ts';
import { checkTable } from './checkTable.ts';
import { type Fault, suggest } from './faults.ts';
import { faultAt, type Located, toValue } from './located.ts';
import { type Names, pathParameters } from './names.ts';
import { findRow, listFields } from './responseFields.ts';
import { definitionOf, listValues } from './schemaWalk.ts';
import { type Visit, walkReferences } from './walkReferences.ts';

/** What names can refer to at one place of a file. */
export interface Scope {
  readonly module: string;
  /** Path parameters of every route that shows this place; undefined: no route does. */
  readonly routeParameters: ReadonlySet<string> | undefined;
  /** Query parameters that the screen declares, with their defaults. */
  readonly query: ReadonlyMap<string, unknown>;
  /** The response of the nearest source above. */
  readonly data?: z.ZodType | undefined;
  /** One row of the list that the node shows. */
  readonly row?: z.ZodType | undefined;
  /** One of several rows that an action is for. */
  readonly selection?: z.ZodType | undefined;
  /** What a form submits. */
  readonly form?: z.ZodType | undefined;
  /** The response that `rows` and `sort` of the node look into, and its operation. */
  readonly own?: { readonly operation: OperationId; readonly response: z.ZodType } | undefined;
  readonly enumeration?: EnumerationName | undefined;
  /** The values given to the placeholders of a text. */
  readonly placeholders?: ReadonlySet<string> | undefined;
}

/** Stands for a response that another fault hides, so that one mistake is reported once. */
const anything = z.any();
const typedText = z.object({ text: z.string() });

export type Report = (message: string, path?: readonly PropertyKey[], atKey?: boolean) => void;

/** Checks each name in a file against what it names, in whatever node it stands. */
export function checkReferences(
  schema: z.ZodType,
  located: Located,
  start: Scope,
  names: Names,
  faults: Fault[],
): void {
  walkReferences(schema, toValue(located), start, (visit) => {
    const report: Report = (message, path = visit.path, atKey = visit.isKey ?? false) => {
      faults.push(faultAt(located, path, message, { atKey }));
    };
    const kind = visit.meta?.reference;
    if (kind) checks[kind]?.(visit as Visit<Scope> & { readonly value: string }, names, report);
    return (member) => scopeOf(visit, member, names);
  });
}

type Check = (
  visit: Visit<Scope> & { readonly value: string },
  names: Names,
  report: Report,
) => void;

const checks: Readonly<Record<ReferenceKind, Check>> = {
  localeKey: ({ value, scope }, { texts }, report) => {
    const text = texts.get(value) ?? texts.get(`${value}_other`);
    if (text === undefined) {
      report(`expected a text of locales/en, found "${value}"${suggest(value, texts.keys())}`);
      return;
    }
    const given = scope.placeholders ?? new Set<string>();
    for (const [, name = ''] of text.matchAll(/\{\{\s*(\w+)/g)) {
      if (!given.has(name))
        report(`expected a value for {{${name}}} in the text "${value}", found none`);
    }
  },
  message: ({ value, path }, { texts }, report) => {
    const { key, values } = value as unknown as { key: string; values: Record<string, unknown> };
    const text = texts.get(key) ?? texts.get(`${key}_other`);
    if (text === undefined) return;
    const wanted = [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name = '']) => name);
    for (const name of Object.keys(values)) {
      if (wanted.includes(name) || name === 'count') continue;
      const message = `expected a placeholder of the text "${key}", found "${name}"${suggest(name, wanted)}`;
      report(message, [...path, 'values', name], true);
    }
  },
  operation: ({ value, scope }, names, report) => {
    if (!checkOperationName(value, scope, names, report)) {
      report(`expected an operation that only reads, found "${value}"`);
    }
  },
  commandName: ({ value, scope }, names, report) => {
    checkOperationName(value, scope, names, report);
  },
  route: ({ value, scope }, names, report) => {
    const target = names.routes.get(value);
    if (!target) {
      report(`expected a route, found "${value}"${suggest(value, names.routes.keys())}`);
    } else if (!names.reachable(scope.module).has(target.module)) {
      report(
        `expected a route of this module, found "${value}" of "${target.module}": add "${target.module}" to "requires"`,
      );
    }
  },
  screen: ({ value, scope }, { screens }, report) => {
    if (!screens.has(value)) {
      report(`expected a screen, found "${value}"${suggest(value, screens.keys())}`);
    } else if (!value.startsWith(`${scope.module}.`)) {
      report(`expected a screen of the module "${scope.module}", found "${value}"`);
    }
  },
  form: ({ value, scope }, { forms }, report) => {
    if (!forms.has(value)) {
      report(`expected a form, found "${value}"${suggest(value, forms.keys())}`);
    } else if (!value.startsWith(`${scope.module}.`)) {
      report(`expected a form of the module "${scope.module}", found "${value}"`);
    }
  },
  formSchema: ({ value }, _names, report) => {
    if (isFormSchemaName(value)) return;
    const known = Object.keys(formSchemas);
    report(`expected a schema of schemas/forms, found "${value}"${suggest(value, known)}`);
  },
  find: () => undefined,
  formNode: checkFormNode,
  module: ({ value }, { modules }, report) => {
    if (modules.has(value)) return;
    report(`expected a module, found "${value}"${suggest(value, modules)}`);
  },
  field: ({ value, scope }, _names, report) => {
    if (!scope.row) {
      report(`expected a row to take "${value}" from, found no source with rows here`);
      return;
    }
    reportMissing(scope.row, value, 'a field of the row', report);
  },
  rows: ({ value, scope }, _names, report) => {
    if (!scope.own) return;
    const { operation, response } = scope.own;
    if (findRow(response, value)) return;
    const lists = listFields(response).filter((name) => findRow(response, name));
    report(
      `expected a list in the response of ${operation}, found "${value}"${suggest(value, lists)}`,
    );
  },
  binding: ({ value, scope }, _names, report) => checkBinding(value, scope, report),
  operand: ({ value, scope }, _names, report) => {
    if (value.startsWith('$')) checkBinding(value, scope, report);
    else if (scope.form) reportMissing(scope.form, value, 'a field of the form', report);
    else report(`expected a binding such as $query.timeframe, found "${value}"`);
  },
  enumeration: ({ value }, { texts }, report) => {
    if (!Object.hasOwn(enumerations, value)) {
      const known = Object.keys(enumerations);
      report(`expected an enumeration, found "${value}"${suggest(value, known)}`);
      return;
    }
    for (const one of listValues(enumerations[value as EnumerationName]) ?? []) {
      const key = `enums:${value}.${one}`;
      if (!texts.has(key)) report(`expected a label "${key}" in locales/en, found none`);
    }
  },
  enumerationValue: ({ value, scope }, _names, report) => {
    if (!scope.enumeration) return;
    const known = listValues(enumerations[scope.enumeration]) ?? [];
    if (known.includes(value)) return;
    report(`expected a value of ${scope.enumeration}, found "${value}"${suggest(value, known)}`);
  },
  query: ({ value, scope }, _names, report) => {
    if (scope.query.has(value)) return;
    report(
      `expected a parameter declared in "query", found "${value}"${suggest(value, scope.query.keys())}`,
    );
  },
  sort: ({ value, scope }, _names, report) => {
    const schema = scope.own && readOperation(scope.own.operation).query?.shape['sort'];
    if (!scope.own) return;
    const known = (schema && listValues(schema)) ?? [];
    if (known.includes(value)) return;
    report(
      `expected a value that ${scope.own.operation} sorts by, found "${value}"${suggest(value, known)}`,
    );
  },
  pick: checkPick,
  search: ({ scope }, _names, report) => {
    if (!scope.own || readOperation(scope.own.operation).query?.shape['search']) return;
    report(`expected an operation with a "search" parameter, found ${scope.own.operation}`);
  },
  source: checkSource,
  table: checkTable,
  command: checkCommand,
  link: checkLink,
};

/** Whether the operation only reads; what is unknown is reported and passes for one that does. */
function checkOperationName(value: string, scope: Scope, names: Names, report: Report): boolean {
  if (!isOperationId(value)) {
    report(`expected an API operation, found "${value}"${suggest(value, Object.keys(operations))}`);
    return true;
  }
  const { module, method, reads } = readOperation(value);
  if (module !== 'core' && !names.reachable(scope.module).has(module)) {
    report(
      `expected an operation of this module, found "${value}" of "${module}": add "${module}" to "requires"`,
    );
  }
  return method === 'GET' || reads === true;
}

/** The scope of a member: what a source above, a list, an enumeration or a text brings in. */
function scopeOf(
  { schema, meta, value, scope }: Visit<Scope>,
  member: string,
  names: Names,
): Scope {
  const object = value as Record<string, unknown>;
  if (meta?.reference === 'formNode' && member === 'submit') {
    return { ...scope, form: formOf(object['form'], names) ?? anything };
  }
  if (meta?.reference === 'find') return scopeOfFind(object, member, scope);
  if (schema === routeSchema && typeof object['path'] === 'string') {
    return { ...scope, routeParameters: pathParameters(object['path']) };
  }
  if (meta?.reference === 'message' && member === 'key') {
    return { ...scope, placeholders: new Set(Object.keys((object['values'] ?? {}) as object)) };
  }
  const shape = definitionOf(schema).shape;
  const naming = shape?.['intents'] ? 'of' : 'enumeration';
  const name = object[naming];
  if (shape?.[naming] && typeof name === 'string') {
    const enumeration = Object.hasOwn(enumerations, name) ? (name as EnumerationName) : undefined;
    return { ...scope, enumeration };
  }
  const hasSource = shape?.['source'] && member !== 'source';
  return hasSource ? scopeOfSource(object, meta?.perRow, member, scope) : scope;
}

/** What is typed goes into the call, and the call's answer into the link. */
function scopeOfFind(
  { source }: Readonly<Record<string, unknown>>,
  member: string,
  scope: Scope,
): Scope {
  if (member === 'source') return { ...scope, form: typedText };
  if (member !== 'to') return scope;
  const call = (source as { call?: unknown } | undefined)?.call;
  const isKnown = typeof call === 'string' && isOperationId(call);
  const row = isKnown ? findRow(operations[call].response, 'content') : undefined;
  return { ...scope, row: row ?? anything };
}

/** What the members of an object with a source see of its answer. */
function scopeOfSource(
  object: Readonly<Record<string, unknown>>,
  perRow: readonly string[] | undefined,
  member: string,
  scope: Scope,
): Scope {
  const call = (object['source'] as { call?: unknown } | undefined)?.call;
  if (typeof call !== 'string' || !isOperationId(call)) {
    // The unknown operation is the fault; what would depend on it can't be judged.
    return call === undefined ? scope : { ...scope, data: anything, row: anything, own: undefined };
  }
  const response = operations[call].response as z.ZodType;
  if (!perRow) return { ...scope, data: response, row: undefined };
  const own = { operation: call, response };
  if (member === 'bulkActions') {
    return { ...scope, own, selection: findRow(response, 'content') ?? anything };
  }
  if (!perRow.includes(member)) return { ...scope, own };
  const rows = typeof object['rows'] === 'string' ? object['rows'] : 'content';
  return { ...scope, own, row: findRow(response, rows) ?? anything };
}

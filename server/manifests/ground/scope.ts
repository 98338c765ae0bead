import { z } from 'zod';
import { isOperationId, type OperationId, operations } from '../../../schemas/api/operations.ts';
import { formSchemas, isFormSchemaName } from '../../../schemas/forms/formSchemas.ts';
import { type EnumerationName, enumerations } from '../../../schemas/manifest/enumerations.ts';
import { partMaps } from '../../../schemas/manifest/language.ts';
import { factOf } from './facts.ts';
import { type Names, pathParameters } from './names.ts';
import { findField, findRow } from './responseFields.ts';
import { definitionOf, unwrap } from './schemaWalk.ts';
import type { Visit } from './walk.ts';

/** What names can refer to at one place of a file. */
export interface Scope {
  readonly module: string;
  /** Path parameters of every route that shows this place; undefined: no route does. */
  readonly routeParameters: ReadonlySet<string> | undefined;
  /** The screen itself; undefined: it isn't one. */
  readonly screen?: string;
  /** Query parameters that the screen declares, with their defaults. */
  readonly query: ReadonlyMap<string, unknown>;
  /** Those of them that never stand in the address. */
  readonly secrets: ReadonlySet<string>;
  /** The response of the nearest source above. */
  readonly data?: z.ZodType | undefined;
  /** One row of the list that the node shows. */
  readonly row?: z.ZodType | undefined;
  /** One of several rows that an action is for. */
  readonly selection?: z.ZodType | undefined;
  /** What a form submits. */
  readonly form?: z.ZodType | undefined;
  /** The answer of the call that has just been made. */
  readonly answer?: z.ZodType | undefined;
  /** The object whose fields `fields` of a form names. */
  readonly fieldsOf?: z.ZodType | undefined;
  /** The response that `rows` and `sort` of the node look into, and its operation. */
  readonly own?: { readonly operation: OperationId; readonly response: z.ZodType } | undefined;
  readonly enumeration?: EnumerationName | undefined;
  /** The values given to the placeholders of a text. */
  readonly placeholders?: ReadonlySet<string> | undefined;
}

/** Where nothing but the module is known. */
export function startScope(module: string): Scope {
  return { module, routeParameters: undefined, query: new Map(), secrets: new Set() };
}

/** Stands for a response of which nothing is said. */
export const anything = z.any();
const hiddenResponse = z.any();

/** Whether another fault hides the response that would be looked into here: one mistake is one fault. */
export function isHidden({ row, data }: Scope): boolean {
  return row === hiddenResponse || data === hiddenResponse;
}

const typedText = z.object({ text: z.string() });

/** Members of a form whose calls take what is filled in. */
const whatFormsSend: readonly string[] = ['submit', 'sample', 'forecast'];

/** The scope of a member: what a source above, a list, an enumeration or a text brings in. */
export function scopeOf(visit: Visit<Scope>, member: string, names: Names): Scope {
  const { schema, meta, value, scope } = visit;
  const object = value as Readonly<Record<string, unknown>>;
  switch (meta?.reference) {
    case 'formNode':
      if (!whatFormsSend.includes(member)) break;
      return { ...scope, form: formOf(object['form'], names) ?? anything };
    case 'field-of-form':
      return member === 'fields' ? { ...scope, fieldsOf: innerFields(visit) } : scope;
    case 'fact':
      return scopeOfFact(member, scope);
    case 'command':
    case 'source':
      return scopeBehindCall(object['call'], member, scope);
    case 'texts':
      // The condition of a question looks at what was answered, not at what a form has.
      if (member !== 'when') break;
      return { ...scopeOfSource(visit, member), form: undefined };
    case 'find':
      return scopeOfFind(object, member, scope);
    case 'route-declaration': {
      const path = object['path'];
      // The breadcrumb's own source is told apart below it.
      return typeof path === 'string' ? { ...scope, routeParameters: pathParameters(path) } : scope;
    }
    case 'message':
      if (member !== 'key') return scope;
      return { ...scope, placeholders: new Set(Object.keys((object['values'] ?? {}) as object)) };
    default:
  }
  const { shape } = definitionOf(schema);
  const naming = shape?.['intents'] ? 'of' : 'enumeration';
  const name = object[naming];
  if (shape?.[naming] && typeof name === 'string') {
    const enumeration = Object.hasOwn(enumerations, name) ? (name as EnumerationName) : undefined;
    return { ...scope, enumeration };
  }
  const hasSource = shape?.['source'] && member !== 'source';
  return hasSource ? scopeOfSource(visit, member) : scope;
}

/** What looks at the answer of a call; of an unknown one, which is the fault, nothing is said. */
function scopeBehindCall(call: unknown, member: string, scope: Scope): Scope {
  const isKnown = typeof call === 'string' && isOperationId(call);
  const answer = isKnown ? operations[call].response : anything;
  if (['next', 'undo', 'toast'].includes(member)) return { ...scope, answer };
  return member === 'live' ? { ...scope, data: answer } : scope;
}

/** The schema of what a form submits; undefined when the form or its schema isn't known. */
export function formOf(form: unknown, names: Names): z.ZodObject | undefined {
  const schema = typeof form === 'string' ? names.forms.get(form) : undefined;
  return schema && isFormSchemaName(schema) ? formSchemas[schema] : undefined;
}

/** The object that a field of a form is, or that its list is of. */
function innerFields({ path, scope }: Visit<Scope>): z.ZodType | undefined {
  const found = scope.fieldsOf && findField(scope.fieldsOf, String(path.at(-1)));
  if (!found || !('schema' in found)) return undefined;
  const bare = unwrap(found.schema);
  return definitionOf(bare).element ?? bare;
}

/** What stands beside a value, such as its unit, stands in the same answer. */
function scopeOfFact(member: string, scope: Scope): Scope {
  return member === 'format' ? { ...scope, row: scope.row ?? scope.data } : scope;
}

/** What is typed goes into the call, and the call's answer into the link. */
function scopeOfFind(
  { source }: Readonly<Record<string, unknown>>,
  member: string,
  scope: Scope,
): Scope {
  if (member === 'source') return { ...scope, form: typedText };
  if (member !== 'to') return scope;
  const call = callOf(source);
  const row =
    call && isOperationId(call) ? findRow(operations[call].response, 'content') : undefined;
  return { ...scope, row: row ?? anything };
}

/** What the members of an object with a source see of its answer. */
function scopeOfSource({ schema, meta, value, scope }: Visit<Scope>, member: string): Scope {
  const object = value as Readonly<Record<string, unknown>>;
  const call = callOf(object['source']);
  if (call === undefined || !isOperationId(call)) {
    // The unknown operation is the fault; what would depend on it can't be judged.
    if (call === undefined) return scope;
    return { ...scope, data: hiddenResponse, row: hiddenResponse, own: undefined };
  }
  const response = operations[call].response as z.ZodType;
  const { perRow } = meta ?? {};
  if (!perRow) return { ...scope, data: response, row: undefined };
  const own = { operation: call, response };
  const memberSchema = definitionOf(schema).shape?.[member];
  const resolved = memberSchema && factOf(partMaps, unwrap(memberSchema))?.rows;
  if (resolved === 'selected') {
    return { ...scope, own, selection: findRow(response, 'content') ?? anything };
  }
  if (meta?.reference === 'choice' && member === 'first') return { ...scope, data: response };
  if (resolved !== 'each' && !perRow.includes(member)) return { ...scope, own };
  const rows = typeof object['rows'] === 'string' ? object['rows'] : 'content';
  const row = findRow(response, rows);
  // Rows that are the values have no fields.
  const isValue = meta?.reference === 'choice' && row && !isOfObjects(row);
  return { ...scope, own, row: row && !isValue ? row : anything };
}

function isOfObjects(row: z.ZodType): boolean {
  return ['object', 'union', 'any'].includes(definitionOf(unwrap(row)).type);
}

/** A source may still be written short. */
function callOf(source: unknown): string | undefined {
  if (typeof source === 'string') return source;
  const call = (source as { call?: unknown } | undefined)?.call;
  return typeof call === 'string' ? call : undefined;
}

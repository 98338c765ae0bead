import { z } from 'zod';
import { type Operation, pageOf } from '../../../schemas/api/operation.ts';
import { isOperationId, type OperationId, operations } from '../../../schemas/api/operations.ts';
import { graphSchema, periodSchema, seriesSchema } from '../../../schemas/entities/consumption.ts';
import type { CallAction } from '../../../schemas/manifest/actions.ts';
import type { Source } from '../../../schemas/manifest/parts.ts';
import type { Value, Values } from '../../../schemas/manifest/references.ts';
import { suggest } from '../ground/faults.ts';
import { type Names, unknownQuery } from '../ground/names.ts';
import type { Report } from '../ground/report.ts';
import { listFields } from '../ground/responseFields.ts';
import {
  definitionOf,
  describeSchema,
  describeValue,
  listValues,
  unwrap,
} from '../ground/schemaWalk.ts';
import type { Scope } from '../ground/scope.ts';
import type { Visit } from '../ground/walk.ts';

const answerFields = {
  page: listFields(pageOf(z.unknown())),
  graph: listFields(graphSchema),
  period: listFields(periodSchema),
  series: listFields(seriesSchema),
};

/** Whether an operation's answer has all that a page, a graph, … has. */
export function answersA(what: keyof typeof answerFields, call: OperationId): boolean {
  const given = listFields(readOperation(call).response);
  return answerFields[what].every((field) => given.includes(field));
}

export function readOperation(id: OperationId): Operation {
  return operations[id];
}

/** Checks that a call's parameters fit its operation, and its answer fits the node. */
export function checkSource(visit: Visit<Scope>, _names: Names, report: Report): void {
  const { call, params = {}, body } = visit.value as Source;
  if (!isOperationId(call)) return;
  const operation = readOperation(call);
  checkMembers({ call, member: 'params', given: params }, parametersOf(operation), visit, report);
  // A form fills the body itself.
  if (!visit.scope.form || body) checkBody(call, body, visit, report);
  const { answers } = visit.meta ?? {};
  if (!answers || answersA(answers, call)) return;
  report(`expected an operation that answers a ${answers}, found "${call}"`, [
    ...visit.path,
    'call',
  ]);
}

/** Checks that parameters and body of a call fit its operation. A form fills the body itself. */
export function checkCommand(visit: Visit<Scope>, _names: Names, report: Report): void {
  const { call, params = {}, body } = visit.value as CallAction;
  if (!isOperationId(call)) return;
  const operation = readOperation(call);
  checkMembers({ call, member: 'params', given: params }, parametersOf(operation), visit, report);
  if (!visit.scope.form || body) checkBody(call, body, visit, report);
}

function checkBody(
  call: OperationId,
  body: Source['body'],
  visit: Visit<Scope>,
  report: Report,
): void {
  const shape = bodyOf(readOperation(call));
  if (body && !shape) {
    report(`expected no body for ${call}, found one`, [...visit.path, 'body'], true);
  } else if (shape) {
    checkMembers({ call, member: 'body', given: body ?? {} }, shape, visit, report);
  }
}

type Shape = Readonly<Record<string, z.ZodType>>;

function parametersOf(operation: Operation): Shape {
  return { ...operation.params?.shape, ...operation.query?.shape } as Shape;
}

function bodyOf({ body }: Operation): Shape | undefined {
  return body === undefined || body === 'stream' ? undefined : definitionOf(unwrap(body)).shape;
}

const memberWords = { params: 'parameter', body: 'body member' };

function checkMembers(
  {
    call,
    member,
    given,
  }: { call: string; member: 'params' | 'body'; given: Readonly<Record<string, Values>> },
  wanted: Shape,
  { path, scope }: Visit<Scope>,
  report: Report,
): void {
  const word = memberWords[member];
  for (const [name, value] of Object.entries(given)) {
    const here = [...path, member, name];
    const schema = Object.hasOwn(wanted, name) ? wanted[name] : undefined;
    if (schema) {
      const say = (message: string, at: readonly PropertyKey[] = here) => report(message, at);
      if (Array.isArray(value)) checkList({ call, name, values: value }, schema, scope, say);
      else checkValue(call, name, value, schema, scope, say);
    } else {
      const message = `expected a ${word} of ${call}, found "${name}"${suggest(name, Object.keys(wanted))}`;
      report(message, here, true);
    }
  }
  // What binds by its name may be among those that aren't known.
  if (scope.query === unknownQuery) return;
  for (const [name, schema] of Object.entries(wanted)) {
    if (Object.hasOwn(given, name) || schema.safeParse(undefined).success) continue;
    report(`expected the ${word} "${name}" of ${call}, found nothing`, [...path, member]);
  }
}

/** A list has to be what the call takes, and each of its values has to fit. */
function checkList(
  { call, name, values }: { call: string; name: string; values: readonly Value[] },
  schema: z.ZodType,
  scope: Scope,
  report: (message: string, path?: readonly PropertyKey[]) => void,
): void {
  const { element } = definitionOf(unwrap(schema));
  if (!element) report(`expected ${describeSchema(schema)} for "${name}" of ${call}, found a list`);
  else for (const value of values) checkValue(call, name, value, element, scope, report);
}

/** A fixed value has to fit; so does the default of a query parameter. */
function checkValue(
  call: string,
  name: string,
  value: Value,
  schema: z.ZodType,
  { query }: Scope,
  report: (message: string, path?: readonly PropertyKey[]) => void,
): void {
  const isBound = typeof value === 'string' && value.startsWith('$');
  const declared = isBound && value.startsWith('$query.') && value.slice('$query.'.length);
  const literal = isBound ? undefined : value;
  const fixed = declared ? query.get(declared) : literal;
  if (fixed === undefined || schema.safeParse(fixed).success) return;
  const suggestion = suggest(fixed, listValues(schema) ?? []);
  const expected = `expected ${describeSchema(schema)}`;
  const found = `found ${describeValue(fixed)}${suggestion}`;
  // A default is wrong once, however many calls take it.
  if (declared) report(`${expected}, as calls take it, ${found}`, ['query', declared]);
  else report(`${expected} for "${name}" of ${call}, ${found}`);
}

import { z } from 'zod';
import { type Operation, pageOf } from '../../schemas/api/operation.ts';
import { isOperationId, type OperationId, operations } from '../../schemas/api/operations.ts';
import { graphSchema, periodSchema } from '../../schemas/entities/consumption.ts';
import type { Source } from '../../schemas/manifest/parts.ts';
import type { Value } from '../../schemas/manifest/references.ts';
import type { Report, Scope } from './checkReferences.ts';
import { suggest } from './faults.ts';
import type { Names } from './names.ts';
import { listFields } from './responseFields.ts';
import { describeSchema, describeValue, listValues } from './schemaWalk.ts';
import type { Visit } from './walkReferences.ts';

const answerFields = {
  page: listFields(pageOf(z.unknown())),
  graph: listFields(graphSchema),
  period: listFields(periodSchema),
};

export function readOperation(id: OperationId): Operation {
  return operations[id];
}

/** Checks that a call's parameters fit its operation, and its answer fits the node. */
export function checkSource(visit: Visit<Scope>, _names: Names, report: Report): void {
  const { call, params = {} } = visit.value as Source;
  if (!isOperationId(call)) return;
  const operation = readOperation(call);
  const wanted = { ...operation.params?.shape, ...operation.query?.shape } as Record<
    string,
    z.ZodType
  >;
  for (const [name, value] of Object.entries(params)) {
    const path = [...visit.path, 'params', name];
    const schema = Object.hasOwn(wanted, name) ? wanted[name] : undefined;
    if (schema) {
      checkValue(call, name, value, schema, visit.scope, (message) => report(message, path));
    } else {
      const known = Object.keys(wanted);
      const message = `expected a parameter of ${call}, found "${name}"${suggest(name, known)}`;
      report(message, path, true);
    }
  }
  for (const [name, schema] of Object.entries(wanted)) {
    if (Object.hasOwn(params, name) || schema.safeParse(undefined).success) continue;
    report(`expected the parameter "${name}" of ${call}, found nothing`, [...visit.path, 'params']);
  }
  const { answers } = visit.meta ?? {};
  if (!answers) return;
  const given = listFields(operation.response);
  if (answerFields[answers].every((field) => given.includes(field))) return;
  report(`expected an operation that answers a ${answers}, found "${call}"`, [
    ...visit.path,
    'call',
  ]);
}

/** A fixed value has to fit; so does the default of a query parameter. */
function checkValue(
  call: string,
  name: string,
  value: Value,
  schema: z.ZodType,
  { query }: Scope,
  report: (message: string) => void,
): void {
  const isBound = typeof value === 'string' && value.startsWith('$');
  const declared = isBound && value.startsWith('$query.') && value.slice('$query.'.length);
  const literal = isBound ? undefined : value;
  const fixed = declared ? query.get(declared) : literal;
  if (fixed === undefined || schema.safeParse(fixed).success) return;
  const origin = declared ? `, the default of ${value}` : '';
  const suggestion = suggest(fixed, listValues(schema) ?? []);
  report(
    `expected ${describeSchema(schema)} for "${name}" of ${call}, found ${describeValue(fixed)}${origin}${suggestion}`,
  );
}

import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { filterFields, type Operation } from '../../../schemas/api/operation.ts';
import { operations } from '../../../schemas/api/operations.ts';
import { fieldsOfTypes } from '../../../schemas/entities/reportKinds.ts';
import { formSchemas } from '../../../schemas/forms/formSchemas.ts';
import { type ReportType, reportKinds, reportTypes } from '../../../schemas/kinds/reports.ts';
import { enumerations } from '../../../schemas/manifest/enumerations.ts';
import { isRow } from '../../manifests/ground/each.ts';
import { factsOf } from '../../manifests/ground/knownFields.ts';
import { findRow } from '../../manifests/ground/responseFields.ts';
import { definitionOf, listValues, unwrap } from '../../manifests/ground/schemaWalk.ts';
import { type JsonSchema, refTo, when } from './language.ts';

/** What depends on the name of a call, route, enumeration or form schema: completed by if and then. */

/** By route: its path, and the names in it. */
export type RouteParameters = ReadonlyMap<
  string,
  { readonly path: string; readonly names: readonly string[] }
>;

const lists = Object.entries(enumerations).map(([name, schema]) => ({
  name,
  values: (listValues(schema as z.ZodType) ?? []).map(String),
}));
const valuesOf = (enumeration: string) => `Values.${enumeration}`;

/** One of these: those of an enumeration stand once. */
function oneOfValues(values: readonly unknown[]): JsonSchema {
  const known = lists.find((list) => isDeepStrictEqual(list.values, values));
  return known ? { $ref: refTo(valuesOf(known.name)) } : { enum: values };
}

export function describeDependents(
  routes: RouteParameters,
  texts: ReadonlyMap<string, string>,
): Record<string, JsonSchema> {
  const calls = Object.entries(operations as Readonly<Record<string, Operation>>);
  return {
    ...Object.fromEntries(lists.map(({ name, values }) => [valuesOf(name), { enum: values }])),
    ParametersOfCall: {
      allOf: byMembers(
        calls.map(([name, { params, query, body }]) => [
          name,
          {
            params: members({ ...params?.shape, ...query?.shape }),
            ...((!body || shapeOf(body)) && { body: members(shapeOf(body) ?? {}) }),
          },
        ]),
      ).map(([names, alike]) => named('call', names, alike)),
    },
    ParametersOfRoute: {
      allOf: byMembers(
        [...routes].flatMap(([name, { path, names }]): [string, JsonSchema][] => {
          const inPath = names.map((one) => [one, { description: `A part of ${path}` }]);
          const params = { properties: Object.fromEntries(inPath) };
          return names.length > 0 ? [[name, { params }]] : [];
        }),
      ).map(([names, alike]) => named('route', names, alike)),
    },
    ColumnsOfCall: {
      allOf: byMembers(
        calls.flatMap(([name, operation]): [string, JsonSchema][] => {
          const columns = describeColumns(operation);
          return columns ? [[name, { columns: { properties: columns } }]] : [];
        }),
      ).map(([names, alike]) => sourced(names, alike)),
    },
    FieldsOfForm: {
      allOf: Object.entries(formSchemas).map(([name, schema]) =>
        named('schema', [name], { fields: describeFields(schema) }),
      ),
    },
    ChoicesOfReport: {
      allOf: reportTypes.map((type) => named('reportType', [type], describeReport(type))),
    },
    ValuesOfEach: {
      allOf: lists.map(({ name, values }) =>
        named('each', [name], {
          only: { items: oneOfValues(values) },
          ...Object.fromEntries(
            values.map((value) => [
              value,
              { description: texts.get(`enums:${name}.${value}`) ?? `For ${value} alone` },
            ]),
          ),
        }),
      ),
    },
    ValuesOfChoice: {
      allOf: lists.map(({ name, values }) =>
        named('enumeration', [name], { only: { items: oneOfValues(values) } }),
      ),
    },
    ValuesOfQuery: { properties: { query: { properties: describeQuery(calls) } } },
  };
}

/** What a preset's definition can say of its type: those columns, and nothing that is ignored. */
function describeReport(type: ReportType): Record<string, JsonSchema | false> {
  const { needs, takes, columns } = reportKinds[type];
  const ignored = fieldsOfTypes.filter((field) => ![...needs, ...takes].includes(field));
  const name = { enum: columns, description: 'A column of this type of report' };
  return {
    columns: { items: { properties: { name } } },
    ...Object.fromEntries(ignored.map((field) => [field, false as const])),
  };
}

/** Query parameters that mean one thing: several calls have them, all with the same closed list. */
function describeQuery(calls: readonly [string, Operation][]): JsonSchema {
  const found = new Map<string, (readonly string[] | undefined)[]>();
  for (const [, { params, query }] of calls) {
    for (const [name, schema] of Object.entries({ ...params?.shape, ...query?.shape })) {
      const values = listValues(schema as z.ZodType)?.map(String);
      found.set(name, [...(found.get(name) ?? []), values]);
    }
  }
  const entries = [...found].flatMap(([name, all]) => {
    const [values] = all;
    const isOne = all.length > 1 && all.every((one) => one?.join() === values?.join());
    if (!values || !isOne) return [];
    const one = oneOfValues(values);
    const whole = { type: 'object', properties: { default: one } };
    return [[name, { anyOf: [one, whole] }]];
  });
  return Object.fromEntries(entries);
}

/** The fields of a call's rows, as columns by id; undefined when it answers no rows. */
export function describeColumns(operation: Operation): Record<string, JsonSchema> | undefined {
  const row = findRow(operation.response as z.ZodType, 'content');
  const shape = row && shapeOf(row);
  if (!shape) return undefined;
  const filter = operation.query?.shape['filter'] as z.ZodType | undefined;
  const { fields = {} } = (filter && filterFields.get(unwrap(filter))) ?? {};
  const sorts = (operation.query?.shape['sort'] as z.ZodType | undefined) ?? undefined;
  const sortable = (sorts && listValues(sorts)) ?? [];
  return Object.fromEntries(
    Object.entries(shape).map(([name, field]) => {
      const can = [
        ...(sortable.includes(name) ? ['sorted'] : []),
        ...(fields[name] ? [`filtered (${fields[name]})`] : []),
        ...(factsOf(row)?.title === name ? ['names the row'] : []),
      ];
      const words = [describeOf(field), ...can].filter(Boolean).join('; ');
      return [name, words ? { description: words } : {}];
    }),
  );
}

function describeFields(schema: z.ZodType): JsonSchema {
  const shape = shapeOf(schema) ?? {};
  const properties = Object.entries(shape).map(([name, field]) => {
    const bare = unwrap(field);
    const element = definitionOf(bare).element ?? bare;
    const inner = shapeOf(element);
    const description = describeOf(field);
    const own = listValues(element);
    // A form with `each` is of each of its values.
    const values = own?.some((value) => isRow(String(value))) ? [...own, '$each'] : own;
    const one = values && oneOfValues(values);
    return [
      name,
      {
        ...(description && { description }),
        ...(inner && { properties: { fields: describeFields(element) } }),
        ...(one && {
          properties: {
            only: { items: oneOfValues(values.map(String)) },
            default: { anyOf: [one, { type: 'array', items: one }] },
          },
        }),
      },
    ];
  });
  return {
    properties: Object.fromEntries(properties),
    propertyNames: { enum: [...Object.keys(shape), 'use', 'with'] },
  };
}

/** A schema's own words, be they on the outside or within what makes it optional. */
export function describeOf(schema: z.ZodType): string {
  const { innerType } = definitionOf(schema);
  return schema.description ?? (innerType ? describeOf(innerType) : '');
}

function shapeOf(schema: Operation['body']): Readonly<Record<string, z.ZodType>> | undefined {
  return schema && schema !== 'stream' ? definitionOf(unwrap(schema)).shape : undefined;
}

function members(shape: Readonly<Record<string, unknown>>): JsonSchema {
  const names = Object.keys(shape);
  const properties = names.map((name) => {
    const description = describeOf(shape[name] as z.ZodType);
    return [name, description ? { description } : {}];
  });
  // A list of no names is no JSON Schema.
  if (names.length === 0) return { maxProperties: 0 };
  return { properties: Object.fromEntries(properties), propertyNames: { enum: names } };
}

/** What several have alike is said once: editors load all of it. */
function byMembers(described: readonly [string, JsonSchema][]): [string[], JsonSchema][] {
  const alike = Map.groupBy(described, ([, members]) => JSON.stringify(members));
  return [...alike.values()].map((each) => [each.map(([name]) => name), each[0]?.[1] ?? {}]);
}

function oneOf(names: readonly string[]): JsonSchema {
  return names.length === 1 ? { const: names[0] } : { enum: names };
}

function named(key: string, names: readonly string[], members: JsonSchema): JsonSchema {
  const fits = { type: 'object', properties: { [key]: oneOf(names) }, required: [key] };
  return when(fits, { properties: members });
}

function sourced(calls: readonly string[], members: JsonSchema): JsonSchema {
  const whole = { type: 'object', properties: { call: oneOf(calls) }, required: ['call'] };
  const source = { anyOf: [oneOf(calls), whole] };
  return when(
    { type: 'object', properties: { source }, required: ['source'] },
    { properties: members },
  );
}

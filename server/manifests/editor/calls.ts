import type { z } from 'zod';
import { filterFields, type Operation } from '../../../schemas/api/operation.ts';
import { operations } from '../../../schemas/api/operations.ts';
import { type ReportType, reportTypes } from '../../../schemas/entities/report.ts';
import { fieldsOfTypes, reportKinds } from '../../../schemas/entities/reportKinds.ts';
import { formSchemas } from '../../../schemas/forms/formSchemas.ts';
import { enumerations } from '../../../schemas/manifest/enumerations.ts';
import { factsOf } from '../knownFields.ts';
import { findRow } from '../responseFields.ts';
import { definitionOf, listValues, unwrap } from '../schemaWalk.ts';
import { type JsonSchema, when } from './language.ts';

/** What depends on the name of a call, route, enumeration or form schema: completed by if and then. */

export type RouteParameters = ReadonlyMap<string, readonly string[]>;

export function describeDependents(routes: RouteParameters): Record<string, JsonSchema> {
  const calls = Object.entries(operations as Readonly<Record<string, Operation>>);
  const lists = Object.entries(enumerations).map(([name, schema]) => ({
    name,
    values: (listValues(schema as z.ZodType) ?? []).map(String),
  }));
  return {
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
        [...routes].flatMap(([name, parameters]): [string, JsonSchema][] =>
          parameters.length > 0 ? [[name, { params: { properties: anyNamed(parameters) } }]] : [],
        ),
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
        named('each', [name], { only: { items: { enum: values } }, ...anyNamed(values) }),
      ),
    },
    ValuesOfChoice: {
      allOf: lists.map(({ name, values }) =>
        named('enumeration', [name], { only: { items: { enum: values } } }),
      ),
    },
  };
}

/** What a preset's definition can say of its type: those columns, and nothing that is ignored. */
function describeReport(type: ReportType): Record<string, JsonSchema | false> {
  const { needs, takes, columns } = reportKinds[type];
  const ignored = fieldsOfTypes.filter((field) => ![...needs, ...takes].includes(field));
  const name = { enum: columns };
  return {
    columns: { items: { properties: { name } } },
    ...Object.fromEntries(ignored.map((field) => [field, false as const])),
  };
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
    const inner = shapeOf(definitionOf(bare).element ?? bare);
    const description = describeOf(field);
    return [
      name,
      {
        ...(description && { description }),
        ...(inner && {
          properties: { fields: describeFields(definitionOf(bare).element ?? bare) },
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

function anyNamed(names: readonly string[]): JsonSchema {
  return Object.fromEntries(names.map((name) => [name, {}]));
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

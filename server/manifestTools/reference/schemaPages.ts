import type { z } from 'zod';
import { filterFields, type Operation } from '../../../schemas/api/operation.ts';
import { operations } from '../../../schemas/api/operations.ts';
import { formSchemas } from '../../../schemas/forms/formSchemas.ts';
import { describeField, factsOf } from '../../manifests/ground/knownFields.ts';
import { findRow } from '../../manifests/ground/responseFields.ts';
import { definitionOf, listValues, unwrap } from '../../manifests/ground/schemaWalk.ts';
import { describeOf } from '../editor/calls.ts';
import { code, type Page, table } from './markdown.ts';
import { defaultOf, typeOf } from './types.ts';

/** Pages of what calls take and answer, and of what forms fill in. */

export type Texts = ReadonlyMap<string, string>;
const noLink = () => undefined;
const pushed =
  'The server tells open pages when its answer changes: a `live` table needn’t ask to find out.';

export function listOperationPages(texts: Texts): Page[] {
  return Object.entries(operations as Readonly<Record<string, Operation>>).map(
    ([id, operation]) => {
      const row = findRow(operation.response, 'content');
      const canBeSource = operation.method === 'GET' || operation.reads;
      return {
        name: `operations/${id}.md`,
        title: `The operation "${id}"`,
        lines: [
          `${operation.summary}.`,
          '',
          `Module ${code(operation.module)}. ${canBeSource ? 'It only reads: a `source` can name it.' : 'It changes something: an action calls it.'} ${code(`${operation.method} ${operation.path}`)}`,
          ...(operation.pushes ? ['', pushed] : []),
          ...describeAccess(operation),
          ...describeParameters(operation),
          ...(row ? describeRow(row, operation, texts) : describeAnswer(operation, texts)),
        ],
      };
    },
  );
}

/** What the calls of each module do: all of them on one page would be too long to read. */
export function listModulePages(): Page[] {
  const calls = Object.entries(operations as Readonly<Record<string, Operation>>);
  return [...Map.groupBy(calls, ([, { module }]) => module)].map(([module, own]) => ({
    name: `modules/${module}.md`,
    title: `The operations of "${module}"`,
    lines: own.map(([id, { summary }]) => `- [${id}](../operations/${id}.md): ${summary}.`),
  }));
}

function describeAccess({ access }: Operation): string[] {
  return access ? ['', `Only for sessions that fit ${code(JSON.stringify(access))}.`] : [];
}

function describeParameters({ params, query, body }: Operation): string[] {
  const shapes: [string, Readonly<Record<string, z.ZodType>>][] = [
    ['address', shapeOf(params)],
    ['query', shapeOf(query)],
    ['body', shapeOf(body)],
  ];
  const rows = shapes.flatMap(([place, shape]) =>
    Object.entries(shape).map(([name, schema]) => [
      code(name),
      place,
      schema.safeParse(undefined).success ? '' : 'needed',
      takes(name, schema),
      defaultOf(schema),
      describeOf(schema),
    ]),
  );
  const stream = body === 'stream' ? ['', 'Its body is a file.'] : [];
  const heading = rows.length + stream.length > 0 ? ['', '## Parameters', ''] : [];
  return [...heading, ...stream, ...table(['parameter', 'in', '', 'takes', 'default', 'is'], rows)];
}

function takes(name: string, schema: z.ZodType): string {
  if (name === 'filter') return 'a list of `field:value`';
  const sorts = name === 'sort' ? listValues(schema)?.map(String) : undefined;
  const upwards = sorts?.filter((one) => !one.startsWith('-'));
  return upwards ? upwards.map(code).join(', ') : typeOf(schema, noLink);
}

function shapeOf(schema: Operation['body']): Readonly<Record<string, z.ZodType>> {
  return (schema && schema !== 'stream' && definitionOf(unwrap(schema)).shape) || {};
}

function describeRow(row: z.ZodType, operation: Operation, texts: Texts): string[] {
  const facts = factsOf(row);
  const gives = Object.entries(facts?.references ?? {}).map(
    ([parameter, field]) => `${code(parameter)} (its ${code(field)})`,
  );
  return [
    '',
    '## Rows',
    '',
    ...(facts?.key ? [`A row is told apart by ${code(facts.key)}.`] : []),
    ...(facts?.title ? [`A person calls it by ${code(facts.title)}.`] : []),
    ...(gives.length > 0 ? [`To calls and links in a row it gives ${gives.join(', ')}.`] : []),
    ...fieldTable(row, operation, texts),
  ];
}

function describeAnswer({ response }: Operation, texts: Texts): string[] {
  const rows = fieldTable(response, undefined, texts);
  return rows.length > 0 ? ['', '## Answer', ...rows] : [];
}

function fieldTable(schema: z.ZodType, operation: Operation | undefined, texts: Texts): string[] {
  const filter = operation?.query?.shape['filter'] as z.ZodType | undefined;
  const { fields = {} } = (filter && filterFields.get(unwrap(filter))) ?? {};
  const sort = operation?.query?.shape['sort'] as z.ZodType | undefined;
  const sortable = (sort && listValues(sort)) ?? [];
  const rows = listFields(schema).map(({ path, field, owner, key }) => {
    const { labels = [], format } = describeField(owner, key) ?? {};
    const label = labels.map((key) => texts.get(key)).find(Boolean);
    const last = path.split('.').at(-1) ?? '';
    return [
      code(path),
      label ?? '',
      format ? writeFormat(format) : '',
      sortable.includes(path) || sortable.includes(last) ? 'sorts' : '',
      fields[path] ?? '',
      describeOf(field),
    ];
  });
  return table(['field', 'label', 'written as', 'sort', 'filter', 'is'], rows);
}

interface ListedField {
  readonly path: string;
  readonly field: z.ZodType;
  readonly owner: z.ZodType;
  readonly key: string;
}

/** The fields of an object, those of objects and of lists of objects in it by their path. */
function listFields(schema: z.ZodType): ListedField[] {
  return membersOf(schema, '').flatMap((own) => {
    const { shape, element } = definitionOf(unwrap(own.field));
    if (shape) return [own, ...membersOf(own.field, `${own.path}.`)];
    return [own, ...(element ? membersOf(element, `${own.path}[].`) : [])];
  });
}

function membersOf(owner: z.ZodType, before: string): ListedField[] {
  const members = Object.entries(definitionOf(unwrap(owner)).shape ?? {});
  return members.map(([key, field]) => ({ path: `${before}${key}`, field, owner, key }));
}

interface Fixed {
  readonly fixed: string;
}

function writeFormat({ as, ...options }: { as: string }): string {
  const { of, unit, signed } = options as { of?: string; unit?: unknown; signed?: boolean };
  // A text has `fixed`, too: a method as old as the language.
  const said = typeof unit === 'string' ? `unit in ${unit}` : (unit as Fixed | undefined)?.fixed;
  const more = of ?? said;
  return [as, ...(more ? [`(${more})`] : []), ...(signed ? ['with its sign'] : [])].join(' ');
}

export function listFormPages(texts: Texts): Page[] {
  return Object.entries(formSchemas).map(([name, schema]) => ({
    name: `forms/${name}.md`,
    title: `The form schema "${name}"`,
    lines: [
      `${describeOf(schema) || 'What a form with this schema fills in'}.`,
      '',
      'A form shows those of these fields that it names, and can only narrow what they take.',
      ...table(
        ['field', 'label', '', 'takes', 'default', 'is'],
        listFields(schema).map(({ path, field, owner, key }) => {
          const labels = describeField(owner, key)?.labels ?? [];
          return [
            code(path),
            labels.map((key) => texts.get(key)).find(Boolean) ?? '',
            field.safeParse(undefined).success ? '' : 'needed',
            typeOf(field, noLink),
            defaultOf(field),
            describeOf(field),
          ];
        }),
      ),
    ],
  }));
}

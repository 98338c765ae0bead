import type { z } from 'zod';
import { origins, partMaps } from '../../../schemas/manifest/language.ts';
import { definitionOf, unwrap } from '../../manifests/ground/schemaWalk.ts';
import { describeOf } from '../editor/calls.ts';
import { code, table } from './markdown.ts';
import { defaultOf, findId, type LinkTo, typeOf } from './types.ts';

const head = ['key', '', 'takes', 'default', 'comes along from', 'is'];
const envelope = new Set(['$schema', 'manifestVersion']);

/** The keys of an object, and under headings of their own those of the objects in it. */
export function describeKeys(schema: z.ZodType, link: LinkTo): string[] {
  return describe(schema, '', link, new Set());
}

function describe(schema: z.ZodType, name: string, link: LinkTo, met: Set<z.ZodType>): string[] {
  const bare = unwrap(schema);
  if (met.has(bare)) return [];
  met.add(bare);
  const { shape, options = [] } = definitionOf(bare);
  if (!shape) {
    return options.flatMap((one) =>
      describe(one, optionName(one) || one.description || name, link, met),
    );
  }
  const inside = Object.entries(shape)
    .filter(([key]) => !envelope.has(key))
    .flatMap(([key, member]) => listInside(member, key, link));
  return [
    ...(name ? ['', `## ${name}`, ''] : []),
    ...keysOf(shape, link),
    ...inside.flatMap((one) => describe(one.schema, one.noun, link, met)),
  ];
}

function keysOf(shape: Readonly<Record<string, z.ZodType>>, link: LinkTo): string[] {
  const rows = Object.entries(shape)
    .filter(([key]) => !envelope.has(key))
    .map(([key, member]) => {
      const from = originOf(member);
      const isNeeded = !member.safeParse(undefined).success;
      const isRepeated = partMaps.get(unwrap(member))?.repeats ? ' (`each` repeats one)' : '';
      return [
        code(key),
        isNeeded ? 'needed' : '',
        takes(member, link) + isRepeated,
        defaultOf(member),
        from,
        describeOf(member),
      ];
    });
  return table(head, rows);
}

function takes(schema: z.ZodType, link: LinkTo): string {
  return typeOf(schema, link).replace(/an object$/, 'an object, below');
}

function originOf(schema: z.ZodType): string {
  const { innerType } = definitionOf(schema);
  return origins.get(schema)?.from ?? (innerType ? originOf(innerType) : '');
}

/** The objects that are described nowhere else. */
function listInside(
  schema: z.ZodType,
  name: string,
  link: LinkTo,
): { schema: z.ZodType; noun: string }[] {
  const bare = unwrap(schema);
  const id = findId(bare);
  if (id && link(id)) return [];
  const { shape, element, valueType, options = [] } = definitionOf(bare);
  if (shape) return [{ schema: bare, noun: optionName(bare) || code(name) }];
  const noun = partMaps.get(bare)?.noun;
  const words = noun ? `Each ${noun} of ${code(name)}` : name;
  const inside = [...(element ? [element] : []), ...(valueType ? [valueType] : [])]
    .flatMap((one) => listInside(one, name, link))
    .map((one) => ({ ...one, noun: noun ? words : one.noun }));
  const chosen = options.flatMap((option) =>
    listInside(option, name, link).map((one) => ({
      ...one,
      noun: optionName(one.schema) || one.schema.description || one.noun,
    })),
  );
  return [...inside, ...chosen];
}

/** Of an option of a union: what tells it apart, such as `"do": "call"`. */
function optionName(schema: z.ZodType): string {
  const { shape = {} } = definitionOf(unwrap(schema));
  for (const key of ['type', 'kind', 'do', 'as']) {
    const member = shape[key];
    const { values } = member ? definitionOf(unwrap(member)) : {};
    if (values?.length === 1) return `\`"${key}": ${JSON.stringify(values[0])}\``;
  }
  const [first, ...others] = Object.keys(shape);
  return first && others.length === 0 ? code(first) : '';
}

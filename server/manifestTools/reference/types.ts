import { z } from 'zod';
import { partMaps } from '../../../schemas/manifest/language.ts';
import { type ReferenceKind, references } from '../../../schemas/manifest/references.ts';
import { definitionOf, listValues, unwrap } from '../../manifests/ground/schemaWalk.ts';
import { code } from './markdown.ts';

/** What a schema takes, in words; `link` says where something with an id is described. */
export type LinkTo = (id: string) => string | undefined;

const kinds: Partial<Record<ReferenceKind, string>> = {
  localeKey: 'the key of a text',
  textPrefix: 'the beginning of keys of texts',
  operation: 'an operation that reads',
  commandName: 'an operation',
  route: 'a route',
  screen: 'a screen',
  form: 'a form',
  formSchema: 'the schema of a form',
  module: 'a module',
  field: 'a field',
  rows: 'a field that holds a list',
  binding: 'a binding',
  operand: 'a field, or a binding',
  enumeration: 'an enumeration',
  enumerationValue: 'a value of the enumeration',
  query: 'a query parameter of the screen',
  ownQuery: 'a new query parameter',
  sort: 'a value of the sort parameter',
};

/** What the options of a plain value are called together. */
const anyValue = 'words or a number or true or false';
const maxListed = 30;

export function typeOf(schema: z.ZodType, link: LinkTo): string {
  const bare = unwrap(schema);
  const id = findId(bare);
  const linked = id && link(id);
  if (linked) return linked;
  const kind = references.get(bare)?.reference;
  if (kind && kinds[kind]) return kinds[kind];
  const values = listValues(bare);
  return values ? listed(values) : composed(bare, link);
}

function listed(values: readonly unknown[]): string {
  const shown = values.slice(0, maxListed).map((value) => code(JSON.stringify(value)));
  return `${shown.join(', ')}${values.length > maxListed ? ', …' : ''}`;
}

function composed(bare: z.ZodType, link: LinkTo): string {
  const definition = definitionOf(bare);
  const { type, element, valueType, keyType } = definition;
  if (type === 'union') {
    const words = (definition.options ?? []).map((option) => typeOf(option, link));
    return [...new Set(words)]
      .join(' or ')
      .replace(anyValue, 'a value')
      .replace('a binding or a value', 'a value, or a binding');
  }
  const noun = partMaps.get(bare)?.noun;
  if (noun && valueType) return `by id: ${inner(valueType, noun, link)}`;
  if (type === 'record' && valueType) {
    const key = keyType && references.get(keyType)?.reference;
    const by = key && kinds[key] ? kinds[key].replace(/^an? /, '') : 'name';
    return `by ${by}: ${typeOf(valueType, link)}`;
  }
  if (type === 'array' && element) return `a list: ${inner(element, 'objects', link)}`;
  return plain(bare, type);
}

function inner(schema: z.ZodType, noun: string, link: LinkTo): string {
  const words = typeOf(schema, link);
  return words === 'an object' ? `${noun}, below` : words;
}

function plain(schema: z.ZodType, type: string): string {
  if (type === 'object') return 'an object';
  if (type === 'boolean') return 'true or false';
  if (type === 'null') return '`null`';
  const limits = limitsOf(schema);
  const word = { string: 'words', number: 'a number', int: 'a number' }[type] ?? 'anything';
  return limits ? `${word}, ${limits}` : word;
}

/** The bounds of a schema, in words. */
export function limitsOf(schema: z.ZodType): string {
  const { format } = definitionOf(unwrap(schema));
  const json = z.toJSONSchema(unwrap(schema), { unrepresentable: 'any', io: 'input' });
  const huge = Number.MAX_SAFE_INTEGER;
  const between = (low: unknown, high: unknown, noun: string) => {
    const [from, to] = [Number(low), Number(high)];
    const hasLow = Number.isFinite(from) && from > -huge && !(noun && from === 0);
    const hasHigh = Number.isFinite(to) && to < huge;
    if (hasLow && hasHigh) return `${from} to ${to}${noun}`;
    if (hasLow) return `${from} or more${noun}`;
    return hasHigh ? `at most ${to}${noun}` : '';
  };
  const formats: Record<string, string> = {
    email: 'an e-mail address',
    url: 'a web address',
    date: 'a day as YYYY-MM-DD',
    datetime: 'an instant as YYYY-MM-DDTHH:MM:SSZ',
  };
  return [
    (format && formats[format]) ?? '',
    json.type === 'integer' ? 'whole' : '',
    between(json.minimum, json.maximum, ''),
    between(json.minLength, json.maxLength, ' characters'),
    between(json.minItems, json.maxItems, ' entries'),
  ]
    .filter(Boolean)
    .join(', ');
}

/** The name of a schema, described anew or not. */
export function findId(schema: z.ZodType): string | undefined {
  let one: z.core.$ZodType | undefined = schema;
  while (one) {
    const id = z.globalRegistry.get(one)?.id;
    if (id) return id;
    one = one._zod.parent;
  }
  return undefined;
}

export function defaultOf(schema: z.ZodType): string {
  const { type, innerType, defaultValue } = definitionOf(schema) as ReturnType<
    typeof definitionOf
  > & { defaultValue?: unknown };
  if (type === 'default') return code(JSON.stringify(defaultValue));
  return innerType ? defaultOf(innerType) : '';
}

import { linePattern } from '../../schemas/line.ts';
import type { JsonSchema } from '../../schemas/manifest/compiledForm.ts';

type Schema = boolean | JsonSchema;

/** What describes a schema and judges nothing; zod writes a pattern beside each format. */
const annotations = [
  ...['$schema', '$defs', '$ref', 'id', 'title', 'description', 'examples', 'deprecated'],
  ...['default', 'format', 'required', 'type'],
];

/**
 * Plain code that says whether values fit schemas as zod 4 writes them: an ES module without imports
 * whose export `checks` has a function (value) => boolean by each name. Only for values out of JSON.
 *
 * ajv's standalone code would say what is wrong too, in six times as many bytes.
 *
 * @throws Error for a keyword that zod doesn't write today.
 */
export function writeChecks(schemas: Readonly<Record<string, JsonSchema>>): string {
  const definitions: Definition[] = [];
  const roots = Object.entries(schemas).map(([name, schema], at) => {
    const { refs, own } = nameDefinitions(schema, `c${at}_`);
    definitions.push(...own);
    return { name, schema, refs };
  });
  const { functions, names } = writeFunctions(definitions);
  const entries = roots.map(
    ({ name, schema, refs }) =>
      `${JSON.stringify(name)}: ${writeFunction(schema, renamed(refs, names))}`,
  );
  return [
    'const isObject = (v) => typeof v == "object" && v !== null && !Array.isArray(v);',
    // With so many members, and perhaps some of these: what has all that it needs has no other then.
    'const isOf = (v, size, ...maybe) => isObject(v) && Object.keys(v).length == maybe.reduce((n, k) => n + Object.hasOwn(v, k), size);',
    ...functions,
    `export const checks = { ${entries.join(',\n')} };\n`,
  ].join('\n');
}

/** A part of a schema that has a function of its own, and how it calls the others. */
interface Definition {
  readonly name: string;
  readonly schema: Schema;
  readonly refs: Refs;
}

function nameDefinitions(schema: JsonSchema, prefix: string) {
  const definitions = new Map<string, Schema>(
    Object.entries((schema['$defs'] ?? {}) as Record<string, Schema>).map(
      ([id, definition]): [string, Schema] => [`#/$defs/${id}`, definition],
    ),
  );
  const resolve = (path: string): string => {
    const described = describedBy(definitions.get(path));
    return described === undefined ? path : resolve(described);
  };
  const names = new Map([...definitions.keys()].map((path, of) => [path, `${prefix}${of}`]));
  const refs = new Map([...names].map(([path]) => [path, String(names.get(resolve(path)))]));
  const own = [...definitions]
    .filter(([path]) => resolve(path) === path)
    .map(([path, definition]) => ({ name: String(refs.get(path)), schema: definition, refs }));
  return { refs, own };
}

/** The definitions as code, each once: what is the same but for its name goes by the first one's. */
function writeFunctions(definitions: readonly Definition[]) {
  const names = new Map<string, string>();
  for (;;) {
    const byCode = new Map<string, string>();
    const known = names.size;
    for (const { name, schema, refs } of definitions) {
      if (names.has(name)) continue;
      const code = writeFunction(schema, renamed(refs, names));
      // A member has to be there to fit it, which its callers can't see.
      if (code === '(v) => true')
        throw new Error('writeCheck.ts has to learn of what is anything.');
      const first = byCode.get(code);
      if (first === undefined) byCode.set(code, name);
      else names.set(name, first);
    }
    // Callers of what has got another's name may now be the same, too.
    if (names.size > known) continue;
    return { functions: [...byCode].map(([code, name]) => `const ${name} = ${code};`), names };
  }
}

function renamed(refs: Refs, names: ReadonlyMap<string, string>): Refs {
  const last = (name: string): string => {
    const next = names.get(name);
    return next === undefined ? name : last(next);
  };
  return new Map([...refs].map(([path, name]) => [path, last(name)]));
}

/** Where a schema only describes another one, that one. */
function describedBy(schema: Schema | undefined): string | undefined {
  if (typeof schema !== 'object' || schema['$ref'] === undefined) return undefined;
  const isOnly = Object.keys(schema).every((key) => key === '$ref' || key === 'description');
  return isOnly ? String(schema['$ref']) : undefined;
}

type Refs = ReadonlyMap<string, string>;

function writeFunction(schema: Schema, refs: Refs): string {
  return `(v) => ${writeTest(schema, 'v', refs)}`;
}

/** A boolean expression on the value that the expression `v` stands for. */
function writeTest(schema: Schema, v: string, refs: Refs): string {
  if (typeof schema === 'boolean') return String(schema);
  const tests: string[] = [];
  if (schema['$ref']) tests.push(`${refs.get(String(schema['$ref']))}(${v})`);
  const types = [schema['type'] ?? []].flat() as string[];
  if (types.length > 0) {
    tests.push(anyOf(types.map((type) => writeType(type, schema, v, refs))));
  }
  for (const [keyword, value] of Object.entries(schema)) {
    if (annotations.includes(keyword) || typeKeywords.includes(keyword)) continue;
    const write = Object.hasOwn(keywords, keyword) && keywords[keyword];
    if (!write) throw new Error(`writeCheck.ts has to learn the keyword «${keyword}».`);
    tests.push(write(value, v, refs));
  }
  return allOf(tests);
}

const anyOf = (tests: readonly string[]) =>
  tests.length === 1 ? String(tests[0]) : `(${tests.join(' || ')})`;

function allOf(tests: readonly string[]): string {
  const told = tests.filter((test) => test !== 'true');
  return told.length === 0 ? 'true' : told.join(' && ');
}

const keywords: Readonly<Record<string, (value: unknown, v: string, refs: Refs) => string>> = {
  const: (value, v) => `${v} === ${JSON.stringify(value)}`,
  enum: (values, v) => `${JSON.stringify(values)}.includes(${v})`,
  anyOf: (options, v, refs) => writeOptions(options, v, refs),
  // A discriminated union: no value fits two.
  oneOf: (options, v, refs) => writeOptions(options, v, refs),
};

function writeOptions(options: unknown, v: string, refs: Refs): string {
  const tests = (options as Schema[]).map((option) => writeTest(option, v, refs));
  return tests.includes('true') ? 'true' : anyOf(tests.map((test) => `(${test})`));
}

const typeKeywords = [
  ...['minLength', 'maxLength', 'pattern'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['items', 'prefixItems', 'minItems', 'maxItems'],
  ...['properties', 'additionalProperties', 'propertyNames'],
];

function writeType(type: string, schema: JsonSchema, v: string, refs: Refs): string {
  if (type === 'null') return `${v} === null`;
  if (type === 'string') return allOf([`typeof ${v} == "string"`, ...writeText(schema, v)]);
  if (type === 'number') return allOf([`typeof ${v} == "number"`, ...writeRange(schema, v)]);
  if (type === 'integer') return allOf([`Number.isInteger(${v})`, ...writeRange(schema, v)]);
  if (type === 'array') return allOf([`Array.isArray(${v})`, ...writeItems(schema, v, refs)]);
  if (type === 'object') return allOf([writeSize(schema, v), ...writeMembers(schema, v, refs)]);
  return `typeof ${v} == ${JSON.stringify(type)}`;
}

function compare(schema: JsonSchema, left: string, operators: Record<string, string>): string[] {
  return Object.entries(operators)
    .filter(([keyword]) => schema[keyword] !== undefined)
    .map(([keyword, operator]) => `${left} ${operator} ${schema[keyword]}`);
}

function writeText(schema: JsonSchema, v: string): string[] {
  const { pattern } = schema as { pattern?: string };
  const lengths = compare(schema, `${v}.length`, { minLength: '>=', maxLength: '<=' });
  // A name that was entered before names had to be one line still has to be shown.
  if (pattern === undefined || pattern === linePattern.source) return lengths;
  return [...lengths, `${new RegExp(pattern)}.test(${v})`];
}

function writeRange(schema: JsonSchema, v: string): string[] {
  if (schema['multipleOf'] !== undefined) {
    throw new Error('writeCheck.ts has to learn the keyword «multipleOf».');
  }
  const strict = { exclusiveMinimum: '>', exclusiveMaximum: '<' };
  return compare(schema, v, { minimum: '>=', maximum: '<=', ...strict });
}

function writeItems(schema: JsonSchema, v: string, refs: Refs): string[] {
  const { items, prefixItems = [] } = schema as { items?: Schema; prefixItems?: Schema[] };
  const lengths = compare(schema, `${v}.length`, { minItems: '>=', maxItems: '<=' });
  const first = prefixItems.map((item, at) => writeTest(item, `${v}[${at}]`, refs));
  if (items === undefined) return [...lengths, ...first];
  const rest = prefixItems.length > 0 ? `${v}.slice(${prefixItems.length})` : v;
  const test = writeTest(items, 'v', refs);
  return [...lengths, ...first, ...(test === 'true' ? [] : [`${rest}.every((v) => ${test})`])];
}

/** That it is an object, and as large as one is that has no members but those described. */
function writeSize(schema: JsonSchema, v: string): string {
  if (schema['additionalProperties'] !== false) return `isObject(${v})`;
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  const maybe = Object.keys(properties).filter((key) => !required.includes(key));
  const size = Object.keys(properties).length - maybe.length;
  return `isOf(${[v, size, ...maybe.map((key) => JSON.stringify(key))].join(', ')})`;
}

function writeMembers(schema: JsonSchema, v: string, refs: Refs): string[] {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  const members = Object.entries(properties).map(([key, member]) => {
    const value = `${v}[${JSON.stringify(key)}]`;
    const test = writeTest(member, value, refs);
    if (required.includes(key)) return test === 'true' ? `${JSON.stringify(key)} in ${v}` : test;
    return test === 'true' ? test : `(${value} === undefined || ${test})`;
  });
  const others = required
    .filter((key) => !Object.hasOwn(properties, key))
    .map((key) => `${JSON.stringify(key)} in ${v}`);
  return [...members, ...others, ...writeOtherMembers(schema, v, refs)];
}

function writeOtherMembers(schema: JsonSchema, v: string, refs: Refs): string[] {
  const names = schema['propertyNames'] as Schema | undefined;
  const others = schema['additionalProperties'] as Schema | undefined;
  const tests: string[] = [];
  if (names !== undefined) {
    tests.push(`Object.keys(${v}).every((v) => ${writeTest(names, 'v', refs)})`);
  }
  if (others !== undefined && typeof others !== 'boolean') {
    const known = JSON.stringify(Object.keys(schema['properties'] ?? {}));
    const test = writeTest(others, 'o[k]', refs);
    const isKnown = known === '[]' ? '' : `${known}.includes(k) || `;
    if (test !== 'true') {
      tests.push(`((o) => Object.keys(o).every((k) => ${isKnown}(${test})))(${v})`);
    }
  }
  return tests;
}

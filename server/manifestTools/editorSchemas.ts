import type { z } from 'zod';
import { operations } from '../../schemas/api/operations.ts';
import { formSchemas } from '../../schemas/forms/formSchemas.ts';
import { enumerations } from '../../schemas/manifest/enumerations.ts';
import { moduleFileSchema, screenFileSchema } from '../../schemas/manifest/files.ts';
import { formFileSchema } from '../../schemas/manifest/form.ts';
import { presetFileSchema } from '../../schemas/manifest/preset.ts';
import { type Located, toValue } from '../manifests/ground/located.ts';
import { pathParameters } from '../manifests/ground/names.ts';
import { listParts, sharedParts } from '../manifests/layer/layerMarket.ts';
import { type KnownParts, takeParts } from '../manifests/layer/takeParts.ts';
import type { LoadedFiles } from '../manifests/read/load.ts';
import { readTexts } from '../manifests/read/texts.ts';
import { serverNamespaces } from '../manifests/serve/servedTexts.ts';
import { describeDependents, type RouteParameters } from './editor/calls.ts';
import {
  type Definitions,
  describeLanguage,
  isObject,
  type JsonSchema,
  type ListedKind,
  listed,
  ofEach,
  open,
  refTo,
  when,
} from './editor/language.ts';
import { layOut, nameOf, overlayOf } from './editor/layered.ts';
import { describeOverride } from './editor/overrideSchemas.ts';
import { shareRepeated } from './editor/shareRepeated.ts';

const draft = { $schema: 'https://json-schema.org/draft/2020-12/schema' };
const library = 'language.schema.json';
const wholeFiles = {
  market: 'MarketFile',
  module: 'ModuleFile',
  screen: 'ScreenFile',
  form: 'FormFile',
  preset: 'PresetFile',
};
const envelope = ['$schema', 'manifestVersion'];

/**
 * JSON Schemas by file name, so that editors complete and check manifests while they are typed.
 * They list the names that exist now, and are the same for the same files. What all have in common
 * is in one of them, the library; each file has one of its own for those that override it.
 */
export function createEditorSchemas(loaded: LoadedFiles): ReadonlyMap<string, string> {
  const definitions = makeLibrary(loaded);
  const schemas: [string, JsonSchema][] = [
    [library, { ...draft, $defs: definitions }],
    ['part.schema.json', { ...draft, ...describePart(definitions, library) }],
    ['part-override.schema.json', { ...draft, $ref: 'part.schema.json' }],
    ['import-source.schema.json', { ...draft, $ref: `${library}${refTo('ImportSource')}` }],
    ...Object.entries(wholeFiles).map(([kind, name]): [string, JsonSchema] => [
      `${kind}.schema.json`,
      { ...draft, $ref: `${library}${refTo(name)}` },
    ]),
    ...(['module', 'screen', 'form', 'preset'] as const).map((kind): [string, JsonSchema] => [
      `${kind}-override.schema.json`,
      {
        ...draft,
        allOf: [{ $ref: `${library}${refTo(overlayOf(wholeFiles[kind]))}` }],
        required: envelope,
      },
    ]),
    ...listOwnSchemas(loaded, definitions),
  ];
  return new Map(schemas.map(([name, schema]) => [name, print(schema)]));
}

/** One definition a line: short, and a change of one is a change of one line. */
function print({ $defs, ...rest }: JsonSchema): string {
  const members = Object.entries(rest).map(
    ([key, value]) => `  "${key}": ${JSON.stringify(value)}`,
  );
  const lines = Object.entries(($defs as Definitions | undefined) ?? {}).map(
    ([name, schema]) => `    ${JSON.stringify(name)}: ${JSON.stringify(schema)}`,
  );
  if (lines.length > 0) members.push(`  "$defs": {\n${lines.join(',\n')}\n  }`);
  return `{\n${members.join(',\n')}\n}\n`;
}

function makeLibrary(loaded: LoadedFiles): Definitions {
  const names = listNames(loaded);
  const laid = layOut(describeLanguage());
  for (const [name, dependent] of [
    ['TableNode', 'ColumnsOfCall'],
    ['ChoiceControl', 'ValuesOfChoice'],
    ['FormFile', 'FieldsOfForm'],
    ['PresetDefinition', 'ChoicesOfReport'],
    ['ScreenFile', 'ValuesOfQuery'],
  ] as const) {
    for (const one of [name, overlayOf(name)]) {
      laid[one] = { ...laid[one], allOf: [{ $ref: refTo(dependent) }] };
    }
  }
  const lists = Object.entries(listed).map(([kind, name]) => [
    name,
    {
      type: 'string',
      anyOf: [{ enum: names[kind as ListedKind] }, { pattern: `${open}|${ofEach}` }],
    },
  ]);
  const parts = { type: 'string', enum: [...listParts(loaded).keys()].toSorted() };
  const all = {
    ...laid,
    ...Object.fromEntries(lists),
    ...describeDependents(listRoutes(loaded), readTexts(loaded, [])),
    PartName: parts,
    PartValues: {
      type: 'object',
      description: 'What the part has as <name>, by name',
      additionalProperties: { type: ['string', 'number', 'boolean'] },
    },
  };
  const sorted = Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted) as Definitions;
}

/** What a part may hold, told apart as far as it says itself what it is. */
const partKinds = { type: 'Node', kind: 'Control', do: 'Action' };
const otherParts = [
  'RowAction',
  'BulkAction',
  'TableColumn',
  'Fact',
  'GraphOverlay',
  'FormField',
  'FormSection',
  'Confirmation',
  'EmptyState',
  'AccessRule',
  'parts-node',
  'parts-column',
  'parts-row-action',
  'parts-control',
  'parts-field',
  'parts-fact',
];

/** The keys of texts as manifests write them: one with a count has one key for all its forms. */
function listKeys(texts: ReadonlyMap<string, string>): string[] {
  const isForm = (key: string) => texts.has(key.replace(/_(one|other)$/, '_other'));
  return [
    ...new Set(
      [...texts.keys()].map((key) => (isForm(key) ? key.replace(/_(one|other)$/, '') : key)),
    ),
  ];
}

/** A part is laid under what takes it, which may say the rest: nothing but the envelope is required. */
function describePart(definitions: Definitions, from: string): JsonSchema {
  const made = (name: string) => withEnvelope(overlayOf(name), definitions, from);
  const others: JsonSchema = { anyOf: otherParts.map(made) };
  const content = Object.entries(partKinds).reduce<JsonSchema>(
    (rest, [key, name]) =>
      when({ properties: { [key]: { type: 'string' } }, required: [key] }, made(name), rest),
    others,
  );
  const at = `${from}${refTo(wholeFiles.screen)}/else/properties`;
  const begin = envelope.map((key) => [key, { $ref: `${at}/${key}` }]);
  return { ...content, properties: Object.fromEntries(begin), required: envelope };
}

/** An overlay as a file: the objects in it, with what files begin with. */
function withEnvelope(name: string, definitions: Definitions, from: string): JsonSchema {
  return withBeginning(definitions[name] ?? {}, `${from}${refTo(name)}`, definitions, from);
}

/** `at` is where the schema stands. */
function withBeginning(
  schema: JsonSchema,
  at: string,
  definitions: Definitions,
  from: string,
): JsonSchema {
  const name = nameOf(schema);
  if (name !== undefined) return withEnvelope(name, definitions, from);
  const options = schema['anyOf'] as JsonSchema[] | undefined;
  if (options) {
    return {
      anyOf: options.map((one, index) =>
        withBeginning(one, `${at}/anyOf/${index}`, definitions, from),
      ),
    };
  }
  const { properties, ...rest } = schema;
  const moved = pointTo(rest, from) as JsonSchema;
  if (!isObject(properties)) return moved;
  const begin = Object.fromEntries(envelope.map((key) => [key, true]));
  const members = Object.keys(properties).map((key) => [key, { $ref: `${at}/properties/${key}` }]);
  return { ...moved, properties: { ...begin, ...Object.fromEntries(members) } };
}

/** References to the library's definitions, from another file. */
function pointTo(value: unknown, from: string): unknown {
  if (Array.isArray(value)) return value.map((one) => pointTo(one, from));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, one]) => [
    key,
    key === '$ref' ? `${from}${one}` : pointTo(one, from),
  ]);
  return Object.fromEntries(entries);
}

/** For each file the schema of what overrides it. */
function listOwnSchemas(loaded: LoadedFiles, definitions: Definitions): [string, JsonSchema][] {
  // As they are written: what a market lays over them is of no use to others.
  const parts: KnownParts = new Map(
    [...listParts(loaded)].map(([id, base]) => [id, { base, override: undefined }]),
  );
  const own = (target: string, name: string, located: Located, schema: z.ZodType) => {
    const content = toValue(takeAll(located, schema, parts));
    const from = `${'../'.repeat(target.split('/').length)}${library}`;
    const ids = describeOverride(schema, content, definitions, from);
    // Some editors forget what stands beside a $ref.
    const any = { $ref: `${from}${refTo(overlayOf(name))}` };
    const described = { ...draft, ...shareRepeated({ allOf: [any, ...(ids ? [ids] : [])] }) };
    return [`overrides/${target}.schema.json`, { ...described, required: envelope }] as [
      string,
      JsonSchema,
    ];
  };
  const ofModules = [...loaded.modules].flatMap(
    ([module, { file, screens, forms, presets, parts }]) => [
      ...(file ? [own(`${module}/module`, wholeFiles.module, file, moduleFileSchema)] : []),
      ...[...screens].map(([name, located]) =>
        own(`${module}/${name}.screen`, wholeFiles.screen, located, screenFileSchema),
      ),
      ...[...forms].map(([name, located]) =>
        own(`${module}/${name}.form`, wholeFiles.form, located, formFileSchema),
      ),
      ...[...presets].map(([name, located]) =>
        own(`${module}/presets/${name}`, wholeFiles.preset, located, presetFileSchema),
      ),
      ...[...parts.keys()].map((name) => generic(`${module}/${name}.part`)),
    ],
  );
  return [
    ...ofModules,
    ...[...loaded.parts.keys()].map((name) => generic(`${sharedParts}/${name}.part`)),
  ];
}

function takeAll(located: Located, schema: z.ZodType, parts: KnownParts): Located {
  const surroundings = { parts, isReachable: () => true, faults: [], onUse: () => undefined };
  return takeParts(located, schema, surroundings);
}

/** A part's override knows no ids: what the part is of is known only where it is used. */
function generic(target: string): [string, JsonSchema] {
  return [`overrides/${target}.schema.json`, { ...draft, $ref: '../../part-override.schema.json' }];
}

function listRoutes(loaded: LoadedFiles): RouteParameters {
  const routes = [...loaded.modules.values()].flatMap(({ file }) => [
    ...(file?.entries?.get('routes')?.value.entries ?? []),
  ]);
  return new Map(
    routes.map(([name, { value }]) => {
      const path = value.entries?.get('path')?.value.scalar;
      const written = typeof path === 'string' ? path : '';
      return [name, { path: written, names: [...pathParameters(written)] }];
    }),
  );
}

function listNames(loaded: LoadedFiles): Record<ListedKind, readonly string[]> {
  const modules = [...loaded.modules];
  const screens = modules.flatMap(([id, module]) =>
    [...module.screens.keys()].map((screen) => `${id}.${screen}`),
  );
  const forms = modules.flatMap(([id, module]) =>
    [...module.forms.keys()].map((form) => `${id}.${form}`),
  );
  // Only what manifests may name: neither the portal's own texts nor those of errors.
  const own = new Set([...serverNamespaces, 'ui', 'errors', 'forms', 'validation']);
  const texts = listKeys(readTexts(loaded, [])).filter(
    (key) => !own.has(key.split(':', 1)[0] ?? ''),
  );
  return {
    localeKey: texts.toSorted(),
    operation: Object.entries(operations)
      .filter(([, operation]) => operation.method === 'GET' || 'reads' in operation)
      .map(([id]) => id)
      .toSorted(),
    commandName: Object.keys(operations).toSorted(),
    route: [...listRoutes(loaded).keys()].toSorted(),
    screen: screens.toSorted(),
    form: forms.toSorted(),
    formSchema: Object.keys(formSchemas).toSorted(),
    module: modules.map(([id]) => id).toSorted(),
    enumeration: Object.keys(enumerations).toSorted(),
  };
}

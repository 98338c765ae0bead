import { z } from 'zod';
import { operations } from '../../schemas/api/operations.ts';
import { formSchemas } from '../../schemas/forms/formSchemas.ts';
import { enumerations } from '../../schemas/manifest/enumerations.ts';
import {
  marketFileSchema,
  moduleFileSchema,
  screenFileSchema,
} from '../../schemas/manifest/files.ts';
import { formFileSchema } from '../../schemas/manifest/form.ts';
import { type ReferenceKind, references } from '../../schemas/manifest/references.ts';
import type { LoadedFiles } from './load.ts';
import { readTexts } from './texts.ts';

type JsonSchema = Record<string, unknown>;

/** Names that editors complete, by the kind of reference and the definition that lists them. */
const listed = {
  localeKey: 'LocaleKey',
  operation: 'OperationName',
  commandName: 'CommandName',
  route: 'RouteName',
  screen: 'ScreenName',
  form: 'FormName',
  formSchema: 'FormSchemaName',
  module: 'ModuleName',
  enumeration: 'EnumerationName',
} as const satisfies Partial<Record<ReferenceKind, string>>;
type ListedKind = keyof typeof listed;

/**
 * JSON Schemas by file name, so that editors complete and check manifests while they are typed.
 * They list the names that exist now, and are the same for the same files.
 */
export function createEditorSchemas(loaded: LoadedFiles): ReadonlyMap<string, string> {
  const names = listNames(loaded);
  const module = describe(moduleFileSchema, names);
  const screen = describe(screenFileSchema, names);
  const form = describe(formFileSchema, names);
  const schemas = {
    market: describe(marketFileSchema, names),
    module,
    'module-override': toOverride(module),
    screen,
    'screen-override': toOverride(screen),
    form,
    'form-override': toOverride(form),
  };
  return new Map(
    Object.entries(schemas).map(([kind, schema]) => [
      `${kind}.schema.json`,
      `${JSON.stringify(schema, undefined, 2)}\n`,
    ]),
  );
}

function describe(schema: z.ZodType, names: Record<ListedKind, readonly string[]>): JsonSchema {
  const used = new Set<ListedKind>();
  const json = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const kind = references.get(zodSchema as unknown as z.ZodType)?.reference;
      if (!kind || !Object.hasOwn(listed, kind) || jsonSchema.type !== 'string') return;
      const { description } = jsonSchema;
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
      jsonSchema.$ref = `#/$defs/${listed[kind as ListedKind]}`;
      if (description) jsonSchema.description = description;
      used.add(kind as ListedKind);
    },
  }) as JsonSchema;
  const lists = [...used].map((kind) => [listed[kind], { type: 'string', enum: names[kind] }]);
  const definitions = { ...(json['$defs'] as object), ...Object.fromEntries(lists) };
  const sorted = Object.entries(definitions).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { ...json, $defs: Object.fromEntries(sorted) };
}

function listNames(loaded: LoadedFiles): Record<ListedKind, readonly string[]> {
  const modules = [...loaded.modules];
  const routes = modules.flatMap(([, { file }]) => [
    ...(file?.entries?.get('routes')?.value.entries?.keys() ?? []),
  ]);
  const screens = modules.flatMap(([id, module]) =>
    [...module.screens.keys()].map((screen) => `${id}.${screen}`),
  );
  const forms = modules.flatMap(([id, module]) =>
    [...module.forms.keys()].map((form) => `${id}.${form}`),
  );
  // Only what manifests may name: neither the portal's own texts nor those of errors.
  const texts = [...readTexts(loaded, []).keys()].filter(
    (key) => !/^(ui|errors|forms|validation):/.test(key),
  );
  return {
    localeKey: texts.toSorted(),
    operation: Object.entries(operations)
      .filter(([, operation]) => operation.method === 'GET' || 'reads' in operation)
      .map(([id]) => id)
      .toSorted(),
    commandName: Object.keys(operations).toSorted(),
    route: routes.toSorted(),
    screen: screens.toSorted(),
    form: forms.toSorted(),
    formSchema: Object.keys(formSchemas).toSorted(),
    module: modules.map(([id]) => id).toSorted(),
    enumeration: Object.keys(enumerations).toSorted(),
  };
}

/** An override gives parts of a file, and `null` takes one away: nothing is required. */
function toOverride(schema: JsonSchema): JsonSchema {
  const relaxed = relax(schema) as JsonSchema;
  return { ...relaxed, required: ['$schema', 'manifestVersion'] };
}

function relax(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relax);
  if (typeof value !== 'object' || value === null) return value;
  const {
    required: _required,
    oneOf,
    properties,
    additionalProperties,
    ...rest
  } = value as JsonSchema;
  const kept = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, relax(one)]));
  return {
    ...kept,
    // Without its type, a part of a node fits several kinds of nodes.
    ...(oneOf !== undefined && { anyOf: relax(oneOf) }),
    ...(isObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, one]) => [key, orNull(one)]),
      ),
    }),
    ...(additionalProperties !== undefined && {
      additionalProperties: isObject(additionalProperties)
        ? orNull(additionalProperties)
        : additionalProperties,
    }),
  };
}

function orNull(schema: unknown): JsonSchema {
  return { anyOf: [relax(schema), { type: 'null' }] };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

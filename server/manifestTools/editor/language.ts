import { z } from 'zod';
import { featureSchema } from '../../../schemas/entities/access.ts';
import {
  marketFileSchema,
  moduleFileSchema,
  screenFileSchema,
} from '../../../schemas/manifest/files.ts';
import { formFileSchema } from '../../../schemas/manifest/form.ts';
import { importSourceSchema } from '../../../schemas/manifest/importSource.ts';
import { partMaps, plainRecords, replacedWhole } from '../../../schemas/manifest/language.ts';
import { iconSchema } from '../../../schemas/manifest/parts.ts';
import { presetFileSchema } from '../../../schemas/manifest/preset.ts';
import {
  fixedValue,
  type ReferenceKind,
  references,
} from '../../../schemas/manifest/references.ts';

export type JsonSchema = Record<string, unknown>;
export type Definitions = Readonly<Record<string, JsonSchema>>;

/** Names that editors complete, by the kind of reference and the definition that lists them. */
export const listed = {
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
export type ListedKind = keyof typeof listed;

/** A name, or a piece of it, that a part leaves open, as a regular expression. */
export const open = '<[a-zA-Z]+>';
/** What the row of a value says, in what stands once for all values. */
export const ofEach = '^[$]each[.]';

/** What has a closed list, and in what stands once for all values what their rows say. */
const saidByRows = new Set<z.ZodType>([featureSchema, iconSchema]);

/** What the language's facts say of a schema, kept beside it until it is laid out for overlays. */
export const marks = { parts: 'x-parts', plain: 'x-plain', whole: 'x-whole' } as const;

/** The language as JSON Schema definitions, with marks where its facts matter. */
export function describeLanguage(): Definitions {
  const files = z.strictObject({
    market: marketFileSchema,
    module: moduleFileSchema,
    screen: screenFileSchema,
    form: formFileSchema,
    preset: presetFileSchema,
    importSource: importSourceSchema,
  });
  const json = z.toJSONSchema(files, {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      const schema = zodSchema as unknown as z.ZodType;
      const parts = partMaps.get(schema);
      if (parts) jsonSchema[marks.parts] = parts;
      if (plainRecords.get(schema)) jsonSchema[marks.plain] = true;
      if (replacedWhole.get(schema)) jsonSchema[marks.whole] = true;
      // A part may leave a piece of a name or binding to those who use it.
      const isFixed = jsonSchema.pattern === fixedValue.source;
      if (jsonSchema.pattern) jsonSchema.pattern += `|${open}${isFixed ? '|^[$]each$' : ''}`;
      if (saidByRows.has(schema)) {
        Object.assign(jsonSchema, {
          enum: undefined,
          anyOf: [{ enum: jsonSchema.enum }, { pattern: ofEach }],
        });
      }
      const kind = references.get(schema)?.reference;
      if (!kind || !Object.hasOwn(listed, kind) || jsonSchema.type !== 'string') return;
      const { description } = jsonSchema;
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key];
      jsonSchema.$ref = refTo(listed[kind as ListedKind]);
      if (description) jsonSchema.description = description;
    },
  });
  return json.$defs as Definitions;
}

export function refTo(name: string): string {
  return `#/$defs/${name}`;
}

export function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What must fit where something else fits, and what where it doesn't. */
export function when(fits: JsonSchema, must: JsonSchema, otherwise?: JsonSchema): JsonSchema {
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  return { if: fits, then: must, ...(otherwise && { else: otherwise }) };
}

import { z } from 'zod';
import { comesAlong, plainRecord } from './language.ts';

/**
 * Strings in manifests that name something elsewhere. Each carries `reference` metadata, by which
 * the checker finds them generically and looks the name up.
 */
export type ReferenceKind =
  | 'localeKey'
  | 'textPrefix'
  | 'operation'
  | 'commandName'
  | 'route'
  | 'screen'
  | 'form'
  | 'formSchema'
  | 'module'
  | 'field'
  | 'binding'
  | 'operand'
  | 'enumeration'
  | 'enumerationValue'
  | 'query'
  | 'ownQuery'
  | 'rows'
  | 'sort'
  // Objects, of which several members are looked at together.
  | 'breadcrumb'
  | 'calendar'
  | 'cards'
  | 'choice'
  | 'column'
  | 'texts'
  | 'fact'
  | 'field-of-form'
  | 'map'
  | 'offeredPeriods'
  | 'overlay'
  | 'period'
  | 'route-declaration'
  | 'screen-file'
  | 'stats'
  | 'find'
  | 'formNode'
  | 'link'
  | 'message'
  | 'text'
  | 'pick'
  | 'search'
  | 'source'
  | 'table'
  | 'tabs'
  | 'command'
  | 'comparison';

interface ReferenceMeta {
  reference?: ReferenceKind;
  description?: string;
  /** Of a source: what its operation must answer. */
  answers?: 'page' | 'graph' | 'period' | 'series';
  /** Of an object with a source: the members that are resolved once per row of the answer. */
  perRow?: readonly string[];
  /** Of an object that declares a query parameter of its own, called `query` or as its id. */
  declaresQuery?: true;
  /** Of an object with `texts`: the members that it stands for, the first of which must be there. */
  texts?: readonly string[];
}

export const references = z.registry<ReferenceMeta>();

function reference(kind: ReferenceKind, pattern: RegExp, description: string) {
  const schema = z.string().regex(pattern, `expected ${description}`).describe(description);
  references.add(schema, { reference: kind, description });
  return schema;
}

export const localeKeySchema = reference(
  'localeKey',
  /^[a-zA-Z][\w-]*:[\w.-]+$/,
  'a locale key such as consumption:graph.title',
);
/** The beginning of several locale keys: what stands under it says the rest. */
export const textPrefixSchema = reference(
  'textPrefix',
  /^[a-zA-Z][\w-]*:[\w.-]+$/,
  'the beginning of locale keys such as consumption:tenants.empty',
);
export const operationReferenceSchema = reference(
  'operation',
  /^[a-z][\w-]*\.[\w.-]+$/,
  'an API operation such as consumption.graph',
);
/** An operation that may also change something. */
export const commandReferenceSchema = reference(
  'commandName',
  /^[a-z][\w-]*\.[\w.-]+$/,
  'an API operation such as preferences.save',
);
export const routeReferenceSchema = reference(
  'route',
  /^[a-z][a-z0-9-]*$/,
  'a route name such as consumption-property',
);
export const screenReferenceSchema = reference(
  'screen',
  /^[a-z][\w-]*\.[\w-]+$/,
  'a screen such as consumption.index',
);
export const formReferenceSchema = reference(
  'form',
  /^[a-z][\w-]*\.[\w-]+$/,
  'a form such as contact.message',
);
export const formSchemaReferenceSchema = reference(
  'formSchema',
  /^[a-z]\w*$/,
  'a schema of schemas/forms such as reportDefinition',
);
export const moduleReferenceSchema = reference(
  'module',
  /^[a-z][a-z0-9-]*$/,
  'a module such as consumption',
);
/** A dotted path into the response of the node's source, or into its row. */
export const fieldSchema = reference(
  'field',
  /^[a-zA-Z]\w*(\.\w+)*$/,
  'a field such as name or totals.COLD_WATER_METER',
);
/** A field that holds a list, whose items are the rows. */
export const rowsSchema = reference(
  'rows',
  /^[a-zA-Z]\w*(\.\w+)*$/,
  'a field that holds a list, such as content',
);
/**
 * A value known only in the browser. `$data` is the response of the nearest source above,
 * `$selection.x` the list of the field x over the selected rows, `$form.x` a field as submitted,
 * `$answer.x` in the `next` of a call what it answered,
 * `$market.x` what the index says of the market, `$device.darkMode` whether the device prefers dark.
 */
export const bindingSchema = reference(
  'binding',
  /^\$(route|query|row|data|session|selection|form|answer|market|device)\.[a-zA-Z]\w*(\.\w+)*$/,
  'a binding such as $route.property, $query.timeframe, $row.id, $data.name or $session.username',
).meta({ id: 'Binding' });
/** What a condition looks at: a field of the form around it, elsewhere a binding. */
export const operandSchema = reference(
  'operand',
  /^\$?[a-zA-Z]\w*(\.\w+)*$/,
  'a field of the form such as sampling, or outside of forms a binding such as $row.status',
);
/** Names one of `enumerations`; its labels are the locale keys enums:<name>.<value>. */
export const enumerationReferenceSchema = reference(
  'enumeration',
  /^[a-z]\w*$/,
  'an enumeration such as deviceCategory',
);

export const enumerationValueSchema = reference(
  'enumerationValue',
  /^\w+$/,
  'a value of the enumeration such as MONTHLY',
);
/** A query parameter that the screen declares in `query`. */
export const queryReferenceSchema = reference(
  'query',
  /^[a-zA-Z]\w*$/,
  'a query parameter such as timeframe',
);
/** A query parameter that what names it declares itself. */
export const ownQueryReferenceSchema = reference(
  'ownQuery',
  /^[a-zA-Z]\w*$/,
  'a query parameter of its own such as degreeDays',
);
export const sortReferenceSchema = reference(
  'sort',
  /^[a-zA-Z]\w*$/,
  'a value of the operation’s sort parameter such as name',
);

/** What a route is called where it is declared. */
export const routeNameSchema = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/, 'expected a route name such as consumption-property');

/** What begins with $ stands for something else. */
export const fixedValue = /^(?!\$)/;
export const literalSchema = z.union([z.string().regex(fixedValue), z.number(), z.boolean()]);

/** A parameter of a call or route: fixed, or bound to what the browser knows. */
export const valueSchema = z.union([bindingSchema, literalSchema]).meta({ id: 'Value' });
export const valuesSchema = plainRecord(z.string(), valueSchema);
/** A value, or a list of them for what takes several. */
const oneOrMoreSchema = z.union([valueSchema, z.array(valueSchema).max(100)]);
export const listableSchema = plainRecord(z.string(), oneOrMoreSchema);
/** Values by name, of which `null` takes one away that would come along by its name. */
export const bindableSchema = plainRecord(
  z.string(),
  z.union([valueSchema, z.null()]),
) as unknown as z.ZodType<Record<string, Value>, Record<string, Value | null>>;
/** The same of a body, whose members may be lists. */
export const bodySchema = plainRecord(
  z.string(),
  z.union([oneOrMoreSchema, z.null()]),
) as unknown as z.ZodType<Record<string, Values>, Record<string, Values | null>>;

/**
 * A text on the screen: a locale key, a bound value, or a locale key whose {{placeholders}} are
 * filled with values, days, or the label of an enumeration's value.
 */
const enumeratedSchema = z
  .strictObject({
    enumeration: enumerationReferenceSchema.describe('Whose labels are used'),
    value: bindingSchema.describe('Where the value comes from'),
  })
  .describe('The label of an enumeration’s value');
const messageSchema = z.strictObject({
  key: localeKeySchema.describe('The text with {{placeholders}}'),
  values: comesAlong(
    plainRecord(
      z.string(),
      z.union([
        valueSchema,
        enumeratedSchema,
        z
          .strictObject({
            as: z
              .enum(['date', 'month', 'percent'])
              .describe('A day, its month as MM.YYYY, or a number of per cent with its sign'),
            value: bindingSchema.describe('Where it comes from'),
          })
          .describe('A day as DD.MM.YYYY, its month as MM.YYYY, or a change as +12.5 %'),
      ]),
    ),
    'what is nearest and has the placeholder’s name',
  ).describe('What stands for each {{placeholder}}; left out, what is nearest and has its name'),
});
references.add(messageSchema, { reference: 'message' });

export const textSchema = z
  .union([localeKeySchema, bindingSchema, messageSchema, enumeratedSchema])
  .meta({ id: 'Text' });
references.add(textSchema, { reference: 'text' });
export type Text = z.infer<typeof textSchema>;
export type Value = z.infer<typeof valueSchema>;
export type Values = z.infer<typeof oneOrMoreSchema>;

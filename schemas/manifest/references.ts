import { z } from 'zod';

/**
 * Strings in manifests that name something elsewhere. Each carries `reference` metadata, by which
 * the checker finds them generically and looks the name up.
 */
export type ReferenceKind =
  | 'localeKey'
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
  | 'rows'
  | 'sort'
  // Objects, of which several members are looked at together.
  | 'find'
  | 'formNode'
  | 'link'
  | 'message'
  | 'pick'
  | 'search'
  | 'source'
  | 'table'
  | 'command';

interface ReferenceMeta {
  reference?: ReferenceKind;
  description?: string;
  /** Of a source: what its operation must answer. */
  answers?: 'page' | 'graph' | 'period' | 'series';
  /** Of an object with a source: the members that are resolved once per row of the answer. */
  perRow?: readonly string[];
}

export const references = z.registry<ReferenceMeta>();

function reference(kind: ReferenceKind, pattern: RegExp, description: string) {
  const schema = z.string().regex(pattern, `expected ${description}`).describe(description);
  references.add(schema, { reference: kind, description });
  return schema;
}

/** Keys of maps whose entries overrides can address. */
export const idSchema = z
  .string()
  .regex(/^[a-z][a-zA-Z0-9-]{0,60}$/, 'expected an id: a letter, then letters, digits or hyphens');

export const localeKeySchema = reference(
  'localeKey',
  /^[a-zA-Z][\w-]*:[\w.-]+$/,
  'a locale key such as consumption:graph.title',
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
 * `$market.x` what the index says of the market, `$device.darkMode` whether the device prefers dark.
 */
export const bindingSchema = reference(
  'binding',
  /^\$(route|query|row|data|session|selection|form|market|device)\.[a-zA-Z]\w*(\.\w+)*$/,
  'a binding such as $route.property, $query.timeframe, $row.id, $data.name or $session.username',
);
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
export const sortReferenceSchema = reference(
  'sort',
  /^[a-zA-Z]\w*$/,
  'a value of the operation’s sort parameter such as name',
);

/** What a route is called where it is declared. */
export const routeNameSchema = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/, 'expected a route name such as consumption-property');

export const literalSchema = z.union([z.string().regex(/^(?!\$)/), z.number(), z.boolean()]);

/** A parameter of a call or route: fixed, or bound to what the browser knows. */
export const valueSchema = z.union([bindingSchema, literalSchema]);
export const valuesSchema = z.record(z.string(), valueSchema);

/**
 * A text on the screen: a locale key, a bound value, or a locale key whose {{placeholders}} are
 * filled with values, days, or the label of an enumeration's value.
 */
const messageSchema = z.strictObject({
  key: localeKeySchema,
  values: z.record(
    z.string(),
    z.union([
      valueSchema,
      z.strictObject({ enumeration: enumerationReferenceSchema, value: bindingSchema }),
      z
        .strictObject({ as: z.enum(['date', 'month']), value: bindingSchema })
        .describe('A day as DD.MM.YYYY, or its month as MM.YYYY'),
    ]),
  ),
});
references.add(messageSchema, { reference: 'message' });

export const textSchema = z
  .union([
    localeKeySchema,
    bindingSchema,
    messageSchema,
    z.strictObject({ enumeration: enumerationReferenceSchema, value: bindingSchema }),
  ])
  .meta({ id: 'Text' });
export type Text = z.infer<typeof textSchema>;
export type Value = z.infer<typeof valueSchema>;

/** A map keyed by id, shown by `order` and then by id; overrides address its entries. */
export function orderedMap<Item extends z.ZodType>(item: Item) {
  return z.record(idSchema, item);
}

export const orderSchema = z.number().describe('Position among its siblings; small ones first');

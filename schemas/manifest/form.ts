import { z } from 'zod';
import { accessRuleSchema } from '../accessRule.ts';
import type { Condition } from '../conditions.ts';
import { callActionSchema, setLanguageSchema } from './actions.ts';
import { conditionSchema } from './condition.ts';
import { linkSchema, nodeBase, sourceSchema } from './parts.ts';
import {
  bindingSchema,
  enumerationReferenceSchema,
  fieldSchema,
  formReferenceSchema,
  formSchemaReferenceSchema,
  idSchema,
  orderedMap,
  orderSchema,
  references,
  rowsSchema,
  type Text,
  textSchema,
} from './references.ts';

/** Forms: a file names a schema of schemas/forms, and then only narrows and arranges it. */

export const widgets = [
  'checkbox',
  'checkboxes',
  'color',
  'date',
  'daterange',
  'datetime',
  'decimal',
  'email',
  'file',
  'hidden',
  'multiselect',
  'password',
  'phone',
  'radio',
  'range',
  'rating',
  'select',
  'switch',
  'tags',
  'text',
  'textarea',
  'time',
  'updown',
  'url',
] as const;
const widgetSchema = z.enum(widgets).meta({ id: 'Widget' });
export type WidgetName = z.infer<typeof widgetSchema>;

/** WCAG 1.3.5; the names are HTML's. */
const autocompletes = [
  'current-password',
  'email',
  'name',
  'new-password',
  'one-time-code',
  'tel',
  'username',
] as const;

const literalSchema = z.union([z.string(), z.number(), z.boolean()]);

const ruleSchema = z
  .strictObject({
    rule: z.string().describe('A rule such as between; see docs/product-owners.md'),
    params: z
      .union([z.array(literalSchema).max(20), z.record(z.string(), literalSchema)])
      .optional()
      .describe('As a list, [1, 5], or by name, { "min": 1, "max": 5 }'),
    message: textSchema.optional().describe('Said in place of the rule’s own words'),
  })
  .meta({ id: 'FieldRule' });
export type FieldRule = z.infer<typeof ruleSchema>;

const optionsSchema = z
  .strictObject({
    source: sourceSchema,
    rows: rowsSchema.default('content'),
    value: fieldSchema,
    label: fieldSchema,
  })
  .describe('A list to choose from that a call answers');
references.add(optionsSchema, { perRow: ['value', 'label'] });

const fieldBase = {
  order: orderSchema.optional(),
  access: accessRuleSchema.optional(),
  section: idSchema.optional().describe('The section that it stands in; the first when left out'),
  label: textSchema,
  help: textSchema.optional(),
  placeholder: textSchema.optional(),
  widget: widgetSchema.optional().describe('How it is filled in; by the type when left out'),
  width: z.enum(['half', 'full']).default('full'),
  default: z.union([literalSchema, z.array(literalSchema)]).optional(),
  initial: bindingSchema
    .optional()
    .describe('Filled in at first from what the browser knows, such as $session.mail'),
  autocomplete: z
    .enum(autocompletes)
    .optional()
    .describe('What a browser or password manager may fill in'),
  readOnly: z.boolean().optional(),
  required: z.literal(true).optional().describe('Needed although the schema does without it'),
  requiredWhen: conditionSchema.optional(),
  visibleWhen: conditionSchema.optional(),
  only: z.array(literalSchema).min(1).optional().describe('A smaller list, in this order'),
  enumeration: enumerationReferenceSchema.optional().describe('Gives the choices their labels'),
  options: optionsSchema.optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.int().min(0).optional(),
  maxLength: z.int().min(0).optional(),
  minItems: z.int().min(0).optional(),
  maxItems: z.int().min(0).optional(),
  decimals: z.int().min(0).max(6).optional().describe('At most so many places after the point'),
  rules: z.record(idSchema, ruleSchema).optional(),
};

/** Written out because a schema that contains itself can't have its type inferred. */
export type FormField = z.infer<z.ZodObject<typeof fieldBase>> & {
  label: Text;
  requiredWhen?: Condition | undefined;
  visibleWhen?: Condition | undefined;
  fields?: Record<string, FormField> | undefined;
};

export const formFieldSchema: z.ZodType<FormField> = z
  .strictObject({
    ...fieldBase,
    fields: z
      .record(
        z.string(),
        z.lazy((): z.ZodType<FormField> => formFieldSchema),
      )
      .optional()
      .describe('Of an object, or of the objects of a list'),
  })
  .meta({ id: 'FormField' });

const sectionSchema = z
  .strictObject({
    order: orderSchema.optional(),
    title: textSchema,
    description: textSchema.optional(),
    visibleWhen: conditionSchema.optional(),
  })
  .meta({ id: 'FormSection' });

/** A form; its id is <module>.<file name>. The keys of `fields` are those of the schema. */
export const formFileSchema = z
  .strictObject({
    $schema: z.string().optional(),
    manifestVersion: z.literal(1),
    schema: formSchemaReferenceSchema,
    display: z
      .enum(['sections', 'steps'])
      .default('sections')
      .describe('Sections under each other, or one after the other with Back and Next'),
    sections: orderedMap(sectionSchema).optional(),
    fields: z.record(z.string(), formFieldSchema),
  })
  .meta({ id: 'FormFile' });
export type FormFile = z.infer<typeof formFileSchema>;

/** Fills in a form and submits it with a call, whose body it is. */
export const formNodeSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('form'),
    title: textSchema.optional(),
    form: formReferenceSchema,
    source: sourceSchema.optional().describe('What is filled in at first'),
    submit: z.discriminatedUnion('do', [callActionSchema, setLanguageSchema]),
    submitLabel: textSchema.optional(),
    cancel: linkSchema.optional(),
    preview: z
      .literal(true)
      .optional()
      .describe('What is typed shows wherever the answer of the source is used, until it is left'),
    clears: z.literal(true).optional().describe('Empty again once it was submitted'),
    reset: z.literal(true).optional().describe('With a button that fills in the defaults'),
  })
  .meta({ id: 'FormNode' });
references.add(formNodeSchema, { reference: 'formNode' });

import { z } from 'zod';
import { accessRuleSchema } from '../accessRule.ts';
import type { Condition } from '../conditions.ts';
import { usualPeriodNames } from '../usualPeriods.ts';
import { callActionSchema, setLanguageSchema } from './actions.ts';
import { factSchema } from './basics.ts';
import { conditionSchema } from './condition.ts';
import { fileBase, ofRows } from './envelope.ts';
import {
  droppableMembers,
  filled,
  idSchema,
  mapOf,
  type Parts,
  partsOf,
  plainRecord,
} from './language.ts';
import { linkSchema, nodeBase, sourceSchema } from './parts.ts';
import {
  bindingSchema,
  enumerationReferenceSchema,
  fieldSchema,
  formReferenceSchema,
  formSchemaReferenceSchema,
  localeKeySchema,
  references,
  rowsSchema,
  type Text,
  textSchema,
} from './references.ts';

/** Forms: a file names a schema of schemas/forms, and then only narrows and arranges it. */

export const widgets = [
  'checkbox',
  'checkboxes',
  'chips',
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
      .union([z.array(literalSchema).max(20), plainRecord(z.string(), literalSchema)])
      .optional()
      .describe('As a list, [1, 5], or by name, { "min": 1, "max": 5 }'),
    message: textSchema.optional().describe('Said in place of the rule’s own words'),
  })
  .meta({
    id: 'FieldRule',
    description: 'What must hold of the field, and what is said otherwise',
  });
export type FieldRule = z.infer<typeof ruleSchema>;

const searchedSchema = z.literal(true);
references.add(searchedSchema, { reference: 'search' });

const optionsSchema = z
  .strictObject({
    source: sourceSchema,
    rows: rowsSchema.default('content').describe('The list in the answer'),
    value: fieldSchema.describe('The field that is sent'),
    label: fieldSchema.describe('The field that is shown'),
    note: fieldSchema.optional().describe('A field that stands behind it in the list'),
    search: searchedSchema
      .optional()
      .describe('What is typed is the operation’s search parameter: for lists that have no end'),
  })
  .describe('A list to choose from that a call answers');
references.add(optionsSchema, { perRow: ['value', 'label', 'note'] });

const levelSchema = z
  .strictObject({
    label: textSchema.describe('What it is called'),
    groups: z
      .array(z.string())
      .min(1)
      .optional()
      .describe('The groups that it ticks, such as CONSUMPTION; left out, all'),
  })
  .meta({ id: 'ChoiceLevel', description: 'A ready selection of checkboxes' });

const fieldBase = {
  access: accessRuleSchema.optional().describe('Who gets it'),
  section: idSchema.optional().describe('The section that it stands in; the first when left out'),
  label: filled(textSchema, 'the schema of the field').describe('Left out, the field’s own'),
  help: textSchema.optional().describe('What helps to fill it in'),
  placeholder: textSchema.optional().describe('What stands in the empty field'),
  widget: widgetSchema.optional().describe('How it is filled in; by the type when left out'),
  width: z.enum(['half', 'full']).default('full').describe('How much of the line it takes'),
  default: z
    .union([
      literalSchema,
      z.array(z.union([literalSchema, plainRecord(z.string(), literalSchema)])),
    ])
    .optional()
    .describe('What is filled in at first; of a list of objects, their fields'),
  initial: bindingSchema
    .optional()
    .describe('Filled in at first from what the browser knows, such as $session.mail'),
  autocomplete: z
    .enum(autocompletes)
    .optional()
    .describe('What a browser or password manager may fill in'),
  readOnly: z.boolean().optional().describe('Shown, and not to be changed'),
  required: z.literal(true).optional().describe('Needed although the schema does without it'),
  requiredWhen: conditionSchema.optional().describe('Needed while this holds'),
  visibleWhen: conditionSchema.optional().describe('Asked for only while this holds'),
  only: z.array(literalSchema).min(1).optional().describe('A smaller list, in this order'),
  enumeration: enumerationReferenceSchema.optional().describe('Gives the choices their labels'),
  among: bindingSchema
    .optional()
    .describe('Only those of its choices that are in this list, such as $session.features'),
  ahead: z
    .literal(true)
    .optional()
    .describe('A day from today on; left out, days that are still to come become today'),
  grouped: z
    .literal(true)
    .optional()
    .describe('Checkboxes under the headings of their groups, where the choices have such'),
  levels: partsOf(levelSchema, { noun: 'level', whenEmpty: 'drop' })
    .optional()
    .describe('Ready selections of grouped checkboxes, which are folded under them'),
  noneIsAll: z
    .literal(true)
    .optional()
    .describe('Of chips: an empty list stands for all, so that all are ticked at first'),
  options: optionsSchema.optional().describe('What there is to choose from'),
  minimum: z.number().optional().describe('The smallest number, not below the schema’s'),
  maximum: z.number().optional().describe('The largest number, not above the schema’s'),
  minLength: z.int().min(0).optional().describe('So many characters at least'),
  maxLength: z.int().min(0).optional().describe('So many characters at most'),
  closed: z
    .literal(true)
    .optional()
    .describe('Of a list whose entries come from elsewhere: none is added, moved or removed'),
  minItems: z.int().min(0).optional().describe('So many entries at least'),
  maxItems: z.int().min(0).optional().describe('So many entries at most'),
  decimals: z.int().min(0).max(6).optional().describe('At most so many places after the point'),
  rules: partsOf(ruleSchema, { noun: 'rule', whenEmpty: 'drop' })
    .optional()
    .describe('Further rules for what is filled in'),
};

/** Written out because a schema that contains itself can't have its type inferred. */
export type FormField = z.infer<z.ZodObject<typeof fieldBase>> & {
  label: Text;
  requiredWhen?: Condition | undefined;
  visibleWhen?: Condition | undefined;
  fields?: Parts<FormField> | undefined;
};

export const formFieldSchema: z.ZodType<FormField> = z
  .strictObject({
    ...fieldBase,
    fields: mapOf(
      z.string(),
      z.lazy((): z.ZodType<FormField> => formFieldSchema),
      { noun: 'field', whenEmpty: 'drop' },
    )
      .optional()
      .describe('Of an object, or of the objects of a list'),
  })
  .meta({ id: 'FormField', description: 'One field of the form’s schema' });
references.add(formFieldSchema, { reference: 'field-of-form' });

const sectionPeriodSchema = z
  .strictObject({
    begin: z.string().describe('The field of its first day'),
    end: z.string().describe('The field of its last day'),
    default: z
      .enum(usualPeriodNames)
      .optional()
      .describe('What both fields are filled in with at first, where nothing else is known'),
  })
  .describe(
    'A choice of usual periods above two fields of days, with steps to the one before and after',
  )
  .meta({ id: 'SectionPeriod' });
export type FormSectionPeriod = z.infer<typeof sectionPeriodSchema>;

const sectionSchema = z
  .strictObject({
    title: textSchema.describe('Its heading'),
    description: textSchema.optional().describe('What stands under the heading'),
    visibleWhen: conditionSchema.optional().describe('Shown only while this holds'),
    period: sectionPeriodSchema.optional(),
    folded: z
      .literal(true)
      .optional()
      .describe(
        'What is filled in stands on one line until it is opened, or something in it is wrong',
      ),
  })
  .meta({ id: 'FormSection', description: 'Several fields under one heading' });

/** A form; its id is <module>.<file name>. The keys of `fields` are those of the schema. */
export const formFileSchema = z
  .strictObject({
    ...fileBase,
    ...ofRows,
    schema: formSchemaReferenceSchema.describe('What it fills in'),
    display: z
      .enum(['sections', 'steps'])
      .default('sections')
      .describe('Sections under each other, or one after the other with Back and Next'),
    sections: partsOf(sectionSchema, { noun: 'section', whenEmpty: 'drop' })
      .optional()
      .describe('Its sections or steps'),
    fields: mapOf(z.string(), formFieldSchema, { noun: 'field', whenEmpty: 'close' }).describe(
      'Its fields, by their names in the schema',
    ),
  })
  .meta({ id: 'FormFile' });
export type FormFile = z.infer<typeof formFileSchema>;

const sampleSchema = z
  .strictObject({
    title: textSchema.describe('What stands over it'),
    header: sourceSchema.describe('Answers `columns`, each with a `heading` and a `kind`'),
    rows: sourceSchema.describe('Answers `rows`, each with a cell for each column'),
    failure: localeKeySchema.describe('Said when the header could not be fetched'),
    empty: textSchema.describe('Said when there are no rows'),
  })
  .describe(
    'A table of what the calls answer to what is filled in, beside the form or, on narrow screens, under it; left out for those who may not make the calls',
  );
droppableMembers.add(sampleSchema, { droppable: true });

const forecastSchema = z
  .strictObject({
    source: sourceSchema.describe('The operation that says it of what is filled in'),
    items: partsOf(factSchema, { noun: 'fact', whenEmpty: 'drop' })
      .optional()
      .describe('What is shown of its answer, each with its name; the id is the field'),
    text: textSchema.optional().describe('Its answer in a sentence'),
    warning: textSchema
      .optional()
      .describe('What speaks against submitting it like this; nothing while it is empty'),
    table: z
      .strictObject({ title: textSchema.describe('What stands over it') })
      .optional()
      .describe('The answer’s `columns` and `rows` as a table, where it has any'),
    fills: plainRecord(z.string(), bindingSchema)
      .optional()
      .describe('Fields that each answer fills in anew, such as "columns": "$data.said"'),
    waiting: textSchema.optional().describe('Said while the first answer takes its time'),
  })
  .describe(
    'What would come of what is filled in, before it is submitted; silent while that is faulty',
  )
  .meta({ id: 'Forecast' });

/** Fills in a form and submits it with a call, whose body it is. */
export const formNodeSchema = z
  .strictObject({
    ...nodeBase,
    type: z.literal('form').describe('A form'),
    title: textSchema.optional().describe('What stands over it'),
    form: formReferenceSchema.describe('Which form of the module'),
    source: sourceSchema.optional().describe('What is filled in at first'),
    submit: z
      .discriminatedUnion('do', [callActionSchema, setLanguageSchema])
      .describe('What is done with what was filled in'),
    submitLabel: textSchema.optional().describe('What the button says'),
    submitIntent: z
      .enum(['primary', 'danger'])
      .optional()
      .describe('How it looks; danger: what it does can’t be taken back'),
    cancel: linkSchema.optional().describe('Where one goes without submitting'),
    preview: z
      .literal(true)
      .optional()
      .describe('What is typed shows wherever the answer of the source is used, until it is left'),
    sample: sampleSchema.optional(),
    forecast: forecastSchema.optional(),
    clears: z.literal(true).optional().describe('Empty again once it was submitted'),
    reset: z.literal(true).optional().describe('With a button that fills in the defaults'),
  })
  .meta({ id: 'FormNode', description: 'Fills in a form and submits it with a call' });
references.add(formNodeSchema, { reference: 'formNode' });

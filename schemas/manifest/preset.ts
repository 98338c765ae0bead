import { z } from 'zod';
import { accessRuleSchema } from '../accessRule.ts';
import {
  reportColumnSchema,
  reportDefinitionSchema,
  reportTypeSchema,
} from '../entities/report.ts';
import { fileBase } from './envelope.ts';
import { replacedWhole } from './language.ts';
import { iconSchema } from './parts.ts';
import { localeKeySchema } from './references.ts';

const period = (most: number, says: string) => z.int().min(1).max(most).describe(says);

/** Days that move with the day on which a preset is started: a `PeriodChoice`, as files say it. */
export const presetPeriodSchema = z
  .union([
    z.strictObject({ months: period(13, 'So many whole months before the present one') }),
    z.strictObject({ days: period(420, 'So many days up to yesterday') }),
    z.strictObject({
      weeks: period(60, 'So many whole weeks, from Monday, before the present one'),
    }),
    z.strictObject({ quarters: period(4, 'So many whole quarters before the present one') }),
    z.strictObject({ years: period(1, 'The whole year before the present one') }),
    z.strictObject({
      billingPeriods: period(1, 'Each property’s last billing period that is over'),
    }),
  ])
  .meta({ id: 'PresetPeriod' });
export type PresetPeriod = z.infer<typeof presetPeriodSchema>;
// They exclude each other: an override doesn't merge them.
replacedWhole.add(presetPeriodSchema, { replaced: true });

const presetColumnSchema = z.strictObject(reportColumnSchema.shape).meta({ id: 'PresetColumn' });

/** What a report definition says, but for what is one account's own, or of fixed days. */
export const presetDefinitionSchema = z
  .strictObject({
    reportType: reportTypeSchema.describe('What the report tells'),
    reportName: reportDefinitionSchema.shape.reportName
      .optional()
      .describe('What the report is called in all languages; left out, the title of the preset'),
    ...reportDefinitionSchema.omit({
      reportType: true,
      reportName: true,
      properties: true,
      consumerName: true,
      startDate: true,
      endDate: true,
      timeUnit: true,
      generationDay: true,
      columns: true,
    }).shape,
    columns: z
      .array(presetColumnSchema)
      .max(50)
      .optional()
      .describe('The columns of the file, in their order; left out: all of the type'),
  })
  .meta({ id: 'PresetDefinition' });

/** A report that is ready to be made; its id is <module>.<file name>. */
export const presetFileSchema = z
  .strictObject({
    ...fileBase,
    title: localeKeySchema
      .optional()
      .describe('What its card says and its reports are called; left out, the "reportName"'),
    description: localeKeySchema.optional().describe('What stands under the title'),
    icon: iconSchema.default('clipboard').describe('What it looks like'),
    access: accessRuleSchema
      .optional()
      .describe('Who gets it, of those who may have reports of its type made'),
    period: presetPeriodSchema
      .optional()
      .describe('The days that it tells of, for types with a first and a last day'),
    definition: presetDefinitionSchema.describe('The report that is made'),
  })
  .refine(({ title, definition }) => title !== undefined || definition.reportName !== undefined, {
    message: 'expected a "title", or a "reportName" in the "definition", found neither',
  })
  .meta({ id: 'PresetFile' });
export type PresetFile = z.infer<typeof presetFileSchema>;

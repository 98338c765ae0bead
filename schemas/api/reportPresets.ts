import { z } from 'zod';
import { reportFormatSchema, reportTypeSchema } from '../entities/report.ts';
import { entity } from '../fields.ts';
import { iconSchema } from '../manifest/parts.ts';
import { presetFileSchema } from '../manifest/preset.ts';
import { idParameter, type Operation, pageOf } from './operation.ts';
import { begunReport } from './reports.ts';

const presetIdSchema = z.string().max(200);

const reportPresetSchema = entity(
  z.object({
    id: presetIdSchema.describe('Its module and the name of its file: reports.flats-last-month'),
    title: z.string().describe('What it is called in the user’s language'),
    description: z
      .string()
      .nullable()
      .describe('What it is good for, in the user’s language; null: nothing is said'),
    icon: iconSchema.describe('What it looks like'),
    reportType: reportTypeSchema.describe('What its report tells'),
    format: reportFormatSchema.describe('Kind of file that is made'),
  }),
  { name: 'ReportPreset', key: 'id', title: 'title', references: { preset: 'id' } },
);

/** Reports that product owners made ready, and how one becomes such. */
export const reportPresetOperations = {
  'reportPreset.list': {
    module: 'reports',
    summary: 'The ready-made reports that the user may have made',
    method: 'GET',
    path: '/api/report-preset',
    response: pageOf(reportPresetSchema),
  },
  'reportPreset.start': {
    module: 'reports',
    summary: 'Have a ready-made report made, of all properties that its type may be made of',
    method: 'POST',
    path: '/api/report-preset/{preset}/start',
    logs: 'REPORT_ORDERED',
    params: z.object({ preset: presetIdSchema.describe('Id of the preset') }),
    response: begunReport,
  },
  'reportDefinition.file': {
    module: 'reports',
    summary: 'What a report was made by, as the file of a preset',
    method: 'GET',
    path: '/api/report-definition/file',
    query: z.object({ report: idParameter.describe('Id of the report') }),
    response: presetFileSchema,
  },
} as const satisfies Record<string, Operation>;

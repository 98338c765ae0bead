import { z } from 'zod';
import {
  reportCellKindSchema,
  reportDefinitionSchema,
  reportDefinitionTypeSchema,
  reportJobTypeSchema,
  reportTypeSchema,
} from '../entities/report.ts';
import { reportColumnNameSchema } from '../entities/reportKinds.ts';
import { type Operation, pageOf } from './operation.ts';
import { jobs } from './reportJobs.ts';

/** Seeing a report before it is made is a feature of its own. */
const preview: Pick<Operation, 'access' | 'refusals'> = {
  access: { anyFeature: ['REPORT_LIVE_PREVIEW'] },
  refusals: ['PROPERTY_NOT_FOUND'],
};

/** What reports there can be, and what one would look like. */
export const liveOperations = {
  'reportDefinition.list': {
    module: 'reports',
    summary: 'The types of reports that the user may have made',
    method: 'GET',
    path: '/api/report-definition',
    response: pageOf(
      z
        .object({ reportType: reportTypeSchema.describe('What the report tells') })
        .meta({ id: 'ReportTypeChoice' }),
    ),
  },
  'reportDefinition.jobs': {
    module: 'reports',
    summary: 'The types of reports that the user may have made each month',
    method: 'GET',
    path: '/api/report-definition/job',
    response: pageOf(
      z
        .object({ reportType: reportJobTypeSchema.describe('What the report tells') })
        .meta({ id: 'ReportJobTypeChoice' }),
    ),
    ...jobs,
  },
  'reportDefinition.columns': {
    module: 'reports',
    summary: 'The columns that a type of report can have',
    method: 'GET',
    path: '/api/report-definition/{type}/column',
    params: z.object({ type: reportDefinitionTypeSchema.describe('What the report tells') }),
    response: pageOf(
      z
        .object({
          name: reportColumnNameSchema.describe('What definitions call it'),
          heading: z.string().describe('What it is called in the user’s language'),
        })
        .meta({ id: 'ReportColumnChoice' }),
    ),
  },
  'live.header': {
    module: 'reports',
    summary: 'The columns of a report that isn’t made yet',
    method: 'POST',
    path: '/api/live/header',
    reads: true,
    body: reportDefinitionSchema,
    response: z
      .object({
        columns: z
          .array(
            z.object({
              name: z.string().describe('Which of the report’s columns it is'),
              heading: z.string().describe('What its heading says'),
              kind: reportCellKindSchema.describe('How its cells are written'),
              decimals: z
                .int()
                .min(0)
                .max(3)
                .optional()
                .describe(
                  'Places that its figures have in the file; left out: it has no such figures',
                ),
            }),
          )
          .describe('The columns in their order'),
      })
      .meta({ id: 'LiveHeader' }),
    ...preview,
  },
  'live.data': {
    module: 'reports',
    summary: 'The first rows of a report that isn’t made yet',
    method: 'POST',
    path: '/api/live/data',
    reads: true,
    body: reportDefinitionSchema,
    response: z
      .object({
        rows: z
          .array(z.array(z.union([z.string(), z.number()]).nullable()))
          .max(20)
          .describe('A cell for each column; null: not known'),
        total: z.int().min(0).describe('At most so many rows the whole report has'),
        isSample: z
          .boolean()
          .describe(
            'Whether only the first devices were looked through: others may have rows, too',
          ),
      })
      .meta({ id: 'LiveData' }),
    ...preview,
  },
} as const satisfies Record<string, Operation>;

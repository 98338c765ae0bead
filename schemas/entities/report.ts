import { z } from 'zod';
import { entity, keptAsTyped, lineSchema } from '../fields.ts';
import { bytes, count } from '../figures.ts';
import { reportJobTypes, reportTypes } from '../kinds/reports.ts';
import { dateSchema, instantSchema } from './consumption.ts';
import { deviceCategorySchema } from './device.ts';
import { type ColumnSeparator, columnSeparators } from './fileLanguage.ts';
import { periodUnitSchema } from './periodChoice.ts';
import { reportColumnNameSchema } from './reportKinds.ts';

export const reportTypeSchema = z.enum(reportTypes).meta({ id: 'ReportType' });

export const reportJobTypeSchema = z.enum(reportJobTypes).meta({ id: 'ReportJobType' });

/** What a definition makes: a report now, or one again and again. */
export const reportDefinitionTypeSchema = z
  .enum([...reportTypes, ...reportJobTypes])
  .meta({ id: 'ReportDefinitionType' });

export const reportStatuses = [
  'AWAITED',
  'IN_QUEUE',
  'STARTED',
  'GENERATED',
  'FINISHED',
  'FAILED',
  'CANCELED',
] as const;
export const reportStatusSchema = z.enum(reportStatuses).meta({ id: 'ReportStatus' });
export type ReportStatus = z.infer<typeof reportStatusSchema>;

export const samplings = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;
export const samplingSchema = z.enum(samplings).meta({ id: 'Sampling' });
export type Sampling = z.infer<typeof samplingSchema>;

/** Longest report range per sampling, in days (specification §5). */
export const reportRangeDays: Readonly<Record<Sampling, number>> = {
  DAILY: 62,
  WEEKLY: 420,
  MONTHLY: 398,
};

export const reportFormats = ['CSV', 'XLSX', 'PDF'] as const;
export const reportFormatSchema = z.enum(reportFormats).meta({ id: 'ReportFormat' });
export type ReportFormat = z.infer<typeof reportFormatSchema>;

/** How a cell of a report's column is written. */
export const reportCellKindSchema = z
  .enum(['text', 'integer', 'quantity', 'percent', 'date', 'instant'])
  .meta({ id: 'ReportCellKind' });

/** How days are written in a file. */
export const reportDateFormats = [
  'YYYY-MM-DD',
  'DD.MM.YYYY',
  'DD-MM-YYYY',
  'DD/MM/YYYY',
  'YYYYMMDD',
] as const;
export const reportDateFormatSchema = z.enum(reportDateFormats).meta({ id: 'ReportDateFormat' });
export type ReportDateFormat = z.infer<typeof reportDateFormatSchema>;

/** Places after the point, and whether that is a point or a comma. */
export const precisionFormats = ['0', '0.0', '0.00', '0.000', '0,0', '0,00', '0,000'] as const;
export const precisionFormatSchema = z.enum(precisionFormats).meta({ id: 'PrecisionFormat' });

/** What stands between two columns of a CSV file. */
export const columnSeparatorSchema = z
  .enum(Object.keys(columnSeparators) as [ColumnSeparator])
  .meta({ id: 'ColumnSeparator' });

export const reportColumnSchema = entity(
  z.object({
    name: reportColumnNameSchema.describe('Which of the report’s columns it is'),
    customName: lineSchema
      .max(100)
      .optional()
      .describe('What its heading says; left out: the column’s own name'),
    maxWidth: z.int().min(1).max(1000).optional().describe('So many characters at most'),
  }),
  { name: 'ReportColumn' },
);

const filler = z.string().register(keptAsTyped, { why: 'a space fills, too' });

export const reportDefinitionSchema = entity(
  z.object({
    reportName: lineSchema.min(1).max(200).describe('What the report is called in lists and files'),
    reportType: reportDefinitionTypeSchema.describe(
      'What the report tells; those with _JOB are generated again and again',
    ),
    properties: z
      .array(z.int().positive())
      .max(200)
      .optional()
      .describe('Ids of the properties, their worksIds; none: all that the type may be made of'),
    consumerName: lineSchema
      .max(200)
      .optional()
      .describe('Only consumers with this in their name, in capitals or not'),
    sampling: samplingSchema.optional().describe('How far apart its values are'),
    dateFormat: reportDateFormatSchema
      .optional()
      .describe('How days are written in the file; left out: as in the account’s language'),
    numberOfDays: z
      .int()
      .min(1)
      .max(366)
      .optional()
      .describe('For how many days up to the last one consumption has to be low'),
    startDate: dateSchema.optional().describe('First local day that it tells of, YYYY-MM-DD'),
    endDate: dateSchema.optional().describe('Last local day that it tells of, YYYY-MM-DD'),
    minimumConsumption: z
      .number()
      .nonnegative()
      .optional()
      .describe('Use up to this counts as low, in the unit of the device type'),
    timeBackwards: z
      .int()
      .min(1)
      .max(420)
      .optional()
      .describe('How many days, or whole ones of timeUnit, before its making it tells of'),
    timeUnit: periodUnitSchema
      .optional()
      .describe('What timeBackwards counts; left out: days. Of jobs, and instead of fixed days'),
    errorTypes: z
      .array(z.string().max(100))
      .max(100)
      .optional()
      .describe('The device errors that it tells of; left out: all of its kind'),
    deviceType: deviceCategorySchema
      .optional()
      .describe('The devices that it tells of; left out: all'),
    format: reportFormatSchema.optional().describe('Kind of file that is made'),
    columnSeparator: columnSeparatorSchema
      .optional()
      .describe(
        'What stands between two columns of the file; left out: as in the account’s language',
      ),
    columnCompletionCharacter: filler
      .max(1)
      .optional()
      .describe('What fills a column up to its greatest width; left out: nothing does'),
    useHeaders: z.boolean().optional().describe('Whether the first line names the columns'),
    precisionFormat: precisionFormatSchema
      .optional()
      .describe(
        'How numbers are written in the file; left out: three places, as in the account’s language',
      ),
    multiplyBy1000: z
      .boolean()
      .optional()
      .describe('Whether quantities are a thousand times as great, as litres for m³'),
    addDateToFileName: z
      .boolean()
      .optional()
      .describe(
        'Whether the file’s name ends with the calendar period that it tells of, else with the day on which it was made',
      ),
    deleteAfterDownload: z
      .boolean()
      .optional()
      .describe('Whether the file is deleted when it has been fetched'),
    sendEmailAfterGeneration: z
      .boolean()
      .optional()
      .describe('Whether a mail says that the report is ready'),
    columns: z
      .array(reportColumnSchema)
      .max(50)
      .optional()
      .describe('The columns of the file, in their order; none: all of the type'),
    generationDay: z
      .int()
      .min(1)
      .max(31)
      .optional()
      .describe(
        'Day of the month on which a job generates its report; of a job that tells of weeks, of the week: 1 is Monday',
      ),
  }),
  { name: 'ReportDefinition', title: 'reportName' },
);
export type ReportDefinition = z.infer<typeof reportDefinitionSchema>;

/** Why a report could not be made, for words in the reader's language. */
export const reportFailures = [
  'NOT_ALLOWED',
  'NO_PROPERTY',
  'TOO_MANY_ROWS',
  'STORAGE_FULL',
  'INTERRUPTED',
  'INTERNAL',
] as const;
export const reportFailureSchema = z.enum(reportFailures).meta({ id: 'ReportFailure' });
export type ReportFailure = z.infer<typeof reportFailureSchema>;

export const reportSchema = entity(
  z.object({
    id: z.int().positive().describe('Id of the report in calls and addresses'),
    reportName: reportDefinitionSchema.shape.reportName,
    reportType: reportTypeSchema.describe('What the report tells'),
    jobType: reportJobTypeSchema
      .nullable()
      .describe('The type of job that makes such reports; null: no job does'),
    format: reportFormatSchema.describe('Kind of file that is made'),
    status: reportStatusSchema.describe('How far its making is'),
    progress: z.int().min(0).max(100).describe('How much of it is made, in per cent'),
    failure: reportFailureSchema
      .nullable()
      .describe('Why it could not be made; null: nothing failed'),
    jobId: z.int().positive().nullable().describe('The job that had it made; null: a person did'),
    createdAt: instantSchema.describe('When it was asked for'),
    finishedAt: instantSchema.nullable().describe('When its making ended; null: not yet'),
    expiresAt: instantSchema
      .nullable()
      .describe('Until when the file is kept; null: there is none'),
    rows: count('How many rows it has').nullable(),
    bytes: bytes('How large the file is').nullable(),
    fileName: z.string().nullable().describe('What the file is called; null: there is none'),
  }),
  { name: 'Report', key: 'id', title: 'reportName', references: { report: 'id' } },
);
export type Report = z.infer<typeof reportSchema>;

export const reportEstimateSchema = entity(
  z.object({
    rows: count('At most so many rows'),
    bytes: bytes('About how large the file will be'),
    failure: reportFailureSchema
      .nullable()
      .describe('Why it would hardly be made like this; null: nothing is in its way'),
  }),
  { name: 'ReportEstimate' },
);

export const reportJobSchema = entity(
  z.object({
    id: z.int().positive().describe('Id of the job in calls and addresses'),
    reportName: reportDefinitionSchema.shape.reportName,
    reportType: reportJobTypeSchema.describe('What its reports tell'),
    format: reportFormatSchema.describe('Kind of file that is made'),
    generationDay: z
      .int()
      .min(1)
      .max(31)
      .describe(
        'Day of the month on which it generates, in shorter months the last one; of weeks the day of the week',
      ),
    isPaused: z.boolean().describe('Whether it generates nothing until it is resumed'),
    nextRun: dateSchema
      .nullable()
      .describe('Local day of its next report; null while it is paused'),
    lastStatus: reportStatusSchema
      .nullable()
      .describe('How its newest report fared; null: none yet'),
    lastRunAt: instantSchema
      .nullable()
      .describe('When its newest report was asked for; null: none yet'),
  }),
  { name: 'ReportJob', key: 'id', title: 'reportName', references: { jobId: 'id' } },
);
export type ReportJob = z.infer<typeof reportJobSchema>;

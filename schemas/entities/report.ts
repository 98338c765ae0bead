import { z } from 'zod';
import { entity, keptAsTyped } from '../fields.ts';
import { dateSchema } from './consumption.ts';
import { deviceCategorySchema } from './device.ts';

export const reportTypes = [
  'AMM_ERROR_LIST',
  'APARTMENT_CONSUMPTION',
  'AREA_ANALYSIS',
  'DEVICE_CONSUMPTION',
  'DEVICE_READING',
  'DISASSEMBLY_ERRORS',
  'ERRORS_REQUIRE_CHECKING_DEVICE',
  'ERROR_REQUIRE_EXCHANGE_DEVICE',
  'FLAT_CONSUMPTION',
  'REVERSE_FLOW',
  'ZERO_OR_LOW_CONSUMPTION',
] as const;
export const reportTypeSchema = z.enum(reportTypes).meta({ id: 'ReportType' });
export type ReportType = z.infer<typeof reportTypeSchema>;

export const reportJobTypes = [
  'APARTMENT_CONSUMPTION_JOB',
  'DEVICE_CONSUMPTION_JOB',
  'DEVICE_READING_JOB',
  'REVERSE_FLOW_JOB',
  'ZERO_OR_LOW_CONSUMPTION_JOB',
] as const;
export const reportJobTypeSchema = z.enum(reportJobTypes).meta({ id: 'ReportJobType' });

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

export const samplings = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;
export const samplingSchema = z.enum(samplings).meta({ id: 'Sampling' });
export type Sampling = z.infer<typeof samplingSchema>;

/** Longest report range per sampling, in days (specification §5). */
export const reportRangeDays: Readonly<Record<Sampling, number>> = {
  DAILY: 62,
  WEEKLY: 420,
  MONTHLY: 398,
};

export const reportColumnSchema = entity(
  z.object({
    name: z.string().describe('Which of the report’s columns it is'),
    customName: z
      .string()
      .trim()
      .max(100)
      .optional()
      .describe('What its heading says; left out: the column’s own name'),
    maxWidth: z.int().min(1).max(1000).optional().describe('So many characters at most'),
  }),
  { name: 'ReportColumn' },
);

const separator = z.string().register(keptAsTyped, { why: 'a space separates, too' });

export const reportDefinitionSchema = entity(
  z.object({
    reportName: z.string().trim().min(1).describe('What the report is called in lists and files'),
    reportType: z
      .union([reportTypeSchema, reportJobTypeSchema])
      .describe('What the report tells; those with _JOB are generated again each month'),
    consumerName: z.string().trim().optional().describe('The consumer that the report names'),
    sampling: samplingSchema.optional().describe('How far apart its values are'),
    dateFormat: z.string().optional().describe('How days are written in the file'),
    numberOfDays: z.int().positive().optional().describe('How many days back it reaches'),
    startDate: dateSchema.optional().describe('First local day that it tells of, YYYY-MM-DD'),
    endDate: dateSchema.optional().describe('Last local day that it tells of, YYYY-MM-DD'),
    minimumConsumption: z
      .number()
      .nonnegative()
      .optional()
      .describe('What is below counts as low consumption, in the unit of the device type'),
    timeBackwards: z
      .int()
      .positive()
      .optional()
      .describe('How far back it looks for what it lists'),
    errorTypes: z.array(z.string()).optional().describe('The device errors that it tells of'),
    deviceType: deviceCategorySchema.optional().describe('The devices that it tells of'),
    format: z.string().optional().describe('Kind of file that is made, such as CSV'),
    columnSeparator: separator.optional().describe('What stands between two columns of the file'),
    columnCompletionCharacter: separator.optional().describe('What fills a column up to its width'),
    useHeaders: z.boolean().optional().describe('Whether the first line names the columns'),
    precisionFormat: z
      .string()
      .optional()
      .describe('How precisely numbers are written in the file'),
    multiplyBy1000: z
      .boolean()
      .optional()
      .describe('Whether quantities are a thousand times as great, as litres for m³'),
    addDateToFileName: z
      .boolean()
      .optional()
      .describe('Whether the file’s name ends with the day on which it was made'),
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
      .optional()
      .describe('The columns of the file, in their order'),
    generationDay: z
      .int()
      .min(1)
      .max(31)
      .optional()
      .describe('Day of the month on which a job generates its report'),
  }),
  { name: 'ReportDefinition', title: 'reportName' },
);
export type ReportDefinition = z.infer<typeof reportDefinitionSchema>;

import { z } from 'zod';
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

export const reportColumnSchema = z.object({
  name: z.string(),
  customName: z.string().trim().max(100).optional(),
  maxWidth: z.int().min(1).max(1000).optional(),
});

export const reportDefinitionSchema = z
  .object({
    reportName: z.string().trim().min(1),
    reportType: z.union([reportTypeSchema, reportJobTypeSchema]),
    consumerName: z.string().trim().optional(),
    sampling: samplingSchema.optional(),
    dateFormat: z.string().optional(),
    numberOfDays: z.int().positive().optional(),
    startDate: dateSchema.optional(),
    endDate: dateSchema.optional(),
    minimumConsumption: z.number().nonnegative().optional(),
    timeBackwards: z.int().positive().optional(),
    errorTypes: z.array(z.string()).optional(),
    deviceType: deviceCategorySchema.optional(),
    format: z.string().optional(),
    columnSeparator: z.string().optional(),
    columnCompletionCharacter: z.string().optional(),
    useHeaders: z.boolean().optional(),
    precisionFormat: z.string().optional(),
    multiplyBy1000: z.boolean().optional(),
    addDateToFileName: z.boolean().optional(),
    deleteAfterDownload: z.boolean().optional(),
    sendEmailAfterGeneration: z.boolean().optional(),
    columns: z.array(reportColumnSchema).optional(),
    /** Day of the month on which a job generates its report. */
    generationDay: z.int().min(1).max(31).optional(),
  })
  .meta({ id: 'ReportDefinition' });
export type ReportDefinition = z.infer<typeof reportDefinitionSchema>;

import { z } from 'zod';
import { averageSchema, dateSchema, graphSchema } from '../entities/consumption.ts';
import {
  silentDeviceSchema,
  warnedPropertySchema,
  warningDaySchema,
  warningHistorySchema,
  warningSchema,
  warningStatusSchema,
} from '../entities/warning.ts';
import { entity } from '../fields.ts';
import {
  countsOf,
  filterQuery,
  idParameter,
  type Operation,
  pageOf,
  pageQuery,
  searchQuery,
  sortQuery,
} from './operation.ts';
import { dayParameter, propertyParameter } from './parameters.ts';

/** What lists of warnings are filtered by. */
export const warningFilters = {
  alert: 'choice',
  state: 'choice',
  urgency: 'choice',
  handling: 'choice',
  status: 'choice',
  propertyName: 'text',
  serialNumber: 'text',
  firstOccurrence: 'date',
  lastOccurrence: 'date',
} as const;

/** What lists of properties with warnings are filtered by. */
export const warnedPropertyFilters = { name: 'text', city: 'text', urgency: 'choice' } as const;

/** What lists of silent devices are filtered by. */
export const silentFilters = {
  urgency: 'choice',
  category: 'choice',
  propertyName: 'text',
  serialNumber: 'text',
  daysSilent: 'number',
} as const;

const ofProperty = propertyParameter.optional().describe('Only of this property; left out: of all');
/** What a calendar may ask for at once: a year and what its first and last week have beside it. */
export const maxWarningDays = 400;

const one = z.object({ warning: idParameter.describe('Id of the warning') });
const several = z
  .array(z.int().positive())
  .min(1)
  .max(200)
  .describe('Ids of the warnings, at most 200');
const note = z.string().trim().max(1000);
const changed = z.object({
  changed: z.int().min(0).describe('How many warnings it has changed: others were so already'),
});
const refusals = ['NOT_FOUND', 'CONFLICT'] as const;

export const warningNoteSchema = entity(
  z.object({
    warnings: several,
    note: note.optional().describe('What was found or done, for whoever reads it later'),
  }),
  { name: 'WarningNote' },
);
export const warningSnoozeSchema = entity(
  z.object({
    warnings: several,
    until: dateSchema.describe('Last local day on which they are quiet'),
  }),
  { name: 'WarningSnooze' },
);

/** Each shows and takes what the features of a property's package allow, in the handler. */
export const warningOperations = {
  'warning.list': {
    module: 'warnings',
    summary: 'Warnings, the most urgent and newest first',
    method: 'GET',
    path: '/api/warnings',
    query: z.object({
      property: ofProperty,
      day: dayParameter.describe('Only those that went on for some of this local day'),
      ...pageQuery,
      ...searchQuery,
      ...sortQuery(['firstOccurrence', 'lastOccurrence', 'urgency', 'propertyName']),
      ...filterQuery(warningFilters),
    }),
    response: pageOf(warningSchema),
  },
  'warning.count': {
    module: 'warnings',
    summary: 'How many warnings go on',
    method: 'GET',
    path: '/api/warnings/count',
    response: entity(
      z.object({
        active: z.int().min(0).describe('Warnings that go on, but those that are snoozed'),
        critical: z.int().min(0).describe('How many of them are critical'),
      }),
      { name: 'WarningCount' },
    ),
  },
  'warning.statuses': {
    module: 'warnings',
    summary: 'How many warnings there are of each status',
    method: 'GET',
    path: '/api/warnings/status',
    query: z.object({
      property: ofProperty,
      day: dayParameter.describe('Only those that went on for some of this local day'),
      ...searchQuery,
      ...filterQuery(warningFilters),
    }),
    response: countsOf(warningStatusSchema),
  },
  'warning.days': {
    module: 'warnings',
    summary: 'How many warnings there were on each day that had any',
    method: 'GET',
    path: '/api/warnings/day',
    query: z.object({
      property: ofProperty,
      periodBegin: dayParameter.describe(
        'First local day; left out: the first of this month in the market’s time zone',
      ),
      periodEnd: dayParameter.describe(
        `Last local day, at most ${maxWarningDays} days in all; left out: the last of the first day’s month`,
      ),
    }),
    response: z.object({
      content: z
        .array(warningDaySchema)
        .max(maxWarningDays)
        .describe('The days that had warnings, in their order'),
    }),
  },
  'warning.silent': {
    module: 'warnings',
    summary: 'The devices that are silent or whose readings have gaps, the worst first',
    method: 'GET',
    path: '/api/warnings/silent',
    query: z.object({
      property: ofProperty,
      ...pageQuery,
      ...searchQuery,
      ...sortQuery([
        ...(['urgency', 'propertyName', 'category', 'serialNumber', 'lastAt'] as const),
        ...(['daysSilent', 'missingPercent'] as const),
      ]),
      ...filterQuery(silentFilters),
    }),
    response: pageOf(silentDeviceSchema),
  },
  'warning.properties': {
    module: 'warnings',
    summary: 'The properties with their open warnings, the most urgent first',
    method: 'GET',
    path: '/api/warnings/property',
    query: z.object({
      ...pageQuery,
      ...searchQuery,
      ...sortQuery(['name', 'city', 'worksNo', 'urgency', 'active', 'lastOccurrence']),
      ...filterQuery(warnedPropertyFilters),
    }),
    response: pageOf(warnedPropertySchema),
  },
  'warning.get': {
    module: 'warnings',
    summary: 'One warning',
    method: 'GET',
    path: '/api/warnings/alert/{warning}',
    params: one,
    response: warningSchema,
    refusals: ['NOT_FOUND'],
  },
  'warning.history': {
    module: 'warnings',
    summary: 'What has happened to a warning, the newest first',
    method: 'GET',
    path: '/api/warnings/alert/{warning}/history',
    params: one,
    query: z.object(pageQuery),
    response: pageOf(warningHistorySchema),
    refusals: ['NOT_FOUND'],
  },
  'warning.graph': {
    module: 'warnings',
    summary: 'What the device of a warning measured in its days and a few before',
    method: 'GET',
    path: '/api/warnings/alert/{warning}/graph',
    params: one,
    response: graphSchema,
    refusals: ['NOT_FOUND'],
  },
  'warning.limit': {
    module: 'warnings',
    summary: 'The limit of a warning as a line over its graph',
    method: 'GET',
    path: '/api/warnings/alert/{warning}/limit',
    params: one,
    response: averageSchema,
    refusals: ['NOT_FOUND'],
  },
  'warning.acknowledge': {
    module: 'warnings',
    summary: 'Say that warnings have been seen',
    method: 'POST',
    path: '/api/warnings/alert/acknowledge',
    logs: 'WARNINGS_ACKNOWLEDGED',
    body: warningNoteSchema,
    response: changed,
    refusals,
  },
  'warning.snooze': {
    module: 'warnings',
    summary: 'Keep warnings quiet up to a day',
    method: 'POST',
    path: '/api/warnings/alert/snooze',
    logs: 'WARNINGS_SNOOZED',
    body: warningSnoozeSchema,
    response: changed,
    refusals,
  },
  'warning.resolve': {
    module: 'warnings',
    summary: 'Resolve warnings for good',
    method: 'POST',
    path: '/api/warnings/alert/resolve',
    logs: 'WARNINGS_RESOLVED',
    body: warningNoteSchema,
    response: changed,
    refusals,
  },
} as const satisfies Record<string, Operation>;

import { z } from 'zod';
import { dateSchema } from '../entities/consumption.ts';
import {
  alertSchema,
  warnedPropertySchema,
  warningHistorySchema,
  warningSchema,
} from '../entities/warning.ts';
import { warningLimits } from '../entities/warningLimits.ts';
import {
  co2SettingSchema,
  highWaterConsumptionSettingSchema,
  humiditySettingSchema,
  leakageSettingSchema,
  settingForecastSchema,
  settingRowSchema,
  temperatureSettingSchema,
  waterSpillSettingSchema,
} from '../entities/warningSetting.ts';
import { entity } from '../fields.ts';
import {
  filterQuery,
  idParameter,
  type Operation,
  pageOf,
  pageQuery,
  searchQuery,
  sortQuery,
} from './operation.ts';
import { propertyParameter } from './parameters.ts';
import { operationPaths } from './paths.ts';

/** What lists of warnings are filtered by. */
export const warningFilters = {
  alert: 'choice',
  state: 'choice',
  urgency: 'choice',
  propertyName: 'text',
  serialNumber: 'text',
  firstOccurrence: 'date',
  lastOccurrence: 'date',
} as const;

/** What lists of properties with warnings are filtered by. */
export const warnedPropertyFilters = { name: 'text', city: 'text', urgency: 'choice' } as const;

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
const measured = z.enum(Object.keys(warningLimits) as [keyof typeof warningLimits]);

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

const ofProperty = z.object({ property: propertyParameter });
const setting = { module: 'warnings', refusals: ['PROPERTY_NOT_FOUND'] } as const;
const saved = z.object({
  properties: z.int().min(1).describe('For how many properties it counts from now on'),
});

/** Each shows and takes what the features of a property's package allow, in the handler. */
export const warningOperations = {
  'warning.list': {
    module: 'warnings',
    summary: 'Warnings, the most urgent and newest first',
    ...operationPaths['warning.list'],
    query: z.object({
      property: propertyParameter.optional().describe('Only of this property; left out: of all'),
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
    ...operationPaths['warning.count'],
    response: entity(
      z.object({
        active: z.int().min(0).describe('Warnings that go on, but those that are snoozed'),
        critical: z.int().min(0).describe('How many of them are critical'),
      }),
      { name: 'WarningCount' },
    ),
  },
  'warning.properties': {
    module: 'warnings',
    summary: 'The properties with their open warnings, the most urgent first',
    ...operationPaths['warning.properties'],
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
    ...operationPaths['warning.get'],
    params: one,
    response: warningSchema,
    refusals: ['NOT_FOUND'],
  },
  'warning.history': {
    module: 'warnings',
    summary: 'What has happened to a warning, the newest first',
    ...operationPaths['warning.history'],
    params: one,
    query: z.object(pageQuery),
    response: pageOf(warningHistorySchema),
    refusals: ['NOT_FOUND'],
  },
  'warning.acknowledge': {
    module: 'warnings',
    summary: 'Say that warnings have been seen',
    ...operationPaths['warning.acknowledge'],
    body: warningNoteSchema,
    response: changed,
    refusals,
  },
  'warning.snooze': {
    module: 'warnings',
    summary: 'Keep warnings quiet up to a day',
    ...operationPaths['warning.snooze'],
    body: warningSnoozeSchema,
    response: changed,
    refusals,
  },
  'warning.resolve': {
    module: 'warnings',
    summary: 'Resolve warnings for good',
    ...operationPaths['warning.resolve'],
    body: warningNoteSchema,
    response: changed,
    refusals,
  },
  'warningSetting.list': {
    ...setting,
    summary: 'What counts for a type of warnings, property by property',
    ...operationPaths['warningSetting.list'],
    query: z.object({
      alert: measured.describe('What it would be warned of'),
      ...pageQuery,
      ...searchQuery,
      ...sortQuery(['name', 'worksNo']),
    }),
    response: pageOf(settingRowSchema),
  },
  'warningSetting.switch': {
    ...setting,
    summary: 'Turn a type of warnings on or off for a property',
    ...operationPaths['warningSetting.switch'],
    body: z.object({
      alert: alertSchema.describe('What it would be warned of'),
      property: z.int().positive().describe('Id of the property, its worksId'),
      isOn: z.boolean().describe('Whether such warnings are raised there'),
    }),
    response: saved,
  },
  'waterSpill.get': {
    ...setting,
    summary: 'What counts as a spill of water in a property',
    ...operationPaths['waterSpill.get'],
    params: ofProperty,
    response: waterSpillSettingSchema,
  },
  'waterSpill.save': {
    ...setting,
    summary: 'Set what counts as a spill of water',
    ...operationPaths['waterSpill.save'],
    body: waterSpillSettingSchema,
    response: saved,
  },
  'waterSpill.forecast': {
    ...setting,
    summary: 'How many spills there would have been with these limits',
    ...operationPaths['waterSpill.forecast'],
    reads: true,
    body: waterSpillSettingSchema,
    response: settingForecastSchema,
  },
  'leakage.get': {
    ...setting,
    summary: 'What counts as a leakage in a property',
    ...operationPaths['leakage.get'],
    params: ofProperty,
    response: leakageSettingSchema,
  },
  'leakage.save': {
    ...setting,
    summary: 'Set what counts as a leakage',
    ...operationPaths['leakage.save'],
    body: leakageSettingSchema,
    response: saved,
  },
  'leakage.forecast': {
    ...setting,
    summary: 'How many leakages there would have been with these limits',
    ...operationPaths['leakage.forecast'],
    reads: true,
    body: leakageSettingSchema,
    response: settingForecastSchema,
  },
  'temperature.get': {
    ...setting,
    summary: 'What is too cold or too hot in a property',
    ...operationPaths['temperature.get'],
    params: ofProperty,
    response: temperatureSettingSchema,
  },
  'temperature.save': {
    ...setting,
    summary: 'Set what is too cold or too hot',
    ...operationPaths['temperature.save'],
    body: temperatureSettingSchema,
    response: saved,
  },
  'temperature.forecast': {
    ...setting,
    summary: 'How many warnings of temperature there would have been with these limits',
    ...operationPaths['temperature.forecast'],
    reads: true,
    body: temperatureSettingSchema,
    response: settingForecastSchema,
  },
  'highWaterConsumption.get': {
    ...setting,
    summary: 'What counts as high consumption of water in a property',
    ...operationPaths['highWaterConsumption.get'],
    params: ofProperty,
    response: highWaterConsumptionSettingSchema,
  },
  'highWaterConsumption.save': {
    ...setting,
    summary: 'Set what counts as high consumption of water',
    ...operationPaths['highWaterConsumption.save'],
    body: highWaterConsumptionSettingSchema,
    response: saved,
  },
  'highWaterConsumption.forecast': {
    ...setting,
    summary: 'How many warnings of consumption there would have been with these limits',
    ...operationPaths['highWaterConsumption.forecast'],
    reads: true,
    body: highWaterConsumptionSettingSchema,
    response: settingForecastSchema,
  },
  'humidity.get': {
    ...setting,
    summary: 'What is too humid in a property',
    ...operationPaths['humidity.get'],
    params: ofProperty,
    response: humiditySettingSchema,
  },
  'humidity.save': {
    ...setting,
    summary: 'Set what is too humid',
    ...operationPaths['humidity.save'],
    body: humiditySettingSchema,
    response: saved,
  },
  'humidity.forecast': {
    ...setting,
    summary: 'How many warnings of humidity there would have been with these limits',
    ...operationPaths['humidity.forecast'],
    reads: true,
    body: humiditySettingSchema,
    response: settingForecastSchema,
  },
  'co2.get': {
    ...setting,
    summary: 'What is too much CO₂ in a property',
    ...operationPaths['co2.get'],
    params: ofProperty,
    response: co2SettingSchema,
  },
  'co2.save': {
    ...setting,
    summary: 'Set what is too much CO₂',
    ...operationPaths['co2.save'],
    body: co2SettingSchema,
    response: saved,
  },
  'co2.forecast': {
    ...setting,
    summary: 'How many warnings of CO₂ there would have been with these limits',
    ...operationPaths['co2.forecast'],
    reads: true,
    body: co2SettingSchema,
    response: settingForecastSchema,
  },
} as const satisfies Record<string, Operation>;

import { z } from 'zod';
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
import { type Operation, pageOf, pageQuery, searchQuery, sortQuery } from './operation.ts';
import { propertyParameter } from './parameters.ts';
import { operationPaths } from './paths.ts';

const measured = z.enum(Object.keys(warningLimits) as [keyof typeof warningLimits]);
const ofProperty = z.object({ property: propertyParameter });
const setting = { module: 'warnings', refusals: ['PROPERTY_NOT_FOUND'] } as const;
const saved = z.object({
  properties: z.int().min(1).describe('For how many properties it counts from now on'),
});

/** Each asks for the feature of its type, property by property, in the handler. */
export const warningSettingOperations = {
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
    logs: 'WARNINGS_SWITCHED',
    body: z.object({
      alert: measured.describe('What it would be warned of'),
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
    logs: 'WARNING_LIMITS_CHANGED',
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
    logs: 'WARNING_LIMITS_CHANGED',
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
    logs: 'WARNING_LIMITS_CHANGED',
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
    logs: 'WARNING_LIMITS_CHANGED',
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
    logs: 'WARNING_LIMITS_CHANGED',
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
    logs: 'WARNING_LIMITS_CHANGED',
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

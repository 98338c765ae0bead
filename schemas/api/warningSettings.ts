import { z } from 'zod';
import { instantSchema } from '../entities/consumption.ts';
import {
  alertSettingSchema,
  settingForecastSchema,
  settingOfTypeSchema,
  settingRowSchema,
  warningSettings,
} from '../entities/warningSetting.ts';
import { type MeasuredType, measuredKinds, type SettingCall } from '../kinds/warnings.ts';
import { type Operation, pageOf, pageQuery, searchQuery, sortQuery } from './operation.ts';
import { propertyParameter } from './parameters.ts';

const ofProperty = z.object({ property: propertyParameter });
const setting = { module: 'warnings', refusals: ['PROPERTY_NOT_FOUND'] } as const;
const saved = z.object({
  properties: z.int().min(1).describe('For how many properties it counts from now on'),
});

const whichType = alertSettingSchema.describe('What it would be warned of');
const whether = z.boolean().describe('Whether such warnings are raised there');

const ofAllTypes = {
  'warningSetting.types': {
    module: 'warnings',
    summary: 'What counts for each type of warnings, over all properties',
    method: 'GET',
    path: '/api/warnings/setting/types',
    response: z.array(settingOfTypeSchema),
  },
  'warningSetting.switchAll': {
    module: 'warnings',
    summary: 'Turn a type of warnings on or off in all properties, with the limits as they are',
    method: 'POST',
    path: '/api/warnings/setting/all',
    logs: 'WARNINGS_SWITCHED',
    body: z.object({ alert: whichType, isOn: whether }),
    response: z.object({
      properties: z.int().min(0).describe('In how many it was otherwise until now'),
      at: instantSchema.describe('When it was done, by which it can be taken back'),
    }),
  },
  'warningSetting.switchBack': {
    module: 'warnings',
    summary: 'Take turning on or off in all properties back, where nothing was changed since',
    method: 'POST',
    path: '/api/warnings/setting/back',
    logs: 'WARNINGS_SWITCHED',
    body: z.object({
      alert: whichType,
      at: instantSchema.describe('When that was done, as it was answered'),
    }),
    response: z.object({
      properties: z.int().min(0).describe('In how many it is as it was before'),
    }),
  },
  'warningSetting.list': {
    ...setting,
    summary: 'What counts for a type of warnings, property by property',
    method: 'GET',
    path: '/api/warnings/setting',
    query: z.object({
      alert: whichType,
      ...pageQuery,
      ...searchQuery,
      ...sortQuery(['name', 'worksNo']),
    }),
    response: pageOf(settingRowSchema),
  },
  'warningSetting.switch': {
    ...setting,
    summary: 'Turn a type of warnings on or off for a property',
    method: 'POST',
    path: '/api/warnings/setting',
    logs: 'WARNINGS_SWITCHED',
    body: z.object({
      alert: whichType,
      property: z.int().positive().describe('Id of the property, its worksId'),
      isOn: whether,
    }),
    response: saved,
  },
} as const satisfies Record<string, Operation>;

function describeGet<Type extends MeasuredType>(type: Type) {
  const { summary, apiName } = measuredKinds[type];
  return {
    ...setting,
    summary: `What ${summary.what} in a property`,
    method: 'GET',
    path: `/api/warnings/${apiName}/{property}`,
    params: ofProperty,
    response: warningSettings[type],
  } as const;
}

function describeSave<Type extends MeasuredType>(type: Type) {
  const { summary, apiName } = measuredKinds[type];
  return {
    ...setting,
    summary: `Set what ${summary.what}`,
    method: 'PUT',
    path: `/api/warnings/${apiName}`,
    logs: 'WARNING_LIMITS_CHANGED',
    body: warningSettings[type],
    response: saved,
  } as const;
}

function describeForecast<Type extends MeasuredType>(type: Type) {
  const { summary, apiName } = measuredKinds[type];
  return {
    ...setting,
    summary: `How many ${summary.many} there would have been with these limits`,
    method: 'POST',
    path: `/api/warnings/${apiName}/forecast`,
    reads: true,
    body: warningSettings[type],
    response: settingForecastSchema,
  } as const;
}

type OperationsOfTypes = {
  [Type in MeasuredType as SettingCall<'get', Type>]: ReturnType<typeof describeGet<Type>>;
} & {
  [Type in MeasuredType as SettingCall<'save', Type>]: ReturnType<typeof describeSave<Type>>;
} & {
  [Type in MeasuredType as SettingCall<'forecast', Type>]: ReturnType<
    typeof describeForecast<Type>
  >;
};

/** Each asks for the feature of its type, property by property, in the handler. */
export const warningSettingOperations = {
  ...ofAllTypes,
  ...(Object.fromEntries(
    Object.values(measuredKinds).flatMap(({ type, calls }) => [
      [`${calls}.get`, describeGet(type)],
      [`${calls}.save`, describeSave(type)],
      [`${calls}.forecast`, describeForecast(type)],
    ]),
  ) as OperationsOfTypes),
} as const satisfies Record<string, Operation>;

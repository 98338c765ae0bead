import { z } from 'zod';
import {
  alertSettingSchema,
  settingForecastSchema,
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

const ofAllTypes = {
  'warningSetting.list': {
    ...setting,
    summary: 'What counts for a type of warnings, property by property',
    method: 'GET',
    path: '/api/warnings/setting',
    query: z.object({
      alert: alertSettingSchema.describe('What it would be warned of'),
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
      alert: alertSettingSchema.describe('What it would be warned of'),
      property: z.int().positive().describe('Id of the property, its worksId'),
      isOn: z.boolean().describe('Whether such warnings are raised there'),
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

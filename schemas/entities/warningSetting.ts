import { z } from 'zod';
import { entity } from '../fields.ts';
import {
  agreeing,
  type Limits,
  type MeasuredType,
  measuredKinds,
  measuredTypes,
  type UrgentType,
} from '../kinds/warnings.ts';
import { instantSchema } from './consumption.ts';
import { alertSchema, type Urgency, urgencySchema } from './warning.ts';

/** The types that there are settings of. */
export const alertSettingSchema = z.enum(measuredTypes);

/** What an administrator sets for some properties and a type; its limits come with each type. */
const common = {
  properties: z
    .array(z.int().positive())
    .min(1)
    .max(200)
    .describe('Ids of the properties that it counts for, their worksIds'),
  isOn: z.boolean().describe('Whether such warnings are raised there'),
  notifyByEmail: z.boolean().describe('Whether mails tell the user of them'),
  notifyByMobile: z
    .boolean()
    .optional()
    .describe('Whether messages to the user’s phone tell of critical ones; left out: as it was'),
  lacksPhoneMessages: z
    .boolean()
    .optional()
    .describe('By forms alone: whether the portal can’t send messages, so that nobody is asked'),
};
/** Of types whose limits don’t say it. */
const urgent = { urgency: urgencySchema.describe('How urgent such warnings are') };

type Shape<Type extends MeasuredType> = typeof common &
  (typeof measuredKinds)[Type]['limits']['shape'] &
  (Type extends UrgentType ? typeof urgent : object);
type Settings = {
  readonly [Type in MeasuredType]: Shape<Type> extends infer Fields extends z.ZodRawShape
    ? z.ZodObject<Fields>
    : never;
};
export type WarningSetting<Type extends MeasuredType = MeasuredType> = {
  [One in MeasuredType]: z.infer<z.ZodObject<typeof common>> &
    Limits<One> &
    (One extends UrgentType ? { urgency: Urgency } : unknown);
}[Type];

function describeSetting(type: MeasuredType): z.ZodObject {
  const { limits, urgency, apiName } = measuredKinds[type];
  const schema = z.object({ ...common, ...limits.shape, ...(urgency !== null && urgent) });
  const name = `${apiName[0]?.toUpperCase()}${apiName.slice(1)}Setting`;
  return entity(agreeing(type, schema), { name, like: 'WarningSetting' });
}

/** What is set for a type: which properties, whom it tells, and the limits. */
export const warningSettings = Object.fromEntries(
  measuredTypes.map((type) => [type, describeSetting(type)]),
) as Settings;
/** A property's setting of a type, in a list. */
export const settingRowSchema = entity(
  z.object({
    property: z.int().positive().describe('Id of the property, its worksId'),
    worksNo: z.string().describe('Number of the property'),
    name: z.string().describe('What the property is called'),
    alert: alertSchema.describe('What it would be warned of'),
    isOn: common.isOn,
    isDefault: z.boolean().describe('Whether nobody has set anything, so that the defaults count'),
    limits: z.string().describe('The limits in words'),
    devices: z.int().min(0).describe('How many devices of the property can notice it'),
    notifyByEmail: common.notifyByEmail,
    notifyByMobile: z.boolean().describe('Whether messages to phones tell the user of them'),
    changedBy: z.string().nullable().describe('User name of who changed it last; null: nobody'),
    changedAt: instantSchema.nullable().describe('When that was; null: nobody has'),
  }),
  {
    name: 'WarningSetting',
    key: 'property',
    title: 'name',
    references: { property: 'property', alert: 'alert' },
  },
);

const ofProperties = z.int().min(0);

/** What counts for a type over all properties that the account may set it for. */
export const settingOfTypeSchema = entity(
  z.object({
    alert: alertSchema.describe('What it would be warned of'),
    isOn: z.boolean().describe('Whether such warnings are raised in any property'),
    isEverywhere: z.boolean().describe('Whether they are raised in all of them'),
    on: ofProperties.describe('In how many properties such warnings are raised'),
    properties: ofProperties.min(1).describe('How many properties there are'),
    limits: z.string().describe('The limits of most properties, in words'),
    otherLimits: ofProperties
      .nullable()
      .describe('How many properties have other limits; null: none'),
    byEmail: ofProperties.describe('For how many properties mails tell the user of them'),
    byMobile: ofProperties
      .nullable()
      .describe('For how many properties messages to the user’s phone do; null: none'),
  }),
  {
    name: 'WarningTypeSetting',
    key: 'alert',
    title: 'alert',
    references: { alert: 'alert' },
  },
);

/** What a setting would have done. */
export const settingForecastSchema = entity(
  z.object({
    warnings: z.int().min(0).describe('So many warnings would have been raised in the days'),
    days: z.int().positive().describe('How many days were looked through'),
    devices: z.int().min(0).describe('How many devices were looked at'),
    isSample: z.boolean().describe('Whether there are more devices, which were not looked at'),
  }),
  { name: 'WarningForecast' },
);

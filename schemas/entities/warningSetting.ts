import { z } from 'zod';
import { entity } from '../fields.ts';
import { instantSchema } from './consumption.ts';
import { alertSchema, urgencySchema } from './warning.ts';
import { agreeing, type MeasuredType, warningLimits } from './warningLimits.ts';

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

const shapes = {
  WATER_SPILL: { ...common, ...warningLimits.WATER_SPILL.shape, ...urgent },
  LEAKAGE: { ...common, ...warningLimits.LEAKAGE.shape },
  TEMPERATURE: { ...common, ...warningLimits.TEMPERATURE.shape, ...urgent },
  HIGH_WATER_CONSUMPTION: { ...common, ...warningLimits.HIGH_WATER_CONSUMPTION.shape, ...urgent },
  HUMIDITY: { ...common, ...warningLimits.HUMIDITY.shape, ...urgent },
  CO2: { ...common, ...warningLimits.CO2.shape },
};

export const waterSpillSettingSchema = entity(z.object(shapes.WATER_SPILL), {
  name: 'WaterSpillSetting',
  like: 'WarningSetting',
});
export const leakageSettingSchema = entity(agreeing(z.object(shapes.LEAKAGE)), {
  name: 'LeakageSetting',
  like: 'WarningSetting',
});
export const temperatureSettingSchema = entity(agreeing(z.object(shapes.TEMPERATURE)), {
  name: 'TemperatureSetting',
  like: 'WarningSetting',
});
export const highWaterConsumptionSettingSchema = entity(z.object(shapes.HIGH_WATER_CONSUMPTION), {
  name: 'HighWaterConsumptionSetting',
  like: 'WarningSetting',
});
export const humiditySettingSchema = entity(z.object(shapes.HUMIDITY), {
  name: 'HumiditySetting',
  like: 'WarningSetting',
});
export const co2SettingSchema = entity(agreeing(z.object(shapes.CO2)), {
  name: 'CO2Setting',
  like: 'WarningSetting',
});

export const warningSettings = {
  WATER_SPILL: waterSpillSettingSchema,
  LEAKAGE: leakageSettingSchema,
  TEMPERATURE: temperatureSettingSchema,
  HIGH_WATER_CONSUMPTION: highWaterConsumptionSettingSchema,
  HUMIDITY: humiditySettingSchema,
  CO2: co2SettingSchema,
} as const satisfies Record<MeasuredType, z.ZodObject>;
export type WarningSetting<Type extends MeasuredType = MeasuredType> = z.infer<
  (typeof warningSettings)[Type]
>;

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

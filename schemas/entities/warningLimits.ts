import { z } from 'zod';
import type { DeviceCategory } from './device.ts';
import type { WarningType } from './warning.ts';

/**
 * What may go wrong, and from where on it is a warning: one schema for each type of settings. The
 * defaults are explained in docs/warnings.md.
 */

const hours = (most: number) => z.int().min(1).max(most);
/** A field that is left empty in a form isn't sent. */
const orNone = (limit: z.ZodNumber) => limit.nullable().default(null);

/** What of some limits contradicts another of them; what isn't there contradicts nothing. */
function findContradiction(limits: Readonly<Record<string, unknown>>) {
  const number = (field: string) => {
    const value = limits[field];
    return typeof value === 'number' ? value : undefined;
  };
  const isLess = (field: string, other: string) =>
    (number(field) ?? Number.NaN) < (number(other) ?? Number.NaN);
  if (isLess('criticalLitresPerHour', 'litresPerHour')) {
    const message = `expected at least ${number('litresPerHour')}, from where it is a leakage`;
    return { field: 'criticalLitresPerHour', message };
  }
  if (isLess('criticalPpm', 'ppm')) {
    const message = `expected at least ${number('ppm')}, the first limit`;
    return { field: 'criticalPpm', message };
  }
  const { lowest, highest } = limits;
  if (lowest === null && highest === null) {
    return { field: 'lowest', message: 'expected a lowest or a highest temperature' };
  }
  if (isLess('highest', 'lowest') || (lowest === highest && number('lowest') !== undefined)) {
    return { field: 'highest', message: `expected more than ${lowest}, the lowest temperature` };
  }
  return undefined;
}

/** The schema, which also refuses limits that contradict each other, beside whatever else is wrong. */
export function agreeing<Schema extends z.ZodObject>(schema: Schema): Schema {
  return schema.superRefine(
    (limits, context) => {
      const found = findContradiction(limits);
      if (!found) return;
      context.addIssue({ code: 'custom', path: [found.field], message: found.message });
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  );
}

export const waterSpillLimitsSchema = z
  .object({
    litresPerHour: z
      .number()
      .min(10)
      .max(100_000)
      .describe('Flow in litres an hour from which on it is a spill'),
    hours: hours(48).describe('So many hours in a row it has to flow like that'),
  })
  .meta({ id: 'WaterSpillLimits' });

export const leakageLimitsSchema = agreeing(
  z.object({
    litresPerHour: z
      .number()
      .min(0.5)
      .max(1000)
      .describe('Least flow of the hours in litres an hour from which on it is a leakage'),
    criticalLitresPerHour: z
      .number()
      .min(0.5)
      .max(10_000)
      .describe('Least flow of the hours in litres an hour above which it is critical'),
    hours: hours(168).describe('So many hours in a row the water never stands still'),
  }),
).meta({ id: 'LeakageLimits' });

export const temperatureLimitsSchema = agreeing(
  z.object({
    lowest: orNone(z.number().min(-40).max(100)).describe('In °C; null: it can’t be too cold'),
    highest: orNone(z.number().min(-40).max(100)).describe('In °C; null: it can’t be too hot'),
    hours: hours(168).describe('So many hours in a row'),
  }),
).meta({ id: 'TemperatureLimits' });

export const humidityLimitsSchema = z
  .object({
    percent: z.number().min(1).max(100).describe('Relative humidity in %RH that is too high'),
    hours: hours(720).describe('So many hours in a row'),
  })
  .meta({ id: 'HumidityLimits' });

export const highWaterConsumptionLimitsSchema = z
  .object({
    litresPerDay: z.number().min(1).max(1_000_000).describe('In litres a day'),
    timesUsual: orNone(z.number().min(1).max(100)).describe(
      'So many times as much as on the device’s usual day, too; null: the limit alone',
    ),
    days: z.int().min(1).max(31).describe('So many days in a row'),
  })
  .meta({ id: 'HighWaterConsumptionLimits' });

export const co2LimitsSchema = agreeing(
  z.object({
    ppm: z.number().min(400).max(10_000).describe('In ppm'),
    criticalPpm: z.number().min(400).max(40_000).describe('In ppm, above which it is critical'),
    hours: hours(168).describe('So many hours in a row'),
  }),
).meta({ id: 'CO2Limits' });

/** What settings are made for, with the limits of each; in the order of their pages. */
export const warningLimits = {
  WATER_SPILL: waterSpillLimitsSchema,
  LEAKAGE: leakageLimitsSchema,
  TEMPERATURE: temperatureLimitsSchema,
  HIGH_WATER_CONSUMPTION: highWaterConsumptionLimitsSchema,
  HUMIDITY: humidityLimitsSchema,
  CO2: co2LimitsSchema,
} as const satisfies Partial<Record<WarningType, z.ZodType>>;

/** Limits of any type, as they are stored. */
export const anyLimitsSchema = z.union(Object.values(warningLimits));

export type MeasuredType = keyof typeof warningLimits;
export type Limits<Type extends MeasuredType = MeasuredType> = z.infer<
  (typeof warningLimits)[Type]
>;

/** What counts where nobody has set anything. */
export const defaultLimits: { readonly [Type in MeasuredType]: Limits<Type> } = {
  WATER_SPILL: { litresPerHour: 750, hours: 1 },
  LEAKAGE: { litresPerHour: 4, criticalLitresPerHour: 20, hours: 24 },
  TEMPERATURE: { lowest: 12, highest: 30, hours: 6 },
  HIGH_WATER_CONSUMPTION: { litresPerDay: 500, timesUsual: 3, days: 1 },
  HUMIDITY: { percent: 70, hours: 24 },
  CO2: { ppm: 1000, criticalPpm: 1400, hours: 2 },
};

const water: readonly DeviceCategory[] = [
  'COLD_WATER_METER',
  'HOT_WATER_METER',
  'HOT_AND_COLD_WATER',
];

/** The devices on which each is noticed. */
export const warnedCategories: Readonly<Record<MeasuredType, readonly DeviceCategory[]>> = {
  WATER_SPILL: water,
  LEAKAGE: water,
  TEMPERATURE: ['TEMPERATURE_LOGGER'],
  HIGH_WATER_CONSUMPTION: water,
  HUMIDITY: ['HUMIDITY'],
  CO2: ['CO2'],
};

/** The devices that tell of smoke, by an alarm counter or an event. */
export const smokeCategories: readonly DeviceCategory[] = ['SMOKE_DETECTOR'];

/** What settings are made for, in the order of their pages. */
export const measuredTypes = Object.keys(warnedCategories) as readonly MeasuredType[];

interface WatchedKind {
  readonly category: DeviceCategory;
  readonly isMain: boolean;
}

/** What is noticed on a device. A main meter counts what all flats use, which never stands still. */
export function typesOf({ category, isMain }: WatchedKind): MeasuredType[] {
  if (isMain) return [];
  return measuredTypes.filter((type) => warnedCategories[type].includes(category));
}

/** Whether anything is noticed on a device. */
export function isWatched(device: WatchedKind): boolean {
  return smokeCategories.includes(device.category) || typesOf(device).length > 0;
}

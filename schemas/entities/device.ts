import { z } from 'zod';
import { type Unit, units } from './units.ts';

export const unitSchema = z.enum(units).meta({ id: 'Unit' });

export const consumptionGroups = ['COLD_WATER', 'HOT_WATER', 'HCA', 'COLD_AND_HOT_WATER'] as const;
export const consumptionGroupSchema = z.enum(consumptionGroups).meta({ id: 'ConsumptionGroup' });
export type ConsumptionGroup = z.infer<typeof consumptionGroupSchema>;

/** A register counts up and is read by differences; a gauge shows a state. */
export const deviceKindSchema = z.enum(['register', 'gauge']);

/** All that the portal knows of a device category, besides its name in the enums of locales/. */
export interface DeviceTrait {
  readonly unit: Unit;
  /** A graph adds up registers and shows gauges as mean and range. */
  readonly kind: z.infer<typeof deviceKindSchema>;
  /** Whose colours its graphs take. */
  readonly group: ConsumptionGroup;
  /** Where it stands among others, the most usual first. */
  readonly rank: number;
  /** Whether it stands among consumption; of the others errors are what matters. */
  readonly isConsumption: boolean;
  /** Whether its register begins anew behind its set date, each year. */
  readonly resetsYearly: boolean;
  /**
   * The share of its use that follows the weather, a documented default; null: it doesn't. Heat cost
   * allocators count radiators only; meters of heat and fuel usually count hot water too, which in
   * Danish practice («graddøgnuafhængigt forbrug») is about three tenths.
   */
  readonly weatherShare: number | null;
  /**
   * Where wmbusmeters puts its value: the first of them that a telegram has is taken, and what
   * follows the last _ is the value's unit. Of a register that comes by tariffs these are added up. Types of meters that do otherwise are listed in
   * server/imports/telegramFields.ts.
   */
  readonly telegramFields: readonly string[];
}

const traits = {
  COLD_WATER_METER: {
    unit: 'm³',
    kind: 'register',
    group: 'COLD_WATER',
    rank: 1,
    isConsumption: true,
    resetsYearly: false,
    weatherShare: null,
    telegramFields: ['total_m3'],
  },
  HOT_WATER_METER: {
    unit: 'm³',
    kind: 'register',
    group: 'HOT_WATER',
    rank: 2,
    isConsumption: true,
    resetsYearly: false,
    weatherShare: null,
    telegramFields: ['total_m3'],
  },
  HOT_AND_COLD_WATER: {
    unit: 'm³',
    kind: 'register',
    group: 'COLD_AND_HOT_WATER',
    rank: 5,
    isConsumption: true,
    resetsYearly: false,
    weatherShare: null,
    telegramFields: ['total_m3'],
  },
  COLD_HOT_WATER_VIRTUAL: {
    unit: 'm³',
    kind: 'register',
    group: 'COLD_AND_HOT_WATER',
    rank: 6,
    isConsumption: true,
    resetsYearly: false,
    weatherShare: null,
    // Computed of other meters: no telegram holds it.
    telegramFields: [],
  },
  HCA: {
    unit: 'HCA',
    kind: 'register',
    group: 'HCA',
    rank: 3,
    isConsumption: true,
    resetsYearly: true,
    weatherShare: 1,
    telegramFields: ['current_consumption_hca', 'current_hca', 'consumption_hca'],
  },
  HUMIDITY: {
    unit: '%RH',
    kind: 'gauge',
    group: 'COLD_AND_HOT_WATER',
    rank: 7,
    isConsumption: true,
    resetsYearly: false,
    weatherShare: null,
    telegramFields: ['current_relative_humidity_rh'],
  },
  SMOKE_DETECTOR: {
    unit: 'count',
    kind: 'register',
    group: 'COLD_AND_HOT_WATER',
    rank: 8,
    isConsumption: false,
    resetsYearly: false,
    weatherShare: null,
    telegramFields: ['alarm_counter'],
  },
  TEMPERATURE_LOGGER: {
    unit: '°C',
    kind: 'gauge',
    group: 'HCA',
    rank: 9,
    isConsumption: true,
    resetsYearly: false,
    weatherShare: null,
    telegramFields: [
      'current_temperature_c',
      'current_room_temp_c',
      'temp_room_c',
      'temperature_c',
    ],
  },
  CO2: {
    unit: 'ppm',
    kind: 'gauge',
    group: 'HCA',
    rank: 14,
    isConsumption: true,
    resetsYearly: false,
    weatherShare: null,
    // None of the telegrams that wmbusmeters shows has one.
    telegramFields: [],
  },
  ENERGY: {
    unit: 'kWh',
    kind: 'register',
    group: 'HCA',
    rank: 4,
    isConsumption: true,
    resetsYearly: false,
    weatherShare: 0.7,
    telegramFields: [
      'total_energy_consumption_kwh',
      'total_kwh',
      'total_heating_kwh',
      'total_energy_kwh',
      'total_heat_energy_kwh',
      'heat_kwh',
    ],
  },
  GAS: {
    unit: 'm³',
    kind: 'register',
    group: 'HCA',
    rank: 10,
    isConsumption: true,
    resetsYearly: false,
    weatherShare: 0.7,
    telegramFields: ['total_m3'],
  },
  OIL: {
    unit: 'm³',
    kind: 'register',
    group: 'HCA',
    rank: 11,
    isConsumption: true,
    resetsYearly: false,
    weatherShare: 0.7,
    telegramFields: ['total_m3'],
  },
  ELECTRICITY: {
    unit: 'kWh',
    kind: 'register',
    group: 'HCA',
    rank: 12,
    isConsumption: true,
    resetsYearly: false,
    weatherShare: null,
    telegramFields: [
      'total_energy_consumption_kwh',
      'total_kwh',
      'total_energy_kwh',
      'positive_total_active_energy_kwh',
      'total_active_positive_3phase_kwh',
    ],
  },
  VOLUMETER: {
    unit: 'm³',
    kind: 'register',
    group: 'COLD_AND_HOT_WATER',
    rank: 13,
    isConsumption: true,
    resetsYearly: false,
    weatherShare: null,
    telegramFields: ['total_volume_m3', 'total_m3'],
  },
} as const satisfies Readonly<Record<string, DeviceTrait>>;

export type DeviceCategory = keyof typeof traits;
export const deviceCategories = Object.keys(traits) as readonly DeviceCategory[];
export const deviceCategorySchema = z.enum(deviceCategories).meta({ id: 'DeviceCategory' });

/** One row for each category: what is asked of a category is asked here. */
export const deviceTraits: Readonly<Record<DeviceCategory, DeviceTrait>> = traits;

/** The categories from the most usual one on. */
export const usualCategories: readonly DeviceCategory[] = deviceCategories.toSorted(
  (one, other) => deviceTraits[one].rank - deviceTraits[other].rank,
);

/** How a category's values are to be read, as answers say it. */
export function measureOf(category: DeviceCategory): Pick<DeviceTrait, 'kind' | 'unit'> {
  const { kind, unit } = deviceTraits[category];
  return { kind, unit };
}

export const readingIntervals = ['HOURLY', 'DAILY', 'MONTHLY', 'YEARLY'] as const;
export const readingIntervalSchema = z.enum(readingIntervals).meta({ id: 'ReadingInterval' });
export type ReadingInterval = z.infer<typeof readingIntervalSchema>;

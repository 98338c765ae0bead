import { z } from 'zod';

export const deviceCategories = [
  'COLD_WATER_METER',
  'HOT_WATER_METER',
  'HOT_AND_COLD_WATER',
  'COLD_HOT_WATER_VIRTUAL',
  'HCA',
  'HUMIDITY',
  'SMOKE_DETECTOR',
  'TEMPERATURE_LOGGER',
  'ENERGY',
  'GAS',
  'OIL',
  'ELECTRICITY',
  'VOLUMETER',
] as const;

export const deviceCategorySchema = z.enum(deviceCategories).meta({ id: 'DeviceCategory' });
export type DeviceCategory = z.infer<typeof deviceCategorySchema>;

export const units = ['m³', 'kWh', 'HCA', '°C', '%RH', 'count'] as const;
export const unitSchema = z.enum(units).meta({ id: 'Unit' });
export type Unit = z.infer<typeof unitSchema>;

/** A register counts up and is read by differences; a gauge shows a state. */
export interface DeviceTrait {
  readonly unit: Unit;
  readonly kind: 'register' | 'gauge';
}

/** What each category measures. A graph adds up registers and shows gauges as mean and range. */
export const deviceTraits: Readonly<Record<DeviceCategory, DeviceTrait>> = {
  COLD_WATER_METER: { unit: 'm³', kind: 'register' },
  HOT_WATER_METER: { unit: 'm³', kind: 'register' },
  HOT_AND_COLD_WATER: { unit: 'm³', kind: 'register' },
  COLD_HOT_WATER_VIRTUAL: { unit: 'm³', kind: 'register' },
  HCA: { unit: 'HCA', kind: 'register' },
  HUMIDITY: { unit: '%RH', kind: 'gauge' },
  SMOKE_DETECTOR: { unit: 'count', kind: 'register' },
  TEMPERATURE_LOGGER: { unit: '°C', kind: 'gauge' },
  ENERGY: { unit: 'kWh', kind: 'register' },
  GAS: { unit: 'm³', kind: 'register' },
  OIL: { unit: 'm³', kind: 'register' },
  ELECTRICITY: { unit: 'kWh', kind: 'register' },
  VOLUMETER: { unit: 'm³', kind: 'register' },
};

export const consumptionGroups = ['COLD_WATER', 'HOT_WATER', 'HCA', 'COLD_AND_HOT_WATER'] as const;
export const consumptionGroupSchema = z.enum(consumptionGroups).meta({ id: 'ConsumptionGroup' });
export type ConsumptionGroup = z.infer<typeof consumptionGroupSchema>;

const groupOf: Partial<Record<DeviceCategory, ConsumptionGroup>> = {
  COLD_WATER_METER: 'COLD_WATER',
  HOT_WATER_METER: 'HOT_WATER',
  HCA: 'HCA',
  ELECTRICITY: 'HCA',
  ENERGY: 'HCA',
  GAS: 'HCA',
  OIL: 'HCA',
  TEMPERATURE_LOGGER: 'HCA',
};

/** The group whose colours a category's graph takes (specification §3: the rest is combined). */
export function consumptionGroup(category: DeviceCategory): ConsumptionGroup {
  return groupOf[category] ?? 'COLD_AND_HOT_WATER';
}

export const readingIntervals = ['HOURLY', 'DAILY'] as const;
export const readingIntervalSchema = z.enum(readingIntervals).meta({ id: 'ReadingInterval' });
export type ReadingInterval = z.infer<typeof readingIntervalSchema>;

import type { DeviceCategory } from '../../schemas/entities/device.ts';

/**
 * Where wmbusmeters puts what our devices count, by its name for the meter type («driver»). A field's
 * unit is the end of its name, as wmbusmeters spells it. Types that are not listed use `usual`.
 */

type Fields = Partial<Record<DeviceCategory, readonly string[]>>;

/** The first of the fields that a telegram has is taken. */
const usual: Fields = {
  COLD_WATER_METER: ['total_m3'],
  HOT_WATER_METER: ['total_m3'],
  HOT_AND_COLD_WATER: ['total_m3'],
  VOLUMETER: ['total_volume_m3', 'total_m3'],
  GAS: ['total_m3'],
  OIL: ['total_m3'],
  ENERGY: ['total_energy_consumption_kwh', 'total_kwh', 'total_heating_kwh'],
  ELECTRICITY: ['total_energy_consumption_kwh', 'total_kwh'],
  HCA: ['current_consumption_hca', 'current_hca'],
  TEMPERATURE_LOGGER: ['current_temperature_c', 'current_room_temp_c', 'temp_room_c'],
  HUMIDITY: ['current_relative_humidity_rh'],
  SMOKE_DETECTOR: ['alarm_counter'],
};

/** What meter types do otherwise. */
const byMeter: Readonly<Record<string, Fields>> = {
  // Heat meters whose volume register has a name of its own.
  sensostar: { ...usual, VOLUMETER: ['total_water_m3'] },
  hydrocalm3: { ...usual, VOLUMETER: ['total_heating_m3'] },
  // Counts forward and backward apart; the total is their difference.
  q400: { ...usual, COLD_WATER_METER: ['total_m3', 'total_forward_m3'] },
  // Radiators' allocators that also say how warm it is.
  sontex868: { ...usual, TEMPERATURE_LOGGER: ['current_room_temp_c'] },
  fhkvdataiii: { ...usual, HCA: ['current_hca'], TEMPERATURE_LOGGER: ['temp_room_c'] },
  // Heat in kWh since the last reading date, and the whole register beside it.
  vario451: { ...usual, ENERGY: ['total_kwh'] },
  compact5: { ...usual, ENERGY: ['total_kwh'] },
};

/** Where a meter type reports what is wrong with it; words apart by spaces or commas. */
const errorFields = ['status', 'current_status', 'current_alarms', 'error_flags'];

/** No meter reports more at once, nor in longer words. */
const mostErrors = 50;
const longestError = 100;

/** A field's value as text; empty for what is neither a text nor a number. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Not an error, whatever the field. */
const soundStates = new Set(['OK', 'no_alarm', 'OPEN', 'CLOSED', '', 'null']);

/** The field that holds a category's value in a telegram of this meter type, and its unit. */
export function fieldOf(
  meter: string,
  category: DeviceCategory,
  telegram: Readonly<Record<string, unknown>>,
): { field: string; unit: string | undefined } | undefined {
  const field = (byMeter[meter] ?? usual)[category]?.find((name) => telegram[name] !== undefined);
  return field === undefined ? undefined : { field, unit: unitOf(field) };
}

const units: Readonly<Record<string, string>> = {
  m3: 'm3',
  kwh: 'kWh',
  hca: 'hca',
  c: 'c',
  rh: '%rh',
  counter: 'count',
};

function unitOf(field: string): string | undefined {
  return units[field.split('_').at(-1) ?? ''];
}

/** What the telegram says to be wrong. Flags that are all zeros are none. */
export function errorsOf(telegram: Readonly<Record<string, unknown>>): string[] {
  const words = errorFields.flatMap((field) => textOf(telegram[field]).split(/[\s,]+/));
  return [...new Set(words)]
    .filter((word) => !soundStates.has(word) && !/^0+$/.test(word))
    .slice(0, mostErrors)
    .map((word) => word.slice(0, longestError));
}

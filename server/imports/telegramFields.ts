import { type DeviceCategory, deviceTraits } from '../../schemas/entities/device.ts';

/**
 * Where wmbusmeters puts what our devices count, by its name for the meter type («driver»), as far as
 * it isn't where the category's `telegramFields` say.
 */

type Fields = Partial<Record<DeviceCategory, readonly string[]>>;

/** What meter types do otherwise. */
const byMeter: Readonly<Record<string, Fields>> = {
  // Heat meters whose volume register has a name of its own.
  sensostar: { VOLUMETER: ['total_water_m3'] },
  hydrocalm3: { VOLUMETER: ['total_heating_m3'] },
  // Counts forward and backward apart; the total is their difference.
  q400: { COLD_WATER_METER: ['total_m3', 'total_forward_m3'] },
  // Radiators' allocators that also say how warm it is.
  sontex868: { TEMPERATURE_LOGGER: ['current_room_temp_c'] },
  fhkvdataiii: { HCA: ['current_hca'], TEMPERATURE_LOGGER: ['temp_room_c'] },
  // Heat in kWh since the last reading date, and the whole register beside it.
  vario451: { ENERGY: ['total_kwh'] },
  compact5: { ENERGY: ['total_kwh'] },
};

/** Where a meter type reports what is wrong with it; words apart by spaces or commas. */
const errorFields = ['status', 'current_status', 'current_alarms', 'error_flags'];

/** No meter reports more at once, nor in longer words. */
const maxErrors = 50;
const longestError = 100;

/** A field's value as text; empty for what is neither a text nor a number. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Not an error, whatever the field. */
const soundStates = new Set(['OK', 'no_alarm', 'OPEN', 'CLOSED', '', 'null']);

/**
 * The fields that add up to a category's value in a telegram of this meter type, and their unit: the
 * register itself or, where a telegram has its tariffs alone, all of these. What is null isn't there.
 */
export function fieldsOf(
  meter: string,
  category: DeviceCategory,
  telegram: Readonly<Record<string, unknown>>,
): { fields: readonly [string, ...string[]]; unit: string | undefined } | undefined {
  const names = namesOf(meter, category);
  const field = names.find((name) => telegram[name] != null);
  if (field !== undefined) return { fields: [field], unit: unitOf(field) };
  for (const name of names) {
    const [first, ...others] = tariffsOf(name, telegram);
    if (first !== undefined) return { fields: [first, ...others], unit: unitOf(name) };
  }
  return undefined;
}

/** From the first tariff on, for a sum that lacks one is no register: total_tariff_1_kwh of total_kwh. */
function tariffsOf(name: string, telegram: Readonly<Record<string, unknown>>): string[] {
  const at = name.lastIndexOf('_');
  const spell = (tariff: string) => `${name.slice(0, at)}_tariff${tariff}${name.slice(at)}`;
  const found: string[] = [];
  for (let tariff = 1; ; tariff++) {
    const field = [spell(`_${tariff}`), spell(`${tariff}`)].find((one) => telegram[one] != null);
    if (field === undefined) return found;
    found.push(field);
  }
}

function namesOf(meter: string, category: DeviceCategory): readonly string[] {
  const own = Object.hasOwn(byMeter, meter) ? byMeter[meter]?.[category] : undefined;
  return own ?? deviceTraits[category].telegramFields;
}

/** As imports spell it: wmbusmeters says it alike in a field's name, only counts are its own. */
function unitOf(field: string): string | undefined {
  const ending = field.split('_').at(-1);
  return ending === 'counter' ? 'count' : ending;
}

/** What the telegram says to be wrong. Flags that are all zeros are none. */
export function errorsOf(telegram: Readonly<Record<string, unknown>>): string[] {
  const words = errorFields.flatMap((field) => textOf(telegram[field]).split(/[\s,]+/));
  return [...new Set(words)]
    .filter((word) => !soundStates.has(word) && !/^0+$/.test(word))
    .slice(0, maxErrors)
    .map((word) => word.slice(0, longestError));
}

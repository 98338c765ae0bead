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
  const field = fieldsOf(meter, category).find((name) => telegram[name] !== undefined);
  return field === undefined ? undefined : { field, unit: unitOf(field) };
}

function fieldsOf(meter: string, category: DeviceCategory): readonly string[] {
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
    .slice(0, mostErrors)
    .map((word) => word.slice(0, longestError));
}

import type { Precision } from './fileStyle.ts';

/** The store counts in millionths, so a figure has six places at most (schemas/entities/units.ts). */
const storedPlaces = 6;

/**
 * A number in decimal digits, halves rounded away from zero as by hand: the double 1.0005 is a
 * little less than that and would become 1.000.
 */
export function formatNumber(value: number, { places, mark }: Precision): string {
  const millionths = Math.round(Math.abs(value) * 10 ** storedPlaces);
  if (!Number.isSafeInteger(millionths)) return value.toFixed(places).replace('.', mark);
  const step = 10 ** (storedPlaces - places);
  const units = Math.floor((millionths + step / 2) / step);
  const digits = String(units).padStart(places + 1, '0');
  const sign = value < 0 && units > 0 ? '-' : '';
  if (places === 0) return sign + digits;
  return `${sign}${digits.slice(0, -places)}${mark}${digits.slice(-places)}`;
}

/** A thousand times a quantity, without the dust of binary fractions (1.001 × 1000). */
export function timesThousand(value: number): number {
  const multiplied = value * 1000;
  const millionths = Math.round(multiplied * 10 ** storedPlaces);
  return Number.isSafeInteger(millionths) ? millionths / 10 ** storedPlaces : multiplied;
}

const smallerUnits: Readonly<Record<string, string>> = {
  'm³': 'l',
  MWh: 'kWh',
  kWh: 'Wh',
  GJ: 'MJ',
  MJ: 'kJ',
};

/** What a quantity is in when its number is a thousand times as great. */
export function thousandthOf(unit: string): string {
  return smallerUnits[unit] ?? `10⁻³ ${unit}`;
}

import type { Country } from '../../schemas/entities/market.ts';
import { dayMs } from '../../schemas/time.ts';
import { daysBetween } from '../metering/buckets.ts';
import { createRandom } from './random.ts';

/** A demo city's mean temperature of one day in °C: the season's, and the weather of that day. */
export function demoTemperature(city: string, day: string): number {
  const date = new Date(`${day}T00:00:00Z`);
  const dayOfYear = (date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / dayMs;
  // About −1 °C in the middle of January and 19 °C in July, as in the markets' lowlands.
  const season = 9 - 10 * Math.cos(((dayOfYear - 15) / 365) * 2 * Math.PI);
  const weather = createRandom('temperature', city, day).between(-4, 4);
  return Math.round((season + weather) * 10) / 10;
}

export interface DemoTemperature {
  readonly country: Country;
  readonly station: string;
  readonly day: string;
  readonly celsius: number;
}

/** Every day from one to another, both included, of each city once. */
export function planTemperatures(
  properties: readonly { readonly market: { readonly country: Country }; readonly city: string }[],
  first: string,
  last: string,
): DemoTemperature[] {
  const days = daysBetween(first, last);
  const cities = new Map(properties.map((one) => [`${one.market.country} ${one.city}`, one]));
  return [...cities.values()].flatMap(({ market: { country }, city: station }) =>
    days.map((day) => ({ country, station, day, celsius: demoTemperature(station, day) })),
  );
}
